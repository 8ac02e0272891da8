// The end of a descent that may have gone too far: along columns that are larger than its frame says, a few steps can
// lead to a point that is worse than the one it started from.
#pragma once

#include <string_view>

#include "discreet/solver/solver.hpp"

namespace discreet {

class Retreat {
 public:
  static constexpr std::string_view kLine = "retreat";

  // Whether a descent has to look back and can: losses have a bound to compare them by, not those that can be negative,
  // and scales were bought by a survey. What a frame of the user's says is taken to be so.
  static bool needed(const SolverSettings& settings, const SurveyFacts& facts);
  // Adds what will be asked, and returns the share of the budget that it takes.
  static double plan(Outline& outline, const SurveyFacts& facts);
  // What is looked for. Long steps end at bad points often enough for the way to be doubted wherever the noise hides
  // how good it is. Short ones lead somewhere good, or further away at every step; then the losses of many rows are as
  // large as their bound, which shows through far more noise, and anything else is left alone.
  enum class Against { bad_ends, ruin };
  // What was reached, or half of the way to it where the noise would hide a bad end; but where the start looks better
  // than that by more than the noise, or a point on the way where a classification may have a bad end, the best of all.
  // A bounded risk is not the risk where few rows matter much, so a regression decides nothing by less. Leaves the
  // oracle there. `found` knows the target's spread.
  static Solution run(SolverContext& context, const SurveyFacts& facts, const Scales& found, const Iterate& start,
                      const Iterate& reached, Against what = Against::bad_ends);

 private:
  // The level of a target with few values far out can be a worse start than none.
  static bool tries_zero(const SurveyFacts& facts);
};

}  // namespace discreet
