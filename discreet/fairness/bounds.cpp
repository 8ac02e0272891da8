#include "discreet/fairness/bounds.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace discreet {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kFirst = 1e-5, kGrowth = 10, kLast = 1e15, kClose = 1e-7;

// The logarithm of the mean of exp(t (1 - ratio)): convex in t.
class LogMoment {
 public:
  explicit LogMoment(std::span<const MarginRow> rows) : rows_(rows) {
    for (const MarginRow& row : rows) least_ = std::min(least_, row.ratio);
  }
  double operator()(double t) const {
    if (t == 0) return 0;
    double sum = 0;  // the largest summand is taken out: the sum is between 1 and the number of rows
    for (const MarginRow& row : rows_) sum += std::exp(t * (least_ - row.ratio));
    return t * (1 - least_) + std::log(sum / static_cast<double>(rows_.size()));
  }
  bool empty() const { return !std::isfinite(least_); }

 private:
  std::span<const MarginRow> rows_;
  double least_ = kInfinity;
};

double chernoff(std::span<const MarginRow> rows) {
  const LogMoment value(rows);
  if (value.empty()) return 0;
  // t = 1 is what makes it at most Markov's bound, so it is among the candidates whatever the search finds.
  double best = std::min(0.0, value(1));
  double high = kFirst, reached = value(high);
  if (!(reached < 0)) return std::exp(best);  // it is convex and begins at 0: it only rises
  while (high < kLast) {
    const double next = value(high * kGrowth);
    high *= kGrowth;
    if (!(next < reached)) break;
    reached = next;
  }
  const double golden = (std::sqrt(5.0) - 1) / 2;
  double low = 0, left = high - golden * high, right = golden * high, at_left = value(left), at_right = value(right);
  while (high - low > kClose * high) {
    best = std::min({best, at_left, at_right});
    if (at_left < at_right) {
      high = right, right = left, at_right = at_left;
      left = high - golden * (high - low), at_left = value(left);
    } else {
      low = left, left = right, at_left = at_right;
      right = low + golden * (high - low), at_right = value(right);
    }
  }
  return std::exp(std::min({best, at_left, at_right}));
}

}  // namespace

double margin_ratio(double margin, double reach) {
  if (reach <= 0) return kInfinity;
  return std::isnan(margin) || std::isnan(reach) ? 0 : std::abs(margin) / reach;
}

AccuracyBounds bounds_of(std::span<const MarginRow> rows, bool search) {
  AccuracyBounds found;
  if (rows.empty()) return found;
  for (const MarginRow& row : rows) {
    found.markov += 1 / row.ratio;
    if (row.ratio > 1) continue;
    found.truncated += 1 / row.ratio;
    found.near += 1;
    (row.right ? found.lost : found.gained) += 1;
  }
  const double n = static_cast<double>(rows.size());
  for (double* sum : {&found.markov, &found.truncated, &found.near, &found.lost, &found.gained}) *sum /= n;
  // Rounding must not put the tighter bound above the looser one.
  found.chernoff = search ? std::min(chernoff(rows), found.markov) : found.markov;
  return found;
}

LevelBounds bounds_of(const FairnessLevel& level, std::span<const AccuracyBounds> parts) {
  LevelBounds found;
  for (std::size_t k = 0; k < parts.size(); ++k) {
    const double weight = level.weights[k], size = std::abs(weight);
    if (size == 0) continue;  // and not zero times infinity
    found.markov += size * parts[k].markov;
    found.truncated += size * parts[k].truncated;
    found.chernoff += size * parts[k].chernoff;
    found.near += size * parts[k].near;
    found.down += size * (weight > 0 ? parts[k].lost : parts[k].gained);
    found.up += size * (weight > 0 ? parts[k].gained : parts[k].lost);
  }
  return found;
}

}  // namespace discreet
