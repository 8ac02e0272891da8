#pragma once

#include "discreet/penalty/penalty.hpp"

namespace discreet {

// A/2 w^2: every weight shrinks.
struct L2 {
  static constexpr std::string_view name = "l2";
  static constexpr std::array parameters{Parameter{"A"}};
  double strength = 0;

  double value(double w) const { return 0.5 * strength * w * w; }
  double prox(double w, double step) const { return w / (1 + step * strength); }
  Slopes slopes(double w) const { return {strength * w, strength * w}; }
  double bend() const { return strength; }
};
static_assert(Penalty<L2>);

}  // namespace discreet
