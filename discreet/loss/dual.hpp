// The dual side of a loss: with f* the conjugate of f(z) = value(z, label), what a row's dual variable costs, f*(-a),
// and where it goes when it is moved by itself,
//   dual_solution(loss, a, label, margin, crowd) = argmin over b of f*(-b) + margin b + crowd/2 (b - a)^2.
// At the optimum a is -derivative(margin, label). Both are exact: closed forms, or for the logistic loss a root to
// 1e-12. A loss without an overload has no dual solvers.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "discreet/loss/hinge.hpp"
#include "discreet/loss/huber.hpp"
#include "discreet/loss/logistic.hpp"
#include "discreet/loss/squared.hpp"
#include "discreet/loss/squared_hinge.hpp"

namespace discreet {

inline constexpr double kNoDual = std::numeric_limits<double>::infinity();  // what lies outside of the domain costs

inline double dual_solution(const Squared&, double a, double label, double margin, double crowd) {
  return (label - margin + crowd * a) / (1 + crowd);
}
inline double dual_cost(const Squared&, double a, double label) { return a * (0.5 * a - label); }

inline double dual_solution(const Huber& loss, double a, double label, double margin, double crowd) {
  return std::clamp(dual_solution(Squared{}, a, label, margin, crowd), -loss.steepest(), loss.steepest());
}
inline double dual_cost(const Huber& loss, double a, double label) {
  return std::abs(a) <= loss.steepest() ? dual_cost(Squared{}, a, label) : kNoDual;
}

// Of the losses of two classes the variable times the label counts: b in [0, 1], or not below 0 for the squared hinge.
inline double dual_solution(const Hinge&, double a, double label, double margin, double crowd) {
  const double lacking = 1 - margin * label;
  if (crowd == 0) return lacking > 0 ? label : 0;
  return label * std::clamp(a * label + lacking / crowd, 0.0, 1.0);
}
inline double dual_cost(const Hinge&, double a, double label) {
  return a * label >= 0 && a * label <= 1 ? -a * label : kNoDual;
}

inline double dual_solution(const SquaredHinge&, double a, double label, double margin, double crowd) {
  return label * std::max((1 - margin * label + crowd * a * label) / (1 + crowd), 0.0);
}
inline double dual_cost(const SquaredHinge&, double a, double label) {
  const double b = a * label;
  return b >= 0 ? b * (0.5 * b - 1) : kNoDual;
}

// The root of t + margin label + crowd (sigmoid(t) - b) in t, which rises by at least 1 everywhere: Newton steps,
// halving the bracket where they leave it. The variable has four times the precision of t.
inline double dual_solution(const Logistic&, double a, double label, double margin, double crowd) {
  const double b = a * label, constant = margin * label - crowd * b;
  const auto sigmoid = [](double t) { return 1 / (1 + std::exp(-t)); };
  double low = -constant - crowd, high = -constant;
  if (!std::isfinite(low) || !std::isfinite(high)) return std::numeric_limits<double>::quiet_NaN();
  double t = std::clamp(0.0, low, high);
  for (int step = 0; step < 200; ++step) {
    const double share = sigmoid(t), value = t + constant + crowd * share;
    (value > 0 ? high : low) = t;
    double next = t - value / (1 + crowd * share * (1 - share));
    if (!(next > low && next < high)) next = low + 0.5 * (high - low);
    const double moved = std::abs(next - t);
    t = next;
    if (moved <= 1e-13 * std::max(1.0, std::abs(t))) break;
  }
  return label * sigmoid(t);
}
inline double dual_cost(const Logistic&, double a, double label) {
  const double b = a * label;
  if (!(b >= 0 && b <= 1)) return kNoDual;
  const auto entropy = [](double share) { return share > 0 ? share * std::log(share) : 0; };
  return entropy(b) + entropy(1 - b);
}

template <class L>
concept HasDual = requires(const L& loss, double x) {
  dual_solution(loss, x, x, x, x);
  dual_cost(loss, x, x);
};

}  // namespace discreet
