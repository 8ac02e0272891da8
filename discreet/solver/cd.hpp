#pragma once

#include "discreet/solver/coordinate_descent.hpp"
#include "discreet/solver/preparation.hpp"

namespace discreet {

// DP-CD from a plan to a point: buys or takes the frame, buys the clipping threshold if none was given, descends.
class CoordinateDescent final : public Solver {
 public:
  static constexpr std::string_view name = "cd";
  static constexpr std::string_view summary = "proximal coordinate descent with noisy slopes (DP-CD)";

  [[nodiscard]] static Result<std::unique_ptr<Solver>> make(const SolverSettings& settings, const SurveyFacts& facts);

  void plan(Outline& outline) const override;
  Solution run(SolverContext& context) const override;
  Description description() const override;

 private:
  CoordinateDescent(SolverSettings settings, SurveyFacts facts);
  std::size_t worthwhile_passes() const;
  ClipRule rule() const { return *settings_.clip_rule; }
  AnyOrder order() const;

  SolverSettings settings_;
  SurveyFacts facts_;
  Preparation preparation_;
  Descent descent_;
};

}  // namespace discreet
