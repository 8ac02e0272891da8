#include "discreet/fairness/column_units.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

namespace discreet {
namespace {

// Of its centre: the least half-width of a column that is a point.
constexpr double kLeastHalf = 1e-6;

struct Unit {
  double centre = 0, half = 1;
};

Unit unit_of(const Interval& limits, bool from_zero) {
  const bool indicator = limits.low == 0 && limits.high == 1;
  const double centre = from_zero || indicator ? 0 : 0.5 * limits.low + 0.5 * limits.high;
  const double half = std::max(limits.high - centre, centre - limits.low);
  if (half > 0) return {centre, std::max(half, kLeastHalf * std::abs(centre))};
  return {centre, centre != 0 ? kLeastHalf * std::abs(centre) : 1};
}

bool usable(const Interval& limits) {
  return std::isfinite(limits.low) && std::isfinite(limits.high) && limits.low <= limits.high;
}

}  // namespace

MarginReach ColumnUnits::reach(double distance) const {
  MarginReach reach{{}, 1, distance, 0, centres};
  for (const double half : halves) reach.scales.push_back(1 / half);
  return reach;
}

ColumnUnits column_units(const Model& model, bool sparse, std::span<const ColumnMoments> seen) {
  std::map<std::string, Interval> declared;
  for (const Model::Bounds& bounds : model.bounds) declared[bounds.feature] = {bounds.low, bounds.high};
  ColumnUnits units;
  std::size_t by_limits = 0;
  for (std::size_t j = 0; j < model.features.size(); ++j) {
    std::optional<Interval> limits;
    if (const auto found = declared.find(model.features[j]); found != declared.end()) {
      limits = found->second;
      if (!model.means.empty())
        for (double* end : {&limits->low, &limits->high}) *end = (*end - model.means[j]) / model.deviations[j];
    }
    // Rows that are shrunk end up nearer to zero, and not between the limits.
    if (limits && model.row_norm) {
      const double most = std::min(*model.row_norm, std::max(std::abs(limits->low), std::abs(limits->high)));
      *limits = {-most, most};
    }
    if (limits && !usable(*limits)) limits.reset();
    by_limits += limits.has_value();
    Unit unit = limits ? unit_of(*limits, sparse) : Unit{};
    if (j < seen.size()) {
      const double centre = sparse ? 0 : seen[j].mean, half = std::hypot(seen[j].deviation, seen[j].mean - centre);
      // Of a column of one value, deviations are what rounding leaves of them.
      if (std::isfinite(half) && half > kLeastHalf * std::abs(centre)) unit = {centre, half};
    }
    units.centres.push_back(unit.centre);
    units.halves.push_back(unit.half);
  }
  units.limited = seen.empty() && by_limits == model.features.size();
  if (!seen.empty())
    units.how = "the deviation of each column";
  else if (by_limits > 0)
    units.how = "half the width of each column's limits";
  return units;
}

}  // namespace discreet
