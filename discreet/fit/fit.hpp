// The library in one call. Names come in, types go to work, a released model comes out.
#pragma once

#include "discreet/base/result.hpp"
#include "discreet/data/dataset.hpp"
#include "discreet/fit/options.hpp"
#include "discreet/fit/problem.hpp"
#include "discreet/model/model.hpp"
#include "discreet/privacy/sensitive.hpp"
#include "discreet/solver/progress.hpp"
#include "discreet/solver/prospect.hpp"

namespace discreet {

// Everything that is decided before the data is touched.
struct Blueprint {
  Problem problem;
  std::unique_ptr<Solver> solver;
  Plan plan;
  PrivacyLabel label;
  // Who is asked whether the plan fits, and into what: a published recipe that costs more than it claims is paid for in
  // full and says so.
  std::shared_ptr<const Accountant> accountant;
  Budget granted;
  Prospect prospect;  // what public facts say about the outcome
};
[[nodiscard]] Result<Blueprint> draw(const Options& options, const PublicFacts& facts);
[[nodiscard]] Result<Blueprint> draw(Problem problem, const PublicFacts& facts);

// What the solver of a problem would ask, before any noise is chosen.
[[nodiscard]] Result<Outline> outline_of(const Problem& problem, const PublicFacts& facts);

// The solver, why it was chosen, and its settings as they were resolved.
Description description_of(const Blueprint& blueprint);

PublicFacts public_facts(const Dataset& data);

[[nodiscard]] Result<Released<Model>> fit(const Dataset& data, const Options& options, Progress& progress);
[[nodiscard]] Result<Released<Model>> fit(const Dataset& data, const Options& options);

}  // namespace discreet
