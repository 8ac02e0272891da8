#pragma once

#include "discreet/solver/dual_ground.hpp"

namespace discreet {

// DP-SCD as it was published: lots of a shuffled order, dual variables that are told with noise, and the noise of an
// accountant that takes the lots for secret ones. What it costs is one Gaussian release a pass, and more than it
// claims. Asked for as --solver dual --recipe paper.
class PublishedDual final : public Solver {
 public:
  [[nodiscard]] static Result<std::unique_ptr<Solver>> make(const SolverSettings& settings, const SurveyFacts& facts);

  void plan(Outline& outline) const override;
  Solution run(SolverContext& context) const override;
  Description description() const override;

 private:
  PublishedDual(SolverSettings settings, SurveyFacts facts);
  std::size_t lots() const { return (facts_.rows + lot_ - 1) / lot_; }

  SolverSettings settings_;
  SurveyFacts facts_;
  std::size_t lot_;
  std::size_t passes_;
};

}  // namespace discreet
