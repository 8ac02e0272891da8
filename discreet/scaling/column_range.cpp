#include "discreet/scaling/column_range.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "discreet/base/contract.hpp"
#include "discreet/oracle/census.hpp"

namespace discreet {
namespace {

using Side = std::span<const double>;  // the octaves of one sign, rising

// A window of octaves counts as seen when it holds this many deviations of its noise, and this share of the rows for
// each octave.
constexpr std::array<std::size_t, 5> kWidths{1, 2, 3, 4, 6};
constexpr double kTargetDeviations = 3.5, kLeastShare = 0.01;
// Next to a window that is seen, an octave belongs to it from here on.
constexpr double kNextDeviations = 2, kNextShare = 0.004;
// A side that holds all but a few rows, which the noise must be small enough to show, ends where its octaves end and
// not at zero.
constexpr double kNearlyAll = 0.96, kSurelyAll = 0.02;
// A column that is zero in most rows: its other values are seen together, if not octave by octave.
constexpr double kSpreadOut = 3;
// Before anything is seen, a target has about this octave, and each further one is that much less plausible.
constexpr double kUsualOctave = 3, kLessPlausible = 0.15;

struct Window {
  std::size_t first, last;
};

double sum_of(Side side, std::size_t first, std::size_t width) {
  double sum = 0;
  for (std::size_t k = first; k < first + width; ++k) sum += side[k];
  return sum;
}

bool belongs(double share, double noise) { return share > std::max(kNextDeviations * noise, kNextShare); }

struct Seen {
  std::optional<Window> above, below;
};

// Of so many octaves one or two exceed four deviations by chance in a table, and one that lies far out would be fatal.
// So the window that holds most is the anchor, and another one must exceed the noise by more, the farther it is from
// there.
double deviations_at(double least, std::size_t octave, std::size_t anchor, bool same_side) {
  constexpr double kMorePerOctave = 0.5, kOtherSide = 0.5, kMost = 7;
  const double apart = std::abs(static_cast<double>(octave) - static_cast<double>(anchor));
  return std::min(least + kMorePerOctave * std::max(apart - 1, 0.0) + (same_side ? 0 : kOtherSide), kMost);
}

// Of the least width at which any window is seen: on each side the topmost, with the octaves above that belong to it.
Seen seen_windows(Side above, Side below, double noise, double deviations) {
  for (const std::size_t width : kWidths) {
    const double unit = noise * std::sqrt(static_cast<double>(width));
    const double share = kLeastShare * static_cast<double>(width);
    double most = std::max(deviations * unit, share);
    std::optional<std::pair<bool, std::size_t>> anchor;
    for (const bool up : {true, false})
      for (std::size_t first = 0; first + width <= above.size(); ++first)
        if (const double sum = sum_of(up ? above : below, first, width); sum > most) {
          most = sum;
          anchor = {up, first};
        }
    if (!anchor) continue;
    const auto topmost = [&](bool up) -> std::optional<Window> {
      const Side side = up ? above : below;
      for (std::size_t first = side.size() - width + 1; first-- > 0;) {
        const double least = deviations_at(deviations, first, anchor->second, up == anchor->first) * unit;
        if (!(sum_of(side, first, width) > std::max(least, share))) continue;
        Window found{first, first + width - 1};
        while (found.last + 1 < side.size() && belongs(side[found.last + 1], noise)) ++found.last;
        return found;
      }
      return std::nullopt;
    };
    return {topmost(true), topmost(false)};
  }
  return {};
}

// The window that stands out most, where it is known that there are rows somewhere.
std::optional<Window> best_window(Side side, double noise, double& score) {
  std::optional<Window> best;
  for (const std::size_t width : kWidths) {
    if (width == 1) continue;
    for (std::size_t first = 0; first + width <= side.size(); ++first) {
      const double z = sum_of(side, first, width) / (noise * std::sqrt(static_cast<double>(width)));
      if (z > score) {
        score = z;
        best = Window{first, first + width - 1};
      }
    }
  }
  return best;
}

double upper(const Window& window) { return SignedOctaves::upper(window.last); }

// From zero to the window's upper end; from its lower end where nearly all rows are in it and the octaves below.
Interval side_range(Side side, const Window& window, double noise) {
  std::size_t bottom = window.first;
  while (bottom > 0 && belongs(side[bottom - 1], noise)) --bottom;
  const std::size_t width = window.last - bottom + 1;
  const bool all = sum_of(side, bottom, width) > kNearlyAll &&
                   noise * std::sqrt(static_cast<double>(width)) < kSurelyAll && bottom > 0;
  return {all ? SignedOctaves::upper(bottom - 1) : 0, upper(window)};
}

std::optional<Interval> joined(Side above, Side below, const std::optional<Window>& high,
                               const std::optional<Window>& low, double noise) {
  if (high && low) return Interval{-upper(*low), upper(*high)};
  if (high) return side_range(above, *high, noise);
  if (!low) return std::nullopt;
  const Interval mirrored = side_range(below, *low, noise);
  return Interval{-mirrored.high, -mirrored.low};
}

Side above_zero(std::span<const double> shares) {
  require(shares.size() == SignedOctaves::kCells, "there is a share for each cell");
  return shares.subspan(1, SignedOctaves::kEach);
}
Side below_zero(std::span<const double> shares) { return shares.subspan(1 + SignedOctaves::kEach); }

}  // namespace

std::optional<Interval> column_range(std::span<const double> shares, double noise, double deviations) {
  const Side above = above_zero(shares), below = below_zero(shares);
  const auto [high, low] = seen_windows(above, below, noise, deviations);
  // The last octave has no end.
  if ((high && high->last + 1 == above.size()) || (low && low->last + 1 == below.size())) return std::nullopt;
  if (high || low) return joined(above, below, high, low, noise);
  if (!(shares[0] > deviations * noise && 1 - shares[0] > deviations * noise)) return std::nullopt;
  double score = kSpreadOut;
  const auto best = best_window(above, noise, score);
  const auto better = best_window(below, noise, score);
  return better ? joined(above, below, std::nullopt, better, noise) : joined(above, below, best, std::nullopt, noise);
}

Interval target_range(std::span<const double> shares, double noise) {
  const Side above = above_zero(shares), below = below_zero(shares);
  const auto [high, low] = seen_windows(above, below, noise, kTargetDeviations);
  if (const auto found = joined(above, below, high, low, noise)) return *found;
  if (shares[0] > kNearlyAll && noise < kSurelyAll) return {-SignedOctaves::upper(0), SignedOctaves::upper(0)};
  double best = -1e300;
  Interval range{0, 1};
  for (std::size_t k = 1; k + 1 < SignedOctaves::kEach; ++k) {
    const double octave = std::log2(SignedOctaves::upper(k));
    const double prior = -kLessPlausible * std::abs(octave - kUsualOctave);
    const double width = noise * std::sqrt(3.0), end = SignedOctaves::upper(k + 1);
    const double scores[] = {sum_of(above, k - 1, 3) / width + prior, sum_of(below, k - 1, 3) / width + prior - 1};
    if (scores[0] > best) {
      best = scores[0];
      range = {0, end};
    }
    if (scores[1] > best) {
      best = scores[1];
      range = {-end, 0};
    }
  }
  return range;
}

}  // namespace discreet
