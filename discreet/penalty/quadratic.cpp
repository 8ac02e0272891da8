#include "discreet/penalty/quadratic.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <limits>

namespace discreet {
namespace {

// How far a point is from a minimum where the model has that slope: along each coordinate the least slope there is, in
// units in which all are equally curved.
double distance_left(const WeightedPenalty& penalty, const std::vector<Coordinate>& set, const Eigen::VectorXd& u,
                     const Eigen::VectorXd& slope, const Eigen::MatrixXd& curvature) {
  double square = 0;
  for (Eigen::Index j = 0; j < u.size(); ++j) {
    if (!(curvature(j, j) > 0)) continue;
    const Coordinate coordinate = set[static_cast<std::size_t>(j)];
    if (!std::isfinite(penalty.value(coordinate, u[j]))) return std::numeric_limits<double>::infinity();
    const auto [low, high] = penalty.slopes(coordinate, u[j]);
    const double least = slope[j] + std::clamp(-slope[j], low, high);
    square += least * least / curvature(j, j);
  }
  return std::sqrt(square);
}

// Where the model would be least if no coordinate left its kink or its end of a box: a system of equations, exact where
// coordinate descent is slow. It is the minimum if nothing is left to gain there.
Eigen::VectorXd least_on_piece(const WeightedPenalty& penalty, const std::vector<Coordinate>& set,
                               const Eigen::VectorXd& u, const Eigen::VectorXd& slope,
                               const Eigen::MatrixXd& curvature) {
  std::vector<Eigen::Index> free;
  for (Eigen::Index j = 0; j < u.size(); ++j) {
    const auto [low, high] = penalty.slopes(set[static_cast<std::size_t>(j)], u[j]);
    if (low == high && curvature(j, j) > 0) free.push_back(j);
  }
  const auto size = static_cast<Eigen::Index>(free.size());
  Eigen::MatrixXd matrix(size, size);
  Eigen::VectorXd right(size), roots(size);
  for (Eigen::Index a = 0; a < size; ++a) {
    const Eigen::Index j = free[static_cast<std::size_t>(a)];
    const Coordinate coordinate = set[static_cast<std::size_t>(j)];
    for (Eigen::Index b = 0; b < size; ++b) matrix(a, b) = curvature(j, free[static_cast<std::size_t>(b)]);
    matrix(a, a) += penalty.bend(coordinate);
    roots[a] = std::sqrt(matrix(a, a));
    right[a] = -(slope[j] + penalty.slopes(coordinate, u[j]).low);
  }
  const Eigen::VectorXd scale = roots.cwiseInverse();
  matrix = scale.asDiagonal() * matrix * scale.asDiagonal();
  const Eigen::VectorXd moves = scale.asDiagonal() * matrix.ldlt().solve(scale.asDiagonal() * right);
  Eigen::VectorXd found = u;
  for (Eigen::Index a = 0; a < size; ++a) found[free[static_cast<std::size_t>(a)]] += moves[a];
  return found;
}

// Solves a system with a unit diagonal and no negative eigenvalue; where it is singular the shortest answer, as far as
// so large a system can be taken apart.
class UnitSystem {
 public:
  explicit UnitSystem(const Eigen::MatrixXd& matrix) : cholesky_(matrix) {
    constexpr Eigen::Index kMostTakenApart = 1024;
    const double hidden =
        4 * static_cast<double>(matrix.rows()) * std::numeric_limits<double>::epsilon();  // by rounding
    if (cholesky_.info() == Eigen::Success && cholesky_.matrixLLT().diagonal().cwiseAbs2().minCoeff() > hidden) return;
    singular_ = true;
    if (matrix.rows() > kMostTakenApart) {
      pivoted_.compute(matrix);
      return;
    }
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> parts(matrix);
    directions_ = parts.eigenvectors();
    const double least = hidden * parts.eigenvalues().maxCoeff();
    inverse_ = parts.eigenvalues().unaryExpr([&](double value) { return value > least ? 1 / value : 0.0; });
  }

  Eigen::VectorXd solve(const Eigen::VectorXd& right) const {
    if (!singular_) return cholesky_.solve(right);
    if (directions_.size() == 0) return pivoted_.solve(right);
    return directions_ * inverse_.cwiseProduct(directions_.transpose() * right);
  }

 private:
  Eigen::LLT<Eigen::MatrixXd> cholesky_;
  Eigen::LDLT<Eigen::MatrixXd> pivoted_;
  Eigen::MatrixXd directions_;
  Eigen::VectorXd inverse_;
  bool singular_ = false;
};

// Far out, where a box ends, and at the kinks of all others.
constexpr double kLookedAt[] = {-1e300, -1, 0, 1, 1e300};

// Whether a step to the minimum is linear in where it starts from, along a coordinate: whether the penalty there is
// bend u^2/2 and nothing else. What it is beyond that is convex, so its slopes can only grow, and where they are zero
// on both sides there is nothing between.
bool linear(const WeightedPenalty& penalty, Coordinate j) {
  const double bend = penalty.bend(j);
  return std::all_of(std::begin(kLookedAt), std::end(kLookedAt), [&](double u) {
    const auto [low, high] = penalty.slopes(j, u);
    return low == high && std::abs(low - bend * u) <= 1e-12 * std::abs(low);
  });
}

// The minimum where every step is linear: a system of equations, in units in which all coordinates are equally curved,
// and again for what rounding left of it.
Eigen::VectorXd least_of_linear(const WeightedPenalty& penalty, const std::vector<Coordinate>& set,
                                const Eigen::VectorXd& w, const Eigen::VectorXd& gradient,
                                const Eigen::MatrixXd& curvature) {
  constexpr int kMostRepairs = 3;
  if (set.empty()) return w;
  Eigen::VectorXd bends(w.size()), scale(w.size());
  for (Eigen::Index j = 0; j < w.size(); ++j) {
    bends[j] = penalty.bend(set[static_cast<std::size_t>(j)]);
    const double curved = curvature(j, j) > 0 ? curvature(j, j) + bends[j] : 0;  // others stay where they are
    scale[j] = curved > 0 ? 1 / std::sqrt(curved) : 0;
  }
  Eigen::MatrixXd matrix = scale.asDiagonal() * curvature * scale.asDiagonal();
  matrix.diagonal().setOnes();
  const auto left_at = [&](const Eigen::VectorXd& u) -> Eigen::VectorXd {
    const Eigen::VectorXd slope = gradient + curvature * (u - w) + bends.cwiseProduct(u);
    return scale.asDiagonal() * slope;
  };
  Eigen::VectorXd u = w, left = left_at(u);
  const UnitSystem system(matrix);
  for (int repair = 0; repair <= kMostRepairs; ++repair) {
    const Eigen::VectorXd next = u - scale.asDiagonal() * system.solve(left), left_there = left_at(next);
    if (!(left_there.norm() < left.norm())) break;
    u = next;
    left = left_there;
  }
  return u;
}

}  // namespace

Eigen::VectorXd minimise_quadratic(const WeightedPenalty& penalty, const std::vector<Coordinate>& set,
                                   const Eigen::VectorXd& w, const Eigen::VectorXd& gradient,
                                   const Eigen::MatrixXd& curvature) {
  if (std::all_of(set.begin(), set.end(), [&](Coordinate j) { return linear(penalty, j); }))
    return least_of_linear(penalty, set, w, gradient, curvature);
  constexpr int kMostPasses = 200'000;
  constexpr double kNothing = 1e-9;         // of what there was to gain at first
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
  const double at_first = distance_left(penalty, set, u, slope, curvature);
  // A system costs as much as a number of passes; so it is tried when as many have been made.
  const auto often = std::max<int>(10, static_cast<int>(u.size()) / 4);
  int next_try = often;
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
    if (!full || pass < next_try) continue;
    next_try = 2 * pass;  // a singular system is no help however often it is tried
    const Eigen::VectorXd found = least_on_piece(penalty, set, u, slope, curvature);
    const Eigen::VectorXd there = gradient + curvature * (found - w);
    if (distance_left(penalty, set, found, there, curvature) <= kNothing * at_first) return found;
  }
  return u;
}

}  // namespace discreet
