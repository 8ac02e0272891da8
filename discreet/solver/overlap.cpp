#include "discreet/solver/overlap.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>

namespace discreet {
namespace {

// A smaller one is noise, or columns that hardly ever differ from zero.
constexpr double kLeast = 0.1;

}  // namespace

double Overlap::of(const Block& block) const {
  if (curvature_.size() == 0) return static_cast<double>(block.size());
  const auto size = static_cast<Eigen::Index>(block.size());
  Eigen::MatrixXd part(size, size);
  for (Eigen::Index a = 0; a < size; ++a)
    for (Eigen::Index b = 0; b < size; ++b)
      part(a, b) = curvature_(static_cast<Eigen::Index>(block[static_cast<std::size_t>(a)].value),
                              static_cast<Eigen::Index>(block[static_cast<std::size_t>(b)].value));
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solved(part, Eigen::EigenvaluesOnly);
  return std::max(solved.eigenvalues()[size - 1], kLeast);
}

}  // namespace discreet
