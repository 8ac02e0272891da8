#pragma once

#include "discreet/solver/coordinate_descent.hpp"
#include "discreet/solver/solver.hpp"

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

  static constexpr std::string_view kClipLine = "clip";

 private:
  CoordinateDescent(SolverSettings settings, SurveyFacts facts);
  bool exact() const;
  ClipRule rule() const { return *settings_.clip_rule; }
  bool searches_clip() const { return !settings_.clip; }
  Scales scales(SolverContext& context) const;
  double search_radius(SolverContext& context) const;
  AnyOrder order() const;

  SolverSettings settings_;
  SurveyFacts facts_;
  Survey survey_;
  Descent descent_;
};

}  // namespace discreet
