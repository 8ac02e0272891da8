// Products of columns in the frame: how the risk is curved along pairs of coordinates, and how far the noise in all of
// them together reaches. What moments, overlaps and metrics are made of.
#pragma once

#include <Eigen/Core>
#include <string_view>

#include "discreet/solver/solver.hpp"

namespace discreet {

// The noise of q (q + 1)/2 products of rows in a ball, paid for with that multiplier, is a symmetric matrix: its
// deviation on the diagonal, and its largest eigenvalue, which is about sqrt(2q) of that.
struct ProductNoise {
  double deviation, largest;
};
ProductNoise product_noise(const SurveyFacts& facts, std::size_t columns, double multiplier, double radius);

// The curvature that the frame and the products of columns tell, in units of the root of the smoothness; rows are
// scaled into a ball of `spread` times their root mean square first.
Eigen::MatrixXd noisy_curvature(SolverContext& context, std::string_view line, const Scales& found, double spread);
// The same from exact products.
Eigen::MatrixXd exact_curvature(SolverContext& context, Permit& permit, std::string_view line, const Scales& found);

}  // namespace discreet
