#pragma once

#include "discreet/oracle/choices.hpp"
#include "discreet/solver/groundwork.hpp"

namespace discreet {

// DP Frank-Wolfe: the weights stay in an l1 ball. Each step lets a private choice say which corner lies lowest and
// goes part of the way to it, so after t steps at most t weights are not zero.
class FrankWolfe final : public GroundedSolver, public SpreadsRows {
 public:
  static constexpr std::string_view name = "frank-wolfe";
  static constexpr std::string_view summary =
      "conditional gradients over the l1 ball of --radius by private selection (DP-FW)";

  [[nodiscard]] static Result<std::unique_ptr<Solver>> make(const SolverSettings& settings, const SurveyFacts& facts);

  void plan(Outline& outline) const override;
  Solution run(SolverContext& context) const override;
  Description description() const override;

  static constexpr std::string_view kChoices = "choices", kLooks = "looks";

 private:
  FrankWolfe(SolverSettings settings, SurveyFacts facts);
  // One or two choices cost least as pure events.
  bool few() const { return steps_ <= 2 || settings_.pure_choices; }
  double curvature_in_thresholds() const;
  std::size_t worthwhile_steps() const;
  std::vector<double> reaches(const Scales& found) const;
  double intercept_slope(SolverContext& context, Clip clip) const;
  Clip unclipped(SolverContext& context) const;
  // Without noise: whether no point of the ball can be much better.
  bool good_enough(SolverContext& context, const Iterate& w, const std::vector<double>& reaches) const;

  std::size_t steps_;
};

}  // namespace discreet
