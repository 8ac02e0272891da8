#include "discreet/fairness/bands.hpp"

#include <algorithm>
#include <cmath>

#include "discreet/fit/delta.hpp"

namespace discreet {
namespace {

constexpr int kPoints = 17;

double log_between(double low, double high, int k) { return low * std::pow(high / low, k / (kPoints - 1.0)); }

}  // namespace

std::vector<BandPoint> bands(const Assessment& a) {
  std::vector<BandPoint> points;
  if (a.distances.empty() || !a.distances.back().noise) return points;
  const KnownDistance& known = a.distances.back();
  const KnownDistance::Noise& noise = *known.noise;
  const GroupParts parts = parts_of(a.judged, a.groups.size(), a.classes.size());
  // Delta follows the number of rows where it is the usual one for them.
  const bool usual = std::abs(noise.budget.delta.value / usual_delta(noise.rows).value - 1) < 1e-6;
  const auto add = [&](bool over_rows, double at, Budget budget, double rows) {
    const double factor = distance_factor(noise, budget, rows);
    MarginReach reach = known.reach;
    reach.distance *= factor;
    reach.offset *= factor;
    const auto bounds = bounds_in_parts(a.judged, parts, reach, false);
    for (const NotionReport& notion : a.notions)
      for (std::size_t k = 0; k < notion.levels.size(); ++k) {
        const LevelReport& line = notion.levels[k];
        if (!line.level.defined) continue;
        const LevelBounds bound = bounds_of(line.level, bounds);
        points.push_back({over_rows, at, notion.notion, k, line.value - bound.down, line.value + bound.up});
      }
  };
  for (int k = 0; k < kPoints; ++k) {
    const double rows = std::round(log_between(std::max(10.0, noise.rows / 1000), 10 * noise.rows, k));
    const Delta delta = usual ? usual_delta(rows) : noise.budget.delta;
    add(true, rows, {noise.budget.epsilon, delta}, rows);
  }
  for (int k = 0; k < kPoints; ++k) {
    const double epsilon = log_between(1e-2, 10, k);
    add(false, epsilon, {{epsilon}, noise.budget.delta}, noise.rows);
  }
  return points;
}

}  // namespace discreet
