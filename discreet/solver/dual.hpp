#pragma once

#include "discreet/solver/batches.hpp"
#include "discreet/solver/dual_ground.hpp"

namespace discreet {

// DP-SCD with hidden variables: every row of a random batch moves its own dual variable, which stays on the trusted
// side, and the noisy sum of what that does to the weights is all that comes out.
class DualAscent final : public GroundedSolver, public TakesKinks {
 public:
  static constexpr std::string_view name = "dual";
  static constexpr std::string_view summary = "dual coordinate ascent by random batches of rows (DP-SCD)";

  [[nodiscard]] static Result<std::unique_ptr<Solver>> make(const SolverSettings& settings, const SurveyFacts& facts);

  void plan(Outline& outline) const override;
  Solution run(SolverContext& context) const override;
  Description description() const override;

 private:
  DualAscent(SolverSettings settings, SurveyFacts facts);

  BatchRule batches_;
  std::size_t passes_;
  double step_;
};

}  // namespace discreet
