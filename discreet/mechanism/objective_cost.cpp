#include "discreet/mechanism/objective_cost.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "discreet/base/bracket.hpp"
#include "discreet/base/contract.hpp"
#include "discreet/base/normal.hpp"
#include "discreet/privacy/gdp.hpp"

namespace discreet {
namespace {

constexpr double kUp = 1 + 1e-12;  // more than the roundings of the formulas
constexpr double kLeast = 1e-6, kMost = 1e12;
// Draws beyond kLongestDraw deviations, which are cut off, have a probability of less than e^-800. A larger epsilon
// than this is spent as this one, so that they stay negligible whatever it is.
constexpr double kLogCutOff = -kLongestDraw * kLongestDraw / 2;

}  // namespace

double objective_delta(double epsilon, double noise, double curvature, Neighbours neighbours) {
  require(noise > 0 && curvature >= 0, "noise is positive and curvature is not negative");
  const bool replaced = neighbours == Neighbours::replace_one;
  const double mu = (replaced ? 2 : 1) / noise, rest = epsilon - std::log1p(curvature) * kUp;
  if (!(rest > 0)) return 1;
  // A replaced row moves the term along two directions at once, which at most doubles the tail.
  const double tails = replaced ? 4 : 2;
  if (rest >= mu * mu / 2) return std::min(1.0, tails * std::exp(log_delta_of({mu}, {rest})) * kUp);
  return std::clamp(0.5 * tails * (1 - 2 * std::exp(rest) * normal_cdf(-mu)) * kUp + 1e-14, 0.0, 1.0);
}

double objective_noise(const ApproximateEvent& event, double curvature, std::size_t coordinates,
                       Neighbours neighbours) {
  const double epsilon = std::min(event.epsilon.value, kLargestObjectiveEpsilon);
  const double cut_off = 4 * static_cast<double>(coordinates) * std::exp(kLogCutOff + epsilon);
  const double delta = event.delta.value - cut_off;
  const auto enough = [&](double noise) { return objective_delta(epsilon, noise, curvature, neighbours) <= delta; };
  if (!enough(kMost)) return std::numeric_limits<double>::infinity();
  return std::exp(bisect({std::log(kLeast), std::log(kMost)}, {.absolute = 1e-10},
                         [&](double log_noise) { return enough(std::exp(log_noise)); }));
}

}  // namespace discreet
