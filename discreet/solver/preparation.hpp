// What a solver does before its first step: buy the frame or take it as declared, and buy the clipping threshold if
// none was given.
#pragma once

#include <string_view>

#include "discreet/solver/solver.hpp"

namespace discreet {

class Preparation {
 public:
  // Settings with the clip rule chosen.
  Preparation(SolverSettings settings, SurveyFacts facts);

  // Adds what will be asked, and returns the share of the budget that is left. Without noise a guide may look at the
  // longest slope `looks` times on the line kClip.
  double plan(Outline& outline, std::size_t looks) const;
  // Sets the oracle's frame.
  Scales run(SolverContext& context) const;
  // The threshold: given, or searched for at the oracle's current point and then scaled.
  Clip clip(SolverContext& context, const Scales& found, double scaled = 1) const;

  bool exact() const;  // no noise is asked for

  static constexpr std::string_view kClip = "clip";
  // Logistic slopes can grow by this much on the way.
  static constexpr double kLogisticGrowth = 1.7;

 private:
  ClipRule rule() const { return *settings_.clip_rule; }
  bool searches_clip() const { return !settings_.clip; }
  // A declared frame says nothing about the target, whose spread the search for a threshold starts from.
  bool asks_target() const { return settings_.smoothness == SmoothnessSource::declared && searches_clip() && !exact(); }
  Scales scales(SolverContext& context) const;
  double search_radius(SolverContext& context, double target_spread) const;

  SolverSettings settings_;
  SurveyFacts facts_;
  Survey survey_;
};

// Names for descriptions.
std::string_view name_of(ClipRule rule);
std::string_view name_of(SmoothnessSource source);
std::string name_of(const Averaging& averaging);

}  // namespace discreet
