#include "discreet/penalty/quadratic.hpp"

#include <algorithm>
#include <cmath>

namespace discreet {

Eigen::VectorXd minimise_quadratic(const WeightedPenalty& penalty, const std::vector<Coordinate>& set,
                                   const Eigen::VectorXd& w, const Eigen::VectorXd& gradient,
                                   const Eigen::MatrixXd& curvature) {
  constexpr int kMostPasses = 200'000;
  Eigen::VectorXd u = w, slope = gradient;  // the model's slope at u
  double largest = 0;
  const auto visit = [&](Eigen::Index j) {
    const double m = curvature(j, j);
    if (!(m > 0)) return 0.0;
    const double next = penalty.prox(set[static_cast<std::size_t>(j)], u[j] - slope[j] / m, 1 / m);
    const double moved = next - u[j];
    if (moved == 0) return 0.0;
    slope += moved * curvature.col(j);
    u[j] = next;
    return std::sqrt(m) * std::abs(moved);
  };
  std::vector<Eigen::Index> active;
  for (int pass = 0; pass < kMostPasses; ++pass) {
    double moved = 0;
    const bool full = pass % 10 == 0;
    if (full) active.clear();
    if (full) {
      for (Eigen::Index j = 0; j < u.size(); ++j) {
        const double by = visit(j);
        moved = std::max(moved, by);
        if (by > 0) active.push_back(j);
      }
    } else {
      for (const Eigen::Index j : active) moved = std::max(moved, visit(j));
    }
    largest = std::max(largest, moved);
    if (full && moved <= 1e-14 * largest) break;
  }
  return u;
}

}  // namespace discreet
