#pragma once

#include "discreet/penalty/penalty.hpp"

namespace discreet {

// A (RATIO |w| + (1 - RATIO)/2 w^2): zeros like l1, stable like l2.
struct ElasticNet {
  static constexpr std::string_view name = "elastic-net";
  static constexpr std::array parameters{Parameter{"A"}, Parameter{"RATIO", 0, 1}};
  double strength = 0;
  double ratio = 0.5;

  double value(double w) const { return strength * (ratio * std::abs(w) + 0.5 * (1 - ratio) * w * w); }
  double prox(double w, double step) const {
    return soft_threshold(w, step * strength * ratio) / (1 + step * strength * (1 - ratio));
  }
  Slopes slopes(double w) const {
    const auto [low, high] = slopes_of_size(strength * ratio, w);
    const double rest = strength * (1 - ratio) * w;
    return {low + rest, high + rest};
  }
  double bend() const { return strength * (1 - ratio); }
};
static_assert(Penalty<ElasticNet>);

}  // namespace discreet
