#include <algorithm>
#include <cmath>

#include "discreet/solver/octave_reading.hpp"
#include "discreet/solver/survey_parts.hpp"

namespace discreet {
namespace {

constexpr double kTargetShare = 0.015;  // of the budget
constexpr std::size_t kQuestions = 3;
constexpr double kRareCounts = 0.25;

}  // namespace

double Survey::plan_target(Outline& outline) const {
  if (!facts_.regression) return 0;
  outline.lines.push_back({std::string(kTarget), kQuestions, Octaves::kCells, kTargetShare});
  return kTargetShare;
}

Scales Survey::run_target(Frame declared, const Census& census, Gaussian& gaussian, Permit& permit) const {
  Scales scales;
  scales.frame = std::move(declared);
  scales.curvature = facts_.loss_smoothness;
  Ask ask{census, gaussian, permit};
  if (facts_.regression) find_target(scales, ask);
  find_level(scales, false);
  return scales;
}

void Survey::find_target(Scales& scales, Ask& ask) const {
  const std::size_t number = ask.census.target();
  const std::vector<std::size_t> target{number};
  const double noise = histogram_noise(kTargetShare / kQuestions, 1);
  const auto octaves = [&](double centre) {
    return ask.gaussian.release(ask.census.sizes(ask.permit.pay(kTarget), target, std::vector{centre})).value();
  };
  double middle = 0, size = 1;
  const std::vector<double> sizes = octaves(0);
  if (facts_.target_bounds) {
    middle = facts_.intercept ? 0.5 * (facts_.target_bounds->low + facts_.target_bounds->high) : 0;
    size = std::max(facts_.target_bounds->high - middle, middle - facts_.target_bounds->low);
  } else if (const auto top = top_octave(sizes, noise)) {
    size = Octaves::upper(*top);
  } else {
    scales.seen = false;
  }
  size = std::clamp(size, kSmallestSize, kLargestSize);
  const double shift =
      ask.gaussian.release(ask.census.means(ask.permit.pay(kTarget), target, std::vector{middle}, std::vector{size}))
          .value()[0];
  // A mean that may be all noise is taken for less, as far as it may be.
  const double apart = facts_.apart();
  const double doubt = apart * size * std::sqrt(kQuestions / kTargetShare) / facts_.budget.value / facts_.normaliser;
  const double trusted = shift * std::max(0.0, 1 - doubt * doubt / (shift * shift));
  if (facts_.intercept && scales.seen) scales.target_centre = middle + std::clamp(trusted, -size, size);
  const std::vector<double> spreads = octaves(scales.target_centre);
  const auto top = top_octave(spreads, noise);
  scales.target_spread = top ? std::min(std::sqrt(second_moment(spreads, *top, noise)), 2 * size) : size;
}

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
  if (!own_frame || facts_.exact()) return;
  const double curvature = 2 * facts_.curvature_at(facts_.intercept ? margin : std::max(margin, 0.0));
  if (!(curvature < scales.curvature)) return;
  for (double& m : scales.frame.smoothness) m *= curvature / scales.curvature;
  scales.curvature = curvature;
}

}  // namespace discreet
