#include "discreet/penalty/quadratic.hpp"

#include <Eigen/Cholesky>
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

}  // namespace

Eigen::VectorXd minimise_quadratic(const WeightedPenalty& penalty, const std::vector<Coordinate>& set,
                                   const Eigen::VectorXd& w, const Eigen::VectorXd& gradient,
                                   const Eigen::MatrixXd& curvature) {
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
