#pragma once

#include "discreet/penalty/penalty.hpp"

namespace discreet {

// A |w|: small weights become exactly zero.
struct L1 {
  static constexpr std::string_view name = "l1";
  static constexpr std::array parameters{Parameter{"A"}};
  double strength = 0;

  double value(double w) const { return strength * std::abs(w); }
  double prox(double w, double step) const { return soft_threshold(w, step * strength); }
  Slopes slopes(double w) const { return slopes_of_size(strength, w); }
};
static_assert(Penalty<L1>);

}  // namespace discreet
