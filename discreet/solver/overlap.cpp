#include "discreet/solver/overlap.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "discreet/base/public_random.hpp"

namespace discreet {
namespace {

// A smaller one is noise, or columns that hardly ever differ from zero.
constexpr double kLeast = 0.1;

// All eigenvalues of a large matrix would take longer than the descent. Repeated multiplication finds the largest from
// below; the margin is for what it has not found yet.
constexpr Eigen::Index kLarge = 200;
constexpr int kMultiplications = 100;
constexpr double kMargin = 1.05;

double largest_eigenvalue(const Eigen::MatrixXd& matrix) {
  if (matrix.rows() <= kLarge)
    return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(matrix, Eigen::EigenvaluesOnly).eigenvalues().maxCoeff();
  PublicRandom random(1);
  Eigen::VectorXd direction(matrix.rows());
  for (double& x : direction) x = random.normal();
  double length = 0;
  for (int k = 0; k < kMultiplications; ++k) {
    const Eigen::VectorXd next = matrix.selfadjointView<Eigen::Lower>() * direction.normalized();
    length = next.norm();
    direction = next;
  }
  return kMargin * length;
}

}  // namespace

double Overlap::of(const Block& block) const {
  if (curvature_.size() == 0) return static_cast<double>(block.size());
  const auto size = static_cast<Eigen::Index>(block.size());
  Eigen::MatrixXd part(size, size);
  for (Eigen::Index a = 0; a < size; ++a)
    for (Eigen::Index b = 0; b < size; ++b)
      part(a, b) = curvature_(static_cast<Eigen::Index>(block[static_cast<std::size_t>(a)].value),
                              static_cast<Eigen::Index>(block[static_cast<std::size_t>(b)].value));
  return std::max(largest_eigenvalue(part), kLeast);
}

double Overlap::steepest(std::span<const double> smoothness) const {
  if (curvature_.size() == 0) return std::accumulate(smoothness.begin(), smoothness.end(), 0.0);
  Eigen::MatrixXd unscaled = curvature_;
  for (Eigen::Index a = 0; a < unscaled.rows(); ++a)
    for (Eigen::Index b = 0; b < unscaled.cols(); ++b)
      unscaled(a, b) *= std::sqrt(smoothness[static_cast<std::size_t>(a)] * smoothness[static_cast<std::size_t>(b)]);
  // No eigenvalue is below the largest entry of the diagonal, or it is noise.
  return std::max(largest_eigenvalue(unscaled), kLeast * *std::max_element(smoothness.begin(), smoothness.end()));
}

}  // namespace discreet
