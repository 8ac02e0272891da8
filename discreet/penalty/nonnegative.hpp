#pragma once

#include "discreet/penalty/penalty.hpp"

namespace discreet {

// Weights are never below zero.
struct Nonnegative {
  static constexpr std::string_view name = "nonnegative";
  static constexpr std::array<Parameter, 0> parameters{};

  double value(double w) const { return outside(w, 0, std::numeric_limits<double>::infinity()); }
  double prox(double w, double) const { return std::max(w, 0.0); }
  Slopes slopes(double w) const { return within({0, 0}, w, 0, std::numeric_limits<double>::infinity()); }
};
static_assert(Penalty<Nonnegative>);

}  // namespace discreet
