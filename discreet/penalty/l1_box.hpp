#pragma once

#include "discreet/penalty/penalty.hpp"

namespace discreet {

// A |w| with weights within [LO, HI].
struct L1Box {
  static constexpr std::string_view name = "l1-box";
  static constexpr std::array parameters{Parameter{"A"}, Parameter{"LO", kLowest}, Parameter{"HI", kLowest}};
  double strength = 0;
  double low = -1;
  double high = 1;

  bool valid() const { return low <= high; }
  double value(double w) const { return strength * std::abs(w) + outside(w, low, high); }
  double prox(double w, double step) const { return std::clamp(soft_threshold(w, step * strength), low, high); }
  Slopes slopes(double w) const { return within(slopes_of_size(strength, w), w, low, high); }
};
static_assert(Penalty<L1Box>);

}  // namespace discreet
