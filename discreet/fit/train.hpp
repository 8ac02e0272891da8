// From a blueprint that is paid for to a model.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "discreet/fit/fit.hpp"

namespace discreet {

// What the problem says about chance; the same for all processes.
std::unique_ptr<NoiseSource> noise_for(const Problem& problem, const Communicator& processes = SingleProcess());

// The blueprint of a solver that was made elsewhere; and what --strict says of one.
[[nodiscard]] Result<Blueprint> draw_with(Problem problem, const PublicFacts& facts, std::unique_ptr<Solver> solver);
[[nodiscard]] Result<Blueprint> strictly(const Options& options, const PublicFacts& facts, Result<Blueprint> blueprint);

// Paid in full before anything looks at a row, by the ledger that the options name where they name one.
struct Paid {
  Permit permit;
  std::optional<Permit> unpaid;  // for exact figures that the user asked for in research
};
[[nodiscard]] Result<Paid> pay(const Dataset& data, const Options& options, Blueprint& blueprint,
                               const Communicator& processes = SingleProcess());

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

// A model without its weights: what the problem and the schema say. Values are moved into `limits` where no bounds were
// declared.
Model outlined(const Problem& problem, const Dataset& data, const std::vector<Interval>& limits,
               std::vector<std::string> arguments);

// Columns whose declared bounds are the one point that they are measured from. Their values are zero in training, so
// their slopes are noise, and in units of next to nothing: a weight of such a column is as large as numbers get, and
// the intercept that takes its centre back has no digits left for anything else. Their weights are zero instead, which
// changes no prediction that could be computed exactly.
std::vector<std::size_t> point_columns(const Schema& schema, std::span<const double> centres);

// Adds what the run has to warn of, and leaves columns out that take no part.
void warn(Model& model, const Iterate& weights, RunFacts facts, const Problem& problem, const Schema& schema);

// Runs the solver and puts what it found into a model. Fails only because of released numbers. A blueprint may be
// followed again with another permit.
[[nodiscard]] Result<Released<Model>> train(const Dataset& data, const Blueprint& blueprint, const Means& means);

}  // namespace discreet
