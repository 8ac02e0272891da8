// The step of a dual variable as DP-SCD has it.
#pragma once

#include <algorithm>
#include <cmath>

#include "discreet/loss/dual.hpp"

namespace discreet {

// How far the publication moves a variable: to its own minimum, or for the logistic loss by one Newton step between
// variables that are moved into [1e-4, 1 - 1e-4] before and after it.
template <class L>
double published_dual_move(const L& loss, double a, double label, double margin, double crowd) {
  return dual_solution(loss, a, label, margin, crowd) - a;
}
inline double published_dual_move(const Logistic&, double a, double label, double margin, double crowd) {
  constexpr double kEdge = 1e-4;
  const double b = std::clamp(a * label, kEdge, 1 - kEdge);
  const double slope = std::log(b / (1 - b)) + margin * label, curvature = 1 / (b * (1 - b)) + crowd;
  return label * (std::clamp(b - slope / curvature, kEdge, 1 - kEdge) - b);
}

}  // namespace discreet
