#include "discreet/privacy/trials.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "discreet/base/contract.hpp"
#include "discreet/privacy/accounting/concentrated.hpp"
#include "discreet/privacy/accounting/renyi.hpp"
#include "discreet/privacy/gap.hpp"
#include "discreet/privacy/grids.hpp"

namespace discreet {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
// What a trial may ask for beyond what it was given, because the sum of its lines is rounded: many times what that can
// amount to, and paid for.
constexpr double kSlack = 1e-12;

bool concentrated_on_the_grid(const Event& event) {
  return std::holds_alternative<GaussianEvent>(event) || std::holds_alternative<ExponentialEvent>(event) ||
         std::holds_alternative<PureEvent>(event);
}

// With a order and L the logarithm of the mean number of trials, the divergence is at most
//   a (once + each) + 2 (b - 1) each + 2 L / b + L / (a - 1)   for every b of at least 1.
Epsilon bound(double once, double each, double trials, Delta delta) {
  if (!std::isfinite(once) || !std::isfinite(each) || delta.value <= 0) return {kInfinity};
  const double log_trials = std::log(trials);
  each *= 1 + kSlack;
  double chosen = 0;
  if (log_trials > 0) {
    const double b = std::max(1.0, std::sqrt(log_trials / std::max(each, 1e-300)));
    chosen = 2 * (b - 1) * each + 2 * log_trials / b;
  }
  const auto log_moment = [&](double s) { return s * ((1 + s) * (once + each) + chosen) + log_trials; };
  return {renyi_epsilon(log_moment, delta).epsilon.value * (1 + 1e-12)};
}

}  // namespace

double trial_rho(const Plan& plan) {
  for (const PlanLine& line : plan.lines)
    if (line.groups > 0 && !concentrated_on_the_grid(line.event)) return kInfinity;
  return rho_of(plan);
}

Epsilon epsilon_of(const TrialPlan& plan, Delta delta) {
  require(plan.trials >= 1 && std::isfinite(plan.trials), "there is at least one trial");
  return bound(trial_rho(plan.once), plan.each, plan.trials, delta);
}

double affordable_rho(Budget budget, double once, double trials) {
  const auto left = [&](double log_rho) {
    return budget.epsilon.value - bound(once, std::exp(log_rho), trials, budget.delta).value;
  };
  double low = -60, high = 20;
  if (left(high) >= 0) return std::exp(high);
  if (left(low) < 0) return 0;
  while (high - low > 1e-10) {
    const double middle = 0.5 * (low + high);
    (left(middle) >= 0 ? low : high) = middle;
  }
  return std::exp(low);
}

bool RhoAccountant::covers(const Plan& plan) const { return std::isfinite(trial_rho(plan)); }
Epsilon RhoAccountant::ideal_epsilon(const Plan& plan, Delta) const { return {rho_of(plan)}; }

Trials::Trials(const TrialPlan& plan, NoiseSource& source) : once_(plan.once), each_(plan.each), source_(&source) {
  // Geometric: one more than the number of failures of coins that succeed once in `trials` times.
  const double rate = plan.trials > 1 ? -std::log1p(-1 / plan.trials) : kInfinity;
  left_ = std::isfinite(rate) ? 1 + draw_gap(source, rate, 1 / rate) : 1;
}

Trials::Trials(Trials&& other) noexcept
    : once_(std::move(other.once_)),
      each_(std::exchange(other.each_, 0)),
      left_(std::exchange(other.left_, 0)),
      open_(std::exchange(other.open_, false)),
      source_(other.source_) {}

Result<Trials> Trials::authorize(const TrialPlan& plan, Budget budget, NoiseSource& source, Purse* purse) {
  const Epsilon cost = epsilon_of(plan, budget.delta);
  if (std::isnan(cost.value) || cost > budget.epsilon)
    return wrong(Fault::budget,
                 fmt::format("the trials would cost epsilon {:.6g}, the budget is {:.6g} at delta {:.3g}", cost.value,
                             budget.epsilon.value, budget.delta.value),
                 "ask for less, or for fewer trials");
  if (const auto fine = check_grids(plan.once); !fine) return tl::unexpected(fine.error());
  if (purse) {
    // A list of events cannot say that only the best is told, so what is recorded is what all of it costs.
    const Plan whole{plan.once.neighbours, {{"trials", ApproximateEvent{cost, budget.delta}, 1, 0}}};
    const auto profile = [plan](Delta delta) { return epsilon_of(plan, delta); };
    if (const auto paid = purse->pay({whole, {cost, budget.delta}, profile}); !paid)
      return tl::unexpected(paid.error());
  }
  return Trials(plan, source);
}

bool Trials::another() {
  open_ = left_ > 0;
  if (open_) --left_;
  return open_;
}

Permit Trials::permit(const Plan& plan) {
  require(open_, "a trial is paid for once");
  require(trial_rho(plan) <= each_ * (1 + kSlack), "a trial asks for no more than it may spend");
  open_ = false;
  return Permit(plan);
}

std::size_t Trials::pick(std::size_t count) {
  require(count > 0, "there is something to choose from");
  const std::uint64_t bound = count, excess = -bound % bound;
  std::uint64_t word;
  do word = source_->next64();
  while (word < excess);
  return static_cast<std::size_t>(word % bound);
}

}  // namespace discreet
