#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "discreet/loss/loss.hpp"

namespace discreet {

// Squared within DELTA of the label, linear beyond: no row pulls harder than DELTA, however far off it is. DELTA has
// the unit of the label, so there is none that suits everybody.
struct Huber {
  static constexpr std::string_view name = "huber";
  static constexpr Task task = Task::regression;
  static constexpr LabelRole label_role = LabelRole::shift;
  static constexpr std::array parameters{Parameter{"DELTA", 1e-30, 1e30}};
  double delta = 1;

  double value(double margin, double label) const {
    const double r = std::abs(margin - label);
    return r <= delta ? 0.5 * r * r : delta * (r - 0.5 * delta);
  }
  template <class T>
  T derivative(T margin, T label) const {
    return std::clamp(margin - label, static_cast<T>(-delta), static_cast<T>(delta));
  }
  double curvature(double margin, double label) const { return std::abs(margin - label) <= delta ? 1 : 0; }
  double smoothness() const { return 1; }
  double steepest() const { return delta; }
};
static_assert(Loss<Huber>);

}  // namespace discreet
