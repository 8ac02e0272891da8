// The exact minimum of a risk and a penalty by proximal Newton steps. Whoever runs it brings a way to look at exact
// answers: ask(sealed) returns what is inside. Nothing is opened here that the caller could not open by itself.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "discreet/oracle/oracle.hpp"
#include "discreet/penalty/quadratic.hpp"
#include "discreet/penalty/weighted.hpp"

namespace discreet {

inline Coordinate coordinate_at(Eigen::Index j) { return {static_cast<std::size_t>(j)}; }

// How far a proximal step along each coordinate would go, in units in which all are equally curved. All zero at the
// optimum and nowhere else.
Eigen::VectorXd proximal_moves(const WeightedPenalty& penalty, const Eigen::VectorXd& w,
                               const Eigen::VectorXd& gradient, const Eigen::VectorXd& smoothness);

// The coordinates that a step is taken along: all of them while their matrix of second derivatives is small, and
// otherwise those that are not zero, or would not stay so, the most eager first.
std::vector<Coordinate> working_set(const Eigen::VectorXd& w, const Eigen::VectorXd& moves);

double penalty_at(const WeightedPenalty& penalty, const Eigen::VectorXd& w);

// A smooth term that is added to the risk: slopes.w + sum of bends_j w_j^2 / 2. Both may be empty.
struct Tilt {
  Eigen::VectorXd slopes, bends;

  double value(const Eigen::VectorXd& w) const {
    return (slopes.size() ? slopes.dot(w) : 0) + (bends.size() ? 0.5 * bends.dot(w.cwiseAbs2()) : 0);
  }
  void add_gradient(const Eigen::VectorXd& w, Eigen::VectorXd& gradient) const {
    if (slopes.size()) gradient += slopes;
    if (bends.size()) gradient += bends.cwiseProduct(w);
  }
};

struct NewtonRun {
  Eigen::VectorXd w;
  std::size_t steps = 0;
};

// From w, in the oracle's frame. finished(w, gradient) says when to stop, with the gradient of the risk and the tilt;
// advance(steps) is told after each.
template <class Ask, class Finished, class Advance>
NewtonRun proximal_newton(Oracle& oracle, const WeightedPenalty& penalty, const Tilt& tilt, Eigen::VectorXd w,
                          std::size_t most_steps, Ask&& ask, Finished&& finished, Advance&& advance) {
  // Where a loss is straight rows pull and do not bend, and the quadratic model may have no minimum. So every
  // coordinate is bent a little more, by this part of its smoothness: too little to slow down a run that Newton's
  // method suits, and more when steps turn out too long.
  constexpr double kLeastDamping = 1e-12, kFirstDamping = 1e-3, kMostDamping = 1;
  const double slack = std::max(1e-13, 4 * oracle.precision());  // a value is no more exact than that
  const Eigen::VectorXd smoothness = Eigen::Map<const Eigen::VectorXd>(oracle.frame().smoothness.data(), w.size());
  const auto objective = [&](const Eigen::VectorXd& point) {
    oracle.restart({point.data(), static_cast<std::size_t>(point.size())});
    return ask(oracle.risk()) + tilt.value(point) + penalty_at(penalty, point);
  };
  for (Eigen::Index j = 0; j < w.size(); ++j) w[j] = penalty.prox(coordinate_at(j), w[j], 1 / smoothness[j]);
  double value = objective(w), damping = kLeastDamping;
  std::size_t step = 0;
  for (; step < most_steps; ++step) {
    Eigen::VectorXd gradient = ask(oracle.gradient());
    tilt.add_gradient(w, gradient);
    if (finished(w, gradient)) break;
    const std::vector<Coordinate> set = working_set(w, proximal_moves(penalty, w, gradient, smoothness));
    Eigen::MatrixXd curvature = ask(oracle.curvature(set));
    Eigen::VectorXd old(curvature.rows()), slopes(curvature.rows());
    for (Eigen::Index k = 0; k < curvature.rows(); ++k) {
      const auto j = static_cast<Eigen::Index>(set[static_cast<std::size_t>(k)].value);
      curvature(k, k) += damping * smoothness[j] + (tilt.bends.size() ? tilt.bends[j] : 0);
      old[k] = w[j];
      slopes[k] = gradient[j];
    }
    const Eigen::VectorXd best = minimise_quadratic(penalty, set, old, slopes, curvature);
    // Part of the way, and never by a rounding beyond either end: one of them may be the end of a box.
    const auto towards = [&](double length) {
      Eigen::VectorXd point = w;
      for (Eigen::Index k = 0; k < best.size(); ++k) {
        const auto [low, high] = std::minmax(old[k], best[k]);
        point[static_cast<Eigen::Index>(set[static_cast<std::size_t>(k)].value)] =
            length == 1 ? best[k] : std::clamp(old[k] + length * (best[k] - old[k]), low, high);
      }
      return point;
    };
    const Eigen::VectorXd whole = towards(1);
    const double promised = slopes.dot(best - old) + penalty_at(penalty, whole) - penalty_at(penalty, w);
    double length = 1;
    double next = objective(whole);
    while (!(next <= value + 0.1 * length * promised + slack * std::abs(value)) && length > 1e-10) {
      length /= 2;
      next = objective(towards(length));
    }
    w = towards(length);
    value = next;
    damping = length < 0.5  ? std::clamp(10 * damping, kFirstDamping, kMostDamping)
              : length == 1 ? std::max(damping / 10, kLeastDamping)
                            : damping;
    advance(step + 1);
  }
  return {std::move(w), step};
}

}  // namespace discreet
