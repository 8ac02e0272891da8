#pragma once

#include "discreet/penalty/penalty.hpp"

namespace discreet {

// Weights stay within [LO, HI].
struct Box {
  static constexpr std::string_view name = "box";
  static constexpr std::array parameters{Parameter{"LO", kLowest}, Parameter{"HI", kLowest}};
  double low = -1;
  double high = 1;

  bool valid() const { return low <= high; }
  double value(double w) const { return outside(w, low, high); }
  double prox(double w, double) const { return std::clamp(w, low, high); }
  Slopes slopes(double w) const { return within({0, 0}, w, low, high); }
};
static_assert(Penalty<Box>);

}  // namespace discreet
