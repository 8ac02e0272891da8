#include <algorithm>
#include <cmath>

#include "discreet/solver/survey.hpp"

namespace discreet {
namespace {

constexpr double kRareCounts = 0.25;

}  // namespace

// From the target's level in its own units to the margin that a fit starts from. A loss whose curvature grows with the
// margin, as that of counts does, is curved there far less than it could be at the most, and steps made for the most
// would lead nowhere in the passes that a budget buys: the frame takes twice what it is at the start. Without noise
// there are passes enough, and steps stay safe wherever the run goes.
void Survey::find_level(Scales& scales, bool own_frame) const {
  if (!facts_.level) return;
  // Noise may hide the level of rare counts, not that they spread; their mean is a quarter of that or so at the least.
  const double mean =
      std::max(facts_.intercept ? scales.target_centre : scales.target_spread, kRareCounts * scales.target_spread);
  const double margin = facts_.level(mean);
  if (facts_.intercept) scales.target_centre = margin;
  if (!own_frame || std::isinf(facts_.budget.value)) return;
  const double curvature = 2 * facts_.curvature_at(facts_.intercept ? margin : std::max(margin, 0.0));
  if (!(curvature < scales.curvature)) return;
  for (double& m : scales.frame.smoothness) m *= curvature / scales.curvature;
  scales.curvature = curvature;
}

}  // namespace discreet
