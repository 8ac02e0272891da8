// The numeric accountant: delta(epsilon) of a composition as an integral of its moments along a vertical line in the
// complex plane, through the saddle point. The trapezoidal sum errs upwards only.
#pragma once

#include "discreet/accounting/renyi.hpp"
#include "discreet/privacy/units.hpp"

namespace discreet {

struct ContourBound {
  Epsilon epsilon;  // at least the least epsilon of the composition at delta
  bool settled;  // no better line and no finer spacing changes it; otherwise the sum would be too long to be worth it
};

// Improves on the composition's Renyi bound at delta, until it is settled or at most `enough`.
// proof: docs/proofs/accounting.md
ContourBound contour_epsilon(const Composition& composition, Delta delta, const RenyiBound& renyi,
                             Epsilon enough = {0});

// The saddle of log M(s) - s epsilon - log s(s + 1), a convex function of s, around which the integrand is most
// concentrated; searched from `start`.
double saddle_point(const Composition& composition, Epsilon epsilon, double start);

}  // namespace discreet
