#pragma once

#include "discreet/penalty/penalty.hpp"

namespace discreet {

// UP w above zero, DOWN |w| below: for weights that should rather not be positive, or rather not be negative.
struct OneSided {
  static constexpr std::string_view name = "one-sided";
  static constexpr std::array parameters{Parameter{"UP"}, Parameter{"DOWN"}};
  double up = 0;
  double down = 0;

  double value(double w) const { return w > 0 ? up * w : -down * w; }
  double prox(double w, double step) const {
    if (w > step * up) return w - step * up;
    if (w < -step * down) return w + step * down;
    return 0;
  }
  Slopes slopes(double w) const { return {w > 0 ? up : -down, w < 0 ? -down : up}; }
};
static_assert(Penalty<OneSided>);

}  // namespace discreet
