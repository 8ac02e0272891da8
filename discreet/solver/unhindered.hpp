// Coordinate descent without noise: what takes the place of a fixed threshold and a fixed number of passes.
#pragma once

#include <limits>
#include <string_view>

#include "discreet/solver/solver.hpp"

namespace discreet {

// The threshold at which a rule leaves all slope vectors within `radius` as they are. The thresholds of the box rules
// are stated for the slopes themselves, not in units of the root of their smoothness.
Clip covering(ClipRule rule, double radius, const Frame& frame);

// Exact answers need no clipping and no fixed number of passes: thresholds stay at twice what the longest slope needs,
// and the run ends when it stands still, unless the user said where to clip or when to stop.
class Unhindered {
 public:
  static constexpr std::size_t kMostPasses = 20'000;

  // `line` of the permit pays for what it looks at. A pass that leaves coordinates out to chance may stand still by
  // chance, so then only the objective is looked at.
  Unhindered(SolverContext& context, const SolverSettings& settings, std::string_view line, bool each_once)
      : context_(&context),
        settings_(&settings),
        line_(line),
        each_once_(each_once),
        last_(context.oracle.coordinates()) {}

  Clip clip();
  bool finished(const Iterate& w);
  std::size_t passes() const { return passes_; }

 private:
  bool stalled(const Iterate& w);

  SolverContext* context_;
  const SolverSettings* settings_;
  std::string_view line_;
  bool each_once_;
  Iterate last_;
  double largest_ = 0;
  double objective_ = std::numeric_limits<double>::infinity();  // when it was last looked at
  double radius_ = 0;                                           // for this pass; 0 before it is known
  std::size_t passes_ = 0;
};

}  // namespace discreet
