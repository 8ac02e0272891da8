#include "discreet/accounting/filter.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "discreet/accounting/accountants.hpp"
#include "discreet/base/bracket.hpp"
#include "discreet/base/contract.hpp"
#include "discreet/base/normal.hpp"
#include "discreet/mechanism/trials.hpp"
#include "discreet/privacy/gdp.hpp"
#include "discreet/privacy/lattice.hpp"

namespace discreet {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
// Of the total's delta, what is kept for the prices' deltas; of that, what one price may leave out. A thousand fits
// that are not Gaussian throughout then find room, and the share costs less than a thousandth of epsilon.
constexpr double kKept = 0.01, kEach = 1e-3;
// A total of mu has no delta to take a share of.
constexpr double kDeltaBesideMu = 1e-12;

double kept_delta(const Total& total) {
  return total.kind == Total::Kind::mu ? kDeltaBesideMu : kKept * total.delta.value;
}

Epsilon epsilon_at(const Bill& bill, Delta delta) {
  return bill.profile ? bill.profile(delta) : TightAccountant().epsilon(bill.plan, delta);
}

// Gaussian noise on the integer grid: lattice.md compares it with rounded Gaussian noise, number by number, up to a
// factor and to what lies beyond x deviations. A little more mu makes up for the factor.
double mu_on_the_grid(const Plan& plan, double missed) {
  const double mu = composed_mu(plan).value, numbers = lattice_numbers(plan);
  if (!std::isfinite(mu) || numbers == 0 || mu == 0) return mu;
  // Beyond this epsilon the profile is below half of what may be missed: Phi(-t) <= exp(-t^2/2).
  const double most = mu * (0.5 * mu + std::sqrt(-2 * std::log(missed / 4))) + 1;
  const double x = std::sqrt(2 * (most + std::log(16 * numbers / missed)));
  const double cell = 24 * std::ldexp(1.0, 2 * kSmallestExponent);
  const double fewer = numbers * 1.01 / cell, shift = fewer + numbers * (x * x + 1) / cell;
  if (shift > mu || shift > 0.01) return kInfinity;
  return (mu + shift * mills_ratio(0.5 * mu - shift / mu) + 3 * fewer * mills_ratio(-0.5 * mu)) * (1 + 1e-12);
}

// At least the profile at zero. The accountant adds a little for the grid, so that its epsilon need not come down to
// zero; a profile falls by at most e^x - 1 from zero to x.
double total_variation(const Bill& bill) {
  constexpr double kNearly = 1e-3;
  const auto down = [&](double delta) { return epsilon_at(bill, {delta}).value <= kNearly * delta; };
  constexpr Bracket kLogarithms{-40, -1e-3};
  if (!down(std::exp(kLogarithms.enough))) return 1;
  const double delta =
      std::exp(bisect(kLogarithms, {.absolute = 1e-3}, [&](double log_delta) { return down(std::exp(log_delta)); }));
  return delta + std::expm1(kNearly * delta);
}

// The least mu, up to a percent, whose profile is nowhere more than `missed` below the bill's. Between two points of
// the grid the bill's profile counts as what it is at the left one, the Gaussian one as what it is at the right one.
double mu_above(const Bill& bill, double missed) {
  const double top = total_variation(bill);
  if (top >= 1) return kInfinity;
  double mu = 0, upper = top;  // the profile is at most `upper` from where we are to the left
  for (double depth = 0; upper > missed;) {
    depth += 0.01 * (1 + 2 * depth);
    const double lower = std::max(top * std::exp(-depth), missed);
    const Epsilon reached = epsilon_at(bill, {lower});
    if (!std::isfinite(reached.value)) return kInfinity;
    mu = std::max(mu, largest_mu({std::max(reached, Epsilon{0}), {upper - missed}}).value);
    upper = lower;
    if (lower <= missed) break;
  }
  return mu * (1 + 1e-9);
}

// On the grid Laplace noise is private without a delta, for a little more epsilon: laplace.md.
Plan laplace_as_pure(Plan plan) {
  for (PlanLine& line : plan.lines)
    if (const auto* laplace = std::get_if<LaplaceEvent>(&line.event))
      line.event = PureEvent{{1 / laplace->multiplier.value + laplace_lattice_cost(1)}};
  return plan;
}

bool fits(double sum, double most) { return sum <= most; }  // and a NaN does not

}  // namespace

Price room(const Total& total) {
  if (total.kind == Total::Kind::rho || total.pure()) return {total.amount, 0};
  const double mu = total.kind == Total::Kind::mu
                        ? total.amount
                        : largest_mu({{total.amount}, {total.delta.value - kept_delta(total)}}).value;
  return {mu * mu, kept_delta(total)};
}

Price price_of(const Bill& bill, const Total& total) {
  if (total.pure()) return {epsilon_at(bill, {0}).value, 0};
  if (total.kind == Total::Kind::rho) return {bill.profile ? kInfinity : trial_rho(laplace_as_pure(bill.plan)), 0};
  const double missed = kEach * kept_delta(total);
  const bool gaussian = !bill.profile && GdpAccountant().covers(bill.plan);
  const double mu = gaussian ? mu_on_the_grid(bill.plan, missed) : mu_above(bill, missed);
  const bool exact = gaussian && lattice_numbers(bill.plan) == 0;
  return {mu * mu * (1 + 4e-16), exact ? 0 : missed};
}

bool admits(const Total& total, const Spending& before, const Bill& bill, const Price& price) {
  if (before.charges == 0 && total.kind == Total::Kind::approximate &&
      fits(epsilon_at(bill, total.delta).value, total.amount))
    return true;
  // Sums of many small prices round; the allowance is for as many additions as there were.
  const double rounding = 1 + 3e-16 * static_cast<double>(before.charges + 2);
  const Price most = room(total);
  return fits((before.sum.amount + price.amount) * rounding, most.amount) &&
         fits((before.sum.delta + price.delta) * rounding, most.delta);
}

Epsilon left(const Total& total, const Spending& before, Delta delta) {
  if (before.charges == 0 && total.kind == Total::Kind::approximate && delta >= total.delta) return {total.amount};
  const Price most = room(total);
  const double amount = most.amount - before.sum.amount;
  if (!(amount > 0)) return {0};
  if (total.pure()) return {amount};
  const double mu = total.kind == Total::Kind::rho ? std::sqrt(2 * amount) : std::sqrt(amount);
  // Less than what the grid costs, so that a fit that asks for this much is admitted.
  return {delta.value > 0 ? epsilon_of(Mu{mu}, delta).value * (1 - 1e-5) : 0};
}

double spent(const Total& total, const Spending& before) {
  if (total.kind == Total::Kind::rho || total.pure()) return before.sum.amount;
  const double mu = std::sqrt(before.sum.amount);
  if (total.kind == Total::Kind::mu || before.charges == 0) return mu;
  const Delta delta{total.delta.value - kept_delta(total)};
  return std::isfinite(mu) ? epsilon_of(Mu{mu}, delta).value : total.amount;
}

}  // namespace discreet
