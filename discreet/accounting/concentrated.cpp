#include "discreet/accounting/concentrated.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "discreet/accounting/renyi.hpp"

namespace discreet {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct Rho {
  double operator()(const GaussianEvent& e) const { return 0.5 / (e.multiplier.value * e.multiplier.value); }
  double operator()(const PoissonGaussianEvent&) const { return kInfinity; }
  double operator()(const FixedBatchGaussianEvent&) const { return kInfinity; }
  double operator()(const LaplaceEvent& e) const { return 0.5 / (e.multiplier.value * e.multiplier.value); }
  double operator()(const ExponentialEvent& e) const { return e.epsilon.value * e.epsilon.value / 8; }
  double operator()(const PureEvent& e) const { return e.epsilon.value * e.epsilon.value / 2; }
  double operator()(const ApproximateEvent& e) const { return (*this)(PureEvent{e.epsilon}); }
  double operator()(const NonPrivateEvent&) const { return kInfinity; }
};

}  // namespace

double rho_of(const Event& event) { return std::visit(Rho{}, event); }

double rho_of(const Plan& plan) {
  double sum = 0;
  for (const PlanLine& line : plan.lines)
    if (line.groups > 0) sum += static_cast<double>(line.groups) * rho_of(line.event);
  return sum * (1 + 4e-16 * static_cast<double>(plan.lines.size() + 2));
}

Epsilon simple_conversion(double rho, Delta delta) {
  return {(rho + 2 * std::sqrt(rho * -std::log(delta.value))) * (1 + 1e-15)};
}

Epsilon concentrated_epsilon(const Plan& plan, Delta delta) {
  const double rho = rho_of(plan);
  if (delta.value == 0 || !std::isfinite(rho)) return {kInfinity};
  const Epsilon best = renyi_epsilon([&](double s) { return rho * s * (1 + s); }, delta).epsilon;
  return std::min(best, simple_conversion(rho, delta));
}

}  // namespace discreet
