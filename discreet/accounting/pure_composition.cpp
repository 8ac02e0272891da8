#include "discreet/accounting/pure_composition.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "discreet/base/bracket.hpp"

namespace discreet {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// log C(k, j) e^(j e) / (1 + e^e)^k: the probability of j likely answers among k.
long double log_binomial(long double k, long double j, long double each) {
  return std::lgamma(k + 1) - std::lgamma(j + 1) - std::lgamma(k - j + 1) - (k - j) * each -
         k * std::log1p(std::exp(-each));
}

// delta(epsilon), never below the true one, or anything above `most` if it is above that. The loss is (2 j - k) e;
// terms grow up to the law's bulk and then fall faster and faster.
double profile(double each, double count, double epsilon, double most) {
  // Below the mean by 18 roots of k lies e^-648 (Hoeffding), which no delta notices.
  const double bulk = count / (1 + std::exp(-each)) - 18 * std::sqrt(count);
  const double first = std::max({std::floor(0.5 * (epsilon / each + count)), std::floor(bulk), 0.0});
  const double scale = std::exp(static_cast<double>(log_binomial(count, std::min(first, count), each)));
  const double growth = std::exp(each);
  double sum = 0, probability = 1, steps = 0;  // relative to that of the first term
  for (double j = first; j <= count; ++j, ++steps) {
    const double loss = (2 * j - count) * each, ratio = (count - j) / (j + 1) * growth;
    if (loss > epsilon) sum += -std::expm1(epsilon - loss) * probability;
    if (sum * scale > most) break;
    // The ratio of neighbours falls with j; once it is r < 1, the rest is below probability r / (1 - r).
    if (ratio < 0.999 && loss > epsilon && probability * ratio / (1 - ratio) < 1e-17 * sum) {
      sum += probability * ratio / (1 - ratio);
      break;
    }
    probability *= ratio;
  }
  // The rounding of the logarithms of factorials, of size k log k, in extended precision, and of one product a step.
  const double rounding = 1e-14 + 4e-19 * count * (std::log(count + 1) + each) + 5e-16 * steps;
  return sum * scale * (1 + rounding);
}

struct PureEpsilon {
  double operator()(const GaussianEvent&) const { return kInfinity; }
  double operator()(const PoissonGaussianEvent&) const { return kInfinity; }
  double operator()(const FixedBatchGaussianEvent&) const { return kInfinity; }
  double operator()(const LaplaceEvent& e) const { return 1 / e.multiplier.value; }
  double operator()(const ExponentialEvent& e) const { return e.epsilon.value; }
  double operator()(const PureEvent& e) const { return e.epsilon.value; }
  double operator()(const ApproximateEvent&) const { return kInfinity; }
  double operator()(const NonPrivateEvent&) const { return kInfinity; }
};

}  // namespace

double pure_epsilon(const Event& event) { return std::visit(PureEpsilon{}, event); }

Epsilon summed_epsilon(const Plan& plan) {
  double sum = 0;
  for (const PlanLine& line : plan.lines)
    if (line.groups > 0) sum += static_cast<double>(line.groups) * pure_epsilon(line.event);
  return {sum * (1 + 4e-16 * static_cast<double>(plan.lines.size() + 2))};
}

Epsilon pure_composition(Epsilon each, double count, Delta delta) {
  const double sum = each.value * count * (1 + 1e-15);
  if (delta.value == 0 || each.value == 0) return {sum};
  const auto fits = [&](double epsilon) { return profile(each.value, count, epsilon, delta.value) <= delta.value; };
  if (fits(0)) return {0};
  return {bisect({0, sum}, {.relative = 1e-14}, fits)};
}

Epsilon from_pure_epsilons(const Plan& plan, Delta delta, Epsilon known) {
  std::set<double> kinds;
  double count = 0;
  for (const PlanLine& line : plan.lines)
    if (line.groups > 0) kinds.insert(pure_epsilon(line.event)), count += static_cast<double>(line.groups);
  const Epsilon least = std::min(known, summed_epsilon(plan));
  if (kinds.size() != 1 || !std::isfinite(*kinds.begin()) || least.value == 0) return least;
  // One look tells whether the composition can be better than what is known, which it rarely is.
  const double each = *kinds.begin();
  if (std::isfinite(known.value) && profile(each, count, known.value, delta.value) > delta.value) return least;
  return std::min(least, pure_composition({each}, count, delta));
}

}  // namespace discreet
