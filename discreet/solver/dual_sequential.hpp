#pragma once

#include "discreet/solver/dual_ground.hpp"

namespace discreet {

// The sequential variant: rows of a public lot move one after the other, each from where those before it have led. One
// row can turn all that follow, so the noise grows with the size of the lot.
class SequentialDual final : public GroundedSolver, public TakesKinks {
 public:
  static constexpr std::string_view name = "dual-sequential";
  static constexpr std::string_view summary = "dual coordinate ascent one row after the other (SeqDP-SCD)";

  [[nodiscard]] static Result<std::unique_ptr<Solver>> make(const SolverSettings& settings, const SurveyFacts& facts);

  void plan(Outline& outline) const override;
  Result<void> check(const Plan& plan) const override;
  Solution run(SolverContext& context) const override;
  Description description() const override;

 private:
  SequentialDual(SolverSettings settings, SurveyFacts facts);
  std::size_t lots_a_pass() const { return (facts_.rows + size_ - 1) / size_; }

  std::size_t size_, passes_;
};

}  // namespace discreet
