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
  double operator()(const NonPrivateEvent&) const { return kInfinity; }
};

// What it costs that the noise is discrete, for each number released: docs/proofs/lattice.md. Within 15 standard
// deviations the discrete and the rounded continuous Gaussian agree up to these factors; beyond lies this mass.
const double kFewerByFactor = 1.01 / (24 * std::ldexp(1.0, 2 * kSmallestExponent));
const double kMoreByFactor = 226 / (24 * std::ldexp(1.0, 2 * kSmallestExponent));
constexpr double kBeyond = 8e-51;

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
  // The mass beyond counts once as it is and once multiplied by e^epsilon; one unit of room above the ideal epsilon
  // is far more than the discreteness adds.
  const double beyond = numbers * kBeyond * (1 + std::exp(ideal.value + 1));
  const double left = (delta.value - beyond) * std::exp(-numbers * kFewerByFactor);
  if (!(left > 0)) return {kInfinity};
  const double discrete = epsilon_of(mu, {left}).value + numbers * (kFewerByFactor + kMoreByFactor);
  return {discrete <= ideal.value + 1 ? discrete : kInfinity};
}

}  // namespace discreet
