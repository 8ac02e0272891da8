#pragma once

#include <algorithm>
#include <array>

#include "discreet/loss/loss.hpp"

namespace discreet {

// A row that is right by a margin of 1 or more costs nothing, any other the square of what it lacks. Its scores are no
// probabilities.
struct SquaredHinge {
  static constexpr std::string_view name = "squared-hinge";
  static constexpr Task task = Task::classification;
  static constexpr LabelRole label_role = LabelRole::sign;
  static constexpr std::array<Parameter, 0> parameters{};

  double value(double margin, double label) const {
    const double lacking = std::max(1 - margin * label, 0.0);
    return 0.5 * lacking * lacking;
  }
  template <class T>
  T derivative(T margin, T label) const {
    return -label * std::max(1 - margin * label, T{0});
  }
  double curvature(double margin, double label) const { return margin * label < 1 ? 1 : 0; }
  double smoothness() const { return 1; }
};
static_assert(Loss<SquaredHinge>);

}  // namespace discreet
