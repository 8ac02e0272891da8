#pragma once

#include "discreet/penalty/penalty.hpp"

namespace discreet {

// Nothing is added: plain empirical risk.
struct None {
  static constexpr std::string_view name = "none";
  static constexpr std::array<Parameter, 0> parameters{};

  double value(double) const { return 0; }
  double prox(double w, double) const { return w; }
  Slopes slopes(double) const { return {0, 0}; }
};
static_assert(Penalty<None>);

}  // namespace discreet
