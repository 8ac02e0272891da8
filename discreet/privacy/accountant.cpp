#include "discreet/privacy/accountant.hpp"

#include <cmath>
#include <limits>

#include "discreet/privacy/gdp.hpp"
#include "discreet/privacy/lattice.hpp"

namespace discreet {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct SquareOfMu {
  double operator()(const GaussianEvent& gaussian) const {
    return 1 / (gaussian.multiplier.value * gaussian.multiplier.value);
  }
  template <class Other>
  double operator()(const Other&) const {
    return kInfinity;
  }
};

// What it costs that the noise is discrete: docs/proofs/lattice.md. Within x standard deviations the discrete and the
// rounded continuous Gaussian agree up to these factors, for each number released.
double fewer_by(double numbers) { return numbers * 1.01 / (24 * std::ldexp(1.0, 2 * kSmallestExponent)); }
double more_by(double numbers, double x) {
  return numbers * (x * x + 1) / (24 * std::ldexp(1.0, 2 * kSmallestExponent));
}

}  // namespace

Mu composed_mu(const Plan& plan) {
  double square = 0;
  for (const PlanLine& line : plan.lines)
    square += static_cast<double>(line.groups) * std::visit(SquareOfMu{}, line.event);
  // Each addition rounds by at most half a unit in the last place.
  return {std::sqrt(square * (1 + 4e-16 * static_cast<double>(plan.lines.size() + 2)))};
}

double lattice_numbers(const Plan& plan) {
  double numbers = 0;
  for (const PlanLine& line : plan.lines)
    numbers += static_cast<double>(line.groups) * static_cast<double>(line.numbers);
  return numbers;
}

Epsilon GdpAccountant::epsilon(const Plan& plan, Delta delta) const {
  const Mu mu = composed_mu(plan);
  const double numbers = lattice_numbers(plan);
  const Epsilon ideal = epsilon_of(mu, delta);
  if (numbers == 0 || !std::isfinite(ideal.value)) return ideal;
  // Choose x so that what lies beyond, e^epsilon times, is a negligible part of delta: Phi(-x) <= exp(-x^2/2).
  constexpr double kPart = 1e-12;
  const double room = ideal.value + 1;
  const double x = std::sqrt(2 * (room - std::log(delta.value * kPart) + std::log(2 * numbers)));
  const double left = delta.value * (1 - kPart) * std::exp(-fewer_by(numbers));
  const double discrete = epsilon_of(mu, {left}).value + fewer_by(numbers) + more_by(numbers, x);
  return {discrete <= room ? discrete : kInfinity};
}

}  // namespace discreet
