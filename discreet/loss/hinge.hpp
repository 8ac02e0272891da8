#pragma once

#include <algorithm>
#include <array>
#include <limits>

#include "discreet/loss/loss.hpp"

namespace discreet {

// A row that is right by a margin of 1 or more costs nothing, any other what it lacks. It has a kink, where no step by
// slopes is safe: only solvers that go by the rows' dual variables take it.
struct Hinge {
  static constexpr std::string_view name = "hinge";
  static constexpr Task task = Task::classification;
  static constexpr LabelRole label_role = LabelRole::sign;
  static constexpr std::array<Parameter, 0> parameters{};

  double value(double margin, double label) const { return std::max(1 - margin * label, 0.0); }
  template <class T>
  T derivative(T margin, T label) const {
    return margin * label < 1 ? -label : T{0};
  }
  double curvature(double, double) const { return 0; }
  double smoothness() const { return std::numeric_limits<double>::infinity(); }
  double steepest() const { return 1; }
};
static_assert(Loss<Hinge>);

}  // namespace discreet
