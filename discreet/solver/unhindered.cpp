#include "discreet/solver/unhindered.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace discreet {
namespace {

// Without noise a run ends when no coordinate moves by more than this part of the largest move so far, or when this
// many passes together lower the objective by no more than this part of it.
constexpr double kStill = 1e-10, kLowered = 1e-9;
constexpr std::size_t kLookEvery = 50;

}  // namespace

Clip covering(ClipRule rule, double radius, const Frame& frame) {
  const std::vector<double>& smoothness = frame.smoothness;
  switch (rule) {
    case ClipRule::ball:
      return {rule, radius};
    case ClipRule::smoothness:
      return {rule, radius * std::sqrt(std::accumulate(smoothness.begin(), smoothness.end(), 0.0))};
    case ClipRule::uniform:
      return {rule, radius * std::sqrt(static_cast<double>(smoothness.size()) *
                                       *std::max_element(smoothness.begin(), smoothness.end()))};
  }
  return {rule, radius};
}

Clip Unhindered::clip() {
  if (settings_->clip) return {*settings_->clip_rule, *settings_->clip};
  if (radius_ == 0) {
    const Payment paid = context_->permit.pay(line_);
    const double longest = context_->exactly(paid, context_->reference.longest_slope());
    radius_ = longest > 0 && std::isfinite(2 * longest) ? 2 * longest : 1;
  }
  return covering(*settings_->clip_rule, radius_, context_->oracle.frame());
}

bool Unhindered::finished(const Iterate& w) {
  ++passes_;
  radius_ = 0;
  const std::vector<double>& smoothness = context_->oracle.frame().smoothness;
  double moved = 0;
  for (std::size_t j = 0; j < w.size(); ++j)
    moved = std::max(moved, std::sqrt(smoothness[j]) * std::abs(w[Coordinate{j}] - last_[Coordinate{j}]));
  last_ = w;
  largest_ = std::max(largest_, moved);
  if (!std::isfinite(moved)) return true;
  return !settings_->passes &&
         ((each_once_ && moved <= kStill * largest_) || (passes_ % kLookEvery == 0 && stalled(w)));
}

bool Unhindered::stalled(const Iterate& w) {
  const Payment paid = context_->permit.pay(line_);
  double value = context_->exactly(paid, context_->reference.risk());
  for (std::size_t j = 0; j < w.size(); ++j) value += context_->penalty.value(Coordinate{j}, w[Coordinate{j}]);
  const double before = std::exchange(objective_, value);
  return before - value <= kLowered * std::abs(value);
}

}  // namespace discreet
