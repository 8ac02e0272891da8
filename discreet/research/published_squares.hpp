#pragma once

#include "discreet/solver/solver.hpp"

namespace discreet {

// Smoothness constants as DP-CD buys them: means of squares of bounded values, with Laplace noise.
class PublishedSquares final : public SmoothnessPurchase {
 public:
  double plan(Outline& outline, const SurveyFacts& facts) const override;
  Frame frame(SolverContext& context, const SurveyFacts& facts) const override;
};

// The settings of a recipe that buys its constants so, unless there is no noise; refused where values have no bounds.
[[nodiscard]] Result<SolverSettings> with_published_squares(SolverSettings settings, const SurveyFacts& facts);

}  // namespace discreet
