#pragma once

#include "discreet/solver/dual_ground.hpp"

namespace discreet {

// The primal variant: blocks of weights take Newton steps of their own, which are clipped as a whole and not row by
// row, so that the noise does not shrink with the number of rows. It is here to compare with.
class PrimalNewton final : public Solver {
 public:
  static constexpr std::string_view name = "dual-primal";
  static constexpr std::string_view summary =
      "the primal counterpart of dual, with clipped Newton steps (PrimalDP-SCD)";

  [[nodiscard]] static Result<std::unique_ptr<Solver>> make(const SolverSettings& settings, const SurveyFacts& facts);

  void plan(Outline& outline) const override;
  Solution run(SolverContext& context) const override;
  Description description() const override;

 private:
  PrimalNewton(SolverSettings settings, SurveyFacts facts);
  double reach(const Plan& plan, std::size_t steps) const;
  std::unique_ptr<Blocks> blocks(const std::vector<double>& smoothness) const;

  SolverSettings settings_;
  SurveyFacts facts_;
  Groundwork groundwork_;
  std::unique_ptr<Blocks> shape_;
  std::size_t passes_;
};

}  // namespace discreet
