// How far a private model is from the optimum, with probability 1 - zeta.
#pragma once

#include <cstddef>

#include "discreet/privacy/units.hpp"

namespace discreet {

// How far one row can move the minimum of a mean loss whose data term has slopes of at most `lipschitz` and whose
// penalty bends by at least `convexity`. proof: docs/proofs/output.md
double sensitivity_of_minimum(double lipschitz, double convexity, double rows, Neighbours neighbours);

// The least deviation of Gaussian noise that hides this much, by exact accounting.
double output_deviation(double sensitivity, Budget budget);

// The length of Gaussian noise in so many coordinates: exactly the quantile of its distribution.
double output_distance(double deviation, std::size_t coordinates, double zeta);
// The size of one coordinate of it.
double normal_distance(double deviation, double zeta);

// Lemma 6.5.1 of the thesis, for comparison: classical noise (right for epsilon up to 1) and a looser tail.
double published_distance(double sensitivity, Budget budget, std::size_t coordinates, double zeta);

// DP-SGD on a strongly convex and smooth objective with a constant step of at most 1/(2 smoothness): lemma 6.5.2 as its
// proof supports it (T and not T^2, and the noise of all coordinates). Infinite where the step is too long.
struct SgdRun {
  double convexity, smoothness, step;
  double steps;
  double start;             // distance of the first point from the optimum
  double gradient_at_best;  // mean square length of the rows' slopes at the optimum
  double deviation;         // of the noise on each coordinate of a mean slope
  std::size_t coordinates;
};
double sgd_distance(const SgdRun& run, double zeta);

}  // namespace discreet
