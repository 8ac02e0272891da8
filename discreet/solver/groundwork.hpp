// What every descent buys before its first step: the frame, and the threshold at which slopes are clipped.
#pragma once

#include <cstddef>
#include <string_view>

#include "discreet/solver/solver.hpp"

namespace discreet {

class Groundwork {
 public:
  Groundwork(const SolverSettings& settings, const SurveyFacts& facts)
      : settings_(settings), facts_(facts), survey_(facts_) {}

  bool exact() const;  // no noise was asked for
  std::size_t coordinates() const { return facts_.features + facts_.intercept; }

  // Adds what will be asked, and returns the share of the budget that is left. Without noise every pass may look twice.
  double plan(Outline& outline, std::size_t passes) const;

  Scales scales(SolverContext& context) const;
  // The threshold: as given, or searched for at the oracle's current point, adapted to the rule and times `scaled`.
  Clip clip(SolverContext& context, const Scales& found, ClipRule rule, double scaled = 1) const;

  // More passes come closer to the optimum of the data at hand and add noise to every slope: how many are worth it, for
  // a pass whose steps are `step` of a coordinate's own, and not more than `most`.
  std::size_t worthwhile_passes(double step, double most) const;

  static constexpr std::string_view kClipLine = "clip";

 private:
  bool searches_clip() const { return !settings_.clip; }
  // A declared frame says nothing about the target, whose spread the search for a threshold starts from.
  bool asks_target() const { return settings_.smoothness == SmoothnessSource::declared && searches_clip() && !exact(); }

  // The radius of the ball that few rows' slope vectors leave at the start.
  double search_radius(SolverContext& context, const Scales& found) const;

  SolverSettings settings_;
  SurveyFacts facts_;
  Survey survey_;
};

// Names for descriptions.
std::string_view name_of(ClipRule rule);
std::string_view name_of(SmoothnessSource source);

}  // namespace discreet
