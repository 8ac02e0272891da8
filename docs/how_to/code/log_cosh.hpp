#pragma once

#include <array>
#include <cmath>

#include "discreet/loss/loss.hpp"

namespace discreet {

// Squared near zero, linear far out, smooth in between.
struct LogCosh {
  static constexpr std::string_view name = "log-cosh";
  static constexpr Task task = Task::regression;
  static constexpr LabelRole label_role = LabelRole::shift;
  static constexpr std::array<Parameter, 0> parameters{};

  double value(double margin, double label) const {
    // log(cosh(r)) overflows for large |r|; there it equals |r| - log(2) + log(1 + exp(-2|r|)).
    const double r = std::abs(margin - label);
    return r + std::log1p(std::exp(-2 * r)) - std::log(2.0);
  }
  template <class T>
  T derivative(T margin, T label) const {
    return std::tanh(margin - label);
  }
  double curvature(double margin, double label) const {
    const double slope = std::tanh(margin - label);
    return 1 - slope * slope;
  }
  double smoothness() const { return 1; }
};
static_assert(Loss<LogCosh>);

}  // namespace discreet
