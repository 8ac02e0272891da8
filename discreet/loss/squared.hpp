#pragma once

#include <array>

#include "discreet/loss/loss.hpp"

namespace discreet {

struct Squared {  // Half the square of margin less label: least squares.
  static constexpr std::string_view name = "squared";
  static constexpr Task task = Task::regression;
  static constexpr bool quadratic = true;
  static constexpr LabelRole label_role = LabelRole::shift;
  static constexpr std::array<Parameter, 0> parameters{};

  double value(double margin, double label) const { return 0.5 * (margin - label) * (margin - label); }
  template <class T>
  T derivative(T margin, T label) const {
    return margin - label;
  }
  double curvature(double, double) const { return 1; }
  double smoothness() const { return 1; }
};
static_assert(Loss<Squared>);

}  // namespace discreet
