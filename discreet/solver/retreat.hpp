// The end of a descent that may have gone too far: along columns that are larger than its frame says, a few steps can
// lead to a point that is worse than the one it started from.
#pragma once

#include <string_view>

#include "discreet/solver/solver.hpp"

namespace discreet {

class Retreat {
 public:
  static constexpr std::string_view kLine = "retreat";

  // Whether losses have a bound to compare them by: not those that can be negative.
  static bool possible(const SurveyFacts& facts) { return !facts.level; }
  // Adds what will be asked, at that share of the budget.
  static void plan(Outline& outline, const SurveyFacts& facts, double share);
  // What was reached, or half of the way to it where the noise hides most; but where the start looks better than that
  // by more than the noise, or a point on the way in a classification, the best of all. A bounded risk is not the risk
  // where few rows matter much, so a regression decides nothing by less. Leaves the oracle there. `found` knows the
  // target's spread.
  static Solution run(SolverContext& context, const SurveyFacts& facts, const Scales& found, const Iterate& start,
                      const Iterate& reached);

 private:
  // The level of a target with few values far out can be a worse start than none.
  static bool tries_zero(const SurveyFacts& facts);
};

}  // namespace discreet
