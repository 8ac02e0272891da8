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
  std::size_t worthwhile_passes() const;
  ClipRule rule() const { return *settings_.clip_rule; }
  bool searches_clip() const { return !settings_.clip; }
  // A declared frame says nothing about the target, whose spread the search for a threshold starts from.
  bool asks_target() const { return settings_.smoothness == SmoothnessSource::declared && searches_clip() && !exact(); }
  Scales scales(SolverContext& context) const;
  double search_radius(SolverContext& context, double target_spread) const;
  AnyOrder order() const;

  SolverSettings settings_;
  SurveyFacts facts_;
  Survey survey_;
  Descent descent_;
};

}  // namespace discreet
