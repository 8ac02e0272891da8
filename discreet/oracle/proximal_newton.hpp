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

// A smooth term that is added to the risk: slopes.w + sum of bends_j w_j^2 / 2. Both may be empty.
struct Tilt {
  Eigen::VectorXd slopes, bends;

  void add_gradient(const Eigen::VectorXd& w, Eigen::VectorXd& gradient) const {
    if (slopes.size()) gradient += slopes;
    if (bends.size()) gradient += bends.cwiseProduct(w);
  }
};

struct NewtonRun {
  Eigen::VectorXd w;
  std::size_t steps = 0;
};

// The slope of a penalty at `point` along a way there, as it is on arrival.
double arriving_slope(const WeightedPenalty& penalty, const Eigen::VectorXd& point, const Eigen::VectorXd& way);

// From w, in the oracle's frame. finished(w, gradient) says when to stop, with the gradient of the risk and the tilt;
// advance(steps) is told after each. Steps go by slopes alone: values of an objective are blurred by rounding long
// before its slopes are. A run ends early where no step leads down.
template <class Ask, class Finished, class Advance>
NewtonRun proximal_newton(ReferenceOracle& oracle, const WeightedPenalty& penalty, const Tilt& tilt, Eigen::VectorXd w,
                          std::size_t most_steps, Ask&& ask, Finished&& finished, Advance&& advance) {
  // Where a loss is straight rows pull and do not bend, and the quadratic model may have no minimum. So every
  // coordinate is bent a little more, by this part of its smoothness: too little to slow down a run that Newton's
  // method suits, and more when steps turn out too long.
  constexpr double kLeastDamping = 1e-12, kFirstDamping = 1e-3, kMostDamping = 1;
  constexpr int kMostHalvings = 60;
  const Eigen::VectorXd smoothness = Eigen::Map<const Eigen::VectorXd>(oracle.frame().smoothness.data(), w.size());
  const auto gradient_at = [&](const Eigen::VectorXd& point) {
    oracle.restart({point.data(), static_cast<std::size_t>(point.size())});
    Eigen::VectorXd gradient = ask(oracle.gradient());
    tilt.add_gradient(point, gradient);
    return gradient;
  };
  for (Eigen::Index j = 0; j < w.size(); ++j) w[j] = penalty.prox(coordinate_at(j), w[j], 1 / smoothness[j]);
  Eigen::VectorXd gradient = gradient_at(w);
  double damping = kLeastDamping;
  std::size_t step = 0;
  for (; step < most_steps && !finished(w, gradient); ++step) {
    const Eigen::VectorXd moves = proximal_moves(penalty, w, gradient, smoothness);
    const std::vector<Coordinate> set = working_set(w, moves);
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
    const Eigen::VectorXd whole = towards(1), way = whole - w;
    const auto slope_at = [&](const Eigen::VectorXd& point, const Eigen::VectorXd& there) {
      return there.dot(way) + arriving_slope(penalty, point, way);
    };
    // The whole way, if it leads down to its end or to where steps are half as long; or else to where it ends to lead
    // down, and not so early that the slope has hardly changed.
    Eigen::VectorXd point = whole, there = gradient_at(whole);
    double length = 1;
    if (!(slope_at(whole, there) <= 0) &&
        !(proximal_moves(penalty, whole, there, smoothness).norm() <= 0.5 * moves.norm())) {
      const double first = slopes.dot(best - old) - arriving_slope(penalty, w, -way);
      double high = 1;
      length = 0;
      for (int halving = 0; halving < kMostHalvings; ++halving) {
        const double middle = 0.5 * (length + high);
        Eigen::VectorXd between = towards(middle), slopes_between = gradient_at(between);
        const double slope = slope_at(between, slopes_between);
        if (!(slope <= 0)) {
          high = middle;
          continue;
        }
        length = middle;
        point = std::move(between);
        there = std::move(slopes_between);
        if (slope >= 0.5 * first) break;
      }
    }
    damping = length < 0.5  ? std::clamp(10 * damping, kFirstDamping, kMostDamping)
              : length == 1 ? std::max(damping / 10, kLeastDamping)
                            : damping;
    advance(step + 1);
    if (length == 0) {
      // What is left is rounding, or too long a step in every direction.
      if (damping == kMostDamping) break;
      oracle.restart({w.data(), static_cast<std::size_t>(w.size())});
      continue;
    }
    w = std::move(point);
    gradient = std::move(there);
    oracle.restart({w.data(), static_cast<std::size_t>(w.size())});
  }
  return {std::move(w), step};
}

}  // namespace discreet
