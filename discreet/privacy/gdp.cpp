#include "discreet/privacy/gdp.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "discreet/base/bracket.hpp"
#include "discreet/base/contract.hpp"
#include "discreet/base/normal.hpp"

namespace discreet {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kLogSqrtTwoPi = 0.91893853320467274178;

// Eight-point Gauss-Legendre rule on [-1, 1]; symmetric.
constexpr std::array<double, 4> kNodes{0.1834346424956498, 0.5255324099163290, 0.7966664774136267, 0.9602898564975363};
constexpr std::array<double, 4> kWeights{0.3626837833783620, 0.3137066458778873, 0.2223810344533745,
                                         0.1012285362903763};

// mills(x) - mills(x + width) without the cancellation that the plain difference has for a small width: the
// derivative of the Mills ratio is x mills(x) - 1.
double mills_drop(double x, double width) {
  if (width > 0.1) return mills_ratio(x) - mills_ratio(x + width);
  const auto slope = [](double at) {
    // For large x the two terms of 1 - x mills(x) nearly cancel; with mills = 1 / (x + first) it is first / (x +
    // first).
    if (at < 6) return 1 - at * mills_ratio(at);
    double tail = at;
    for (int k = 40; k >= 2; --k) tail = at + k / tail;
    const double first = 1 / tail;
    return first / (at + first);
  };
  double sum = 0;
  for (std::size_t k = 0; k < kNodes.size(); ++k) {
    const double offset = 0.5 * width * kNodes[k];
    sum += kWeights[k] * (slope(x + 0.5 * width - offset) + slope(x + 0.5 * width + offset));
  }
  return 0.5 * width * sum;
}

struct Tail {
  double log_delta;   // never below the true one
  double drop;        // mills(u) - mills(u + mu), with u = epsilon/mu - mu/2
  double mills_next;  // mills(u + mu)
};

// delta = phi(u) (mills(u) - mills(u + mu)), because exp(epsilon) phi(u + mu) = phi(u).
Tail tail(double mu, double epsilon) {
  const double u = epsilon / mu - 0.5 * mu;
  const double next = mills_ratio(u + mu);
  if (u < -5) {
    const double delta = normal_cdf(-u) - normal_density(u) * next;
    return {std::min(0.0, std::log(delta) + 1e-14), delta / normal_density(u), next};
  }
  const double drop = mills_drop(u, mu);
  // Rounding: a Mills ratio carries 1e-14 of itself, which the difference of two of them magnifies; u carries a few
  // units in the last place of the terms it is the difference of, which the exponent -u^2/2 multiplies by u.
  const double slack =
      2e-13 + 1e-14 * (mu > 0.1 ? (mills_ratio(u) + next) / drop : 1) + 4e-16 * std::abs(u) * (epsilon / mu + 0.5 * mu);
  return {std::min(0.0, -0.5 * u * u - kLogSqrtTwoPi + std::log(drop) + slack), drop, next};
}

}  // namespace

double log_delta_of(Mu mu, Epsilon epsilon) {
  require(mu.value >= 0 && epsilon.value >= 0, "mu and epsilon are not negative");
  if (mu.value == 0) return -kInfinity;
  if (std::isinf(mu.value)) return 0;
  if (std::isinf(epsilon.value)) return -kInfinity;
  return tail(mu.value, epsilon.value).log_delta;
}

Epsilon epsilon_of(Mu mu, Delta delta) {
  require(mu.value >= 0, "mu is not negative");
  require(delta.value >= 0 && delta.value < 1, "delta is at least 0 and below 1");
  if (mu.value == 0) return {0};
  if (std::isinf(mu.value) || delta.value == 0) return {kInfinity};
  const double target = std::log(delta.value);
  if (log_delta_of(mu, {0}) <= target) return {0};
  // log delta is a concave and decreasing function of epsilon, so Newton's steps from the right of the root stay to
  // the right of it: every iterate is already an upper bound. Phi(-t) <= exp(-t^2/2) gives the first one.
  const double m = mu.value;
  double epsilon = m * (0.5 * m + std::sqrt(-2 * target)) + 1e-300;
  for (int step = 0; step < 60; ++step) {
    const Tail at = tail(m, epsilon);
    const double move = (at.log_delta - target) * at.drop / at.mills_next;
    if (!(std::abs(move) > 1e-14 * epsilon)) break;
    epsilon = std::max(epsilon + move, 0.25 * epsilon);
  }
  for (double nudge = 1e-15; log_delta_of(mu, {epsilon}) > target; nudge *= 2) epsilon += nudge * (epsilon + 1e-300);
  return {epsilon};
}

Mu largest_mu(Budget budget) {
  const double epsilon = budget.epsilon.value;
  require(epsilon >= 0, "epsilon is not negative");
  require(budget.delta.value >= 0 && budget.delta.value < 1, "delta is at least 0 and below 1");
  if (std::isinf(epsilon)) return {kInfinity};
  if (budget.delta.value == 0) return {0};
  const double target = std::log(budget.delta.value);
  const auto fits = [&](double mu) { return tail(mu, epsilon).log_delta <= target; };
  // delta(epsilon; mu) <= Phi(mu/2 - epsilon/mu) <= exp(-(epsilon/mu - mu/2)^2/2), which solves in closed form.
  const double t = std::sqrt(-2 * target);
  double low = epsilon > 0 ? 2 * epsilon / (t + std::sqrt(t * t + 2 * epsilon)) : budget.delta.value;
  while (!fits(low)) low *= 0.5;
  double high = 2 * low;
  while (fits(high)) low = std::exchange(high, 2 * high);
  // The derivative of log delta in mu is 1/drop.
  constexpr int kNewtonSteps = 41;
  return {newton({high, low}, low, {.relative = 4e-15, .steps = 200}, {.most = kNewtonSteps}, [&](double mu) {
    const Tail at = tail(mu, epsilon);
    return Tangent{at.log_delta <= target, mu - (at.log_delta - target) * at.drop};
  })};
}

}  // namespace discreet
