// From a blueprint that is paid for to a model.
#pragma once

#include <functional>
#include <memory>

#include "discreet/fit/fit.hpp"

namespace discreet {

// What the solvers are told before the data is touched.
SurveyFacts survey_facts(const Problem& problem, const PublicFacts& facts);

// What the problem says about chance.
std::unique_ptr<NoiseSource> noise_for(const Problem& problem);

struct Means {
  Permit& permit;
  Permit* unpaid;  // for exact figures that the user asked for in research
  NoiseSource& source;
  Progress& progress;
  std::vector<std::string> arguments;  // that the model records
  // Asked last, with the oracle at the weights that were found.
  std::function<void(Oracle& oracle, Gaussian& gaussian)> afterwards = {};
  Transcript* transcript = nullptr;  // of all that is released
};

// Runs the solver and puts what it found into a model. Fails only because of released numbers. A blueprint may be
// followed again with another permit.
[[nodiscard]] Result<Released<Model>> train(const Dataset& data, const Blueprint& blueprint, const Means& means);

}  // namespace discreet
