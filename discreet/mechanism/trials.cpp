#include "discreet/mechanism/trials.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "discreet/accounting/concentrated.hpp"
#include "discreet/accounting/renyi.hpp"
#include "discreet/base/bracket.hpp"
#include "discreet/base/contract.hpp"
#include "discreet/base/mistake.hpp"
#include "discreet/privacy/lattice.hpp"

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

// The mu of the Poisson law whose larger of one and itself has this mean: mu + exp(-mu).
double poisson_mean(double trials) {
  if (trials <= 1) return 0;
  return bisect({0, trials}, {.relative = 1e-15}, [&](double mu) { return mu + std::exp(-mu) >= trials; });
}

// log P(K > most) for a Poisson number, at least. The ratios of neighbours fall, so that the rest is below a geometric
// series. Logarithms of factorials are rounded by far less than what is added.
double log_tail(double mean, double most) {
  if (mean == 0) return -kInfinity;
  const double ratio = mean / (most + 2);
  if (ratio >= 1) return 0;
  const double first = -mean + (most + 1) * std::log(mean) - std::lgamma(most + 2);
  return std::min(0.0, first - std::log1p(-ratio) + 1e-6);
}

// log(tail (1 + e^epsilon)): what the numbers that are drawn again cost of delta.
double log_cost_of_tail(double mean, double most, double epsilon) {
  return log_tail(mean, most) + epsilon + std::log1p(std::exp(-epsilon));
}

// A delta at which a trial of so much rho is private for a given epsilon: by the best order, or by Pinsker's
// inequality.
double delta_of_trial(double rho, double epsilon) {
  double least = std::min(1.0, std::sqrt(0.5 * rho));
  const auto log_delta = [&](double t) {  // of order 1 + t
    return t * ((1 + t) * rho - epsilon) + t * std::log(t) - (1 + t) * std::log1p(t);
  };
  if (!(rho < epsilon)) return least;
  double low = std::log(1e-6), high = std::log(epsilon / rho);
  // Every order gives a bound, so that the search need not end at the best.
  for (int step = 0; step < 24; ++step) {
    const double left = low + (high - low) / 3, right = high - (high - low) / 3;
    if (log_delta(std::exp(left)) < log_delta(std::exp(right)))
      high = right;
    else
      low = left;
  }
  return std::min(least, std::exp(log_delta(std::exp(low))) * (1 + 1e-12));
}

// The divergence of order a is at most a (once + each) + mu d(a) + log(trials) / (a - 1), where a trial is
// (log(a/(a-1)), d(a))-private.
Epsilon epsilon_without_tail(double once, double each, double trials, double delta) {
  const double mean = poisson_mean(trials), log_trials = std::log(trials);
  const auto log_moment = [&](double s) {
    const double chosen = mean > 0 ? mean * delta_of_trial(each, std::log1p(1 / s)) : 0;
    return s * ((1 + s) * (once + each) + chosen) + log_trials;
  };
  return {renyi_epsilon(log_moment, {delta}).epsilon.value * (1 + 1e-12)};
}

// How far off the probabilities of numbers may be that are drawn from a table, relatively.
double rounding_of_law(std::uint64_t most) { return 1e-15 * (static_cast<double>(most) + 10); }

constexpr double kTailShare = 1e-3;  // of delta, where `most` was chosen for the budget

Epsilon bound(double once, double each, double trials, std::uint64_t most, Delta delta) {
  if (!std::isfinite(once) || !std::isfinite(each) || delta.value <= 0) return {kInfinity};
  each *= 1 + kSlack;
  if (trials <= 1) return epsilon_without_tail(once, each, trials, delta.value);
  const double mean = poisson_mean(trials);
  for (const double share : {kTailShare, 0.01, 0.1, 0.5}) {
    Epsilon epsilon = epsilon_without_tail(once, each, trials, delta.value * (1 - share));
    epsilon.value += 2 * rounding_of_law(most);
    const bool covered =
        planted(Mistake::uncharged_trials) ||
        log_cost_of_tail(mean, static_cast<double>(most), epsilon.value) <= std::log(share * delta.value);
    if (covered) return epsilon;
  }
  return {kInfinity};
}

// True with the given probability, exactly: its binary digits are compared with random ones.
bool coin(NoiseSource& source, double probability) {
  while (probability > 0) {
    const double scaled = std::ldexp(probability, 64);
    if (scaled >= 0x1p64) return true;
    const auto whole = static_cast<std::uint64_t>(scaled);
    const std::uint64_t drawn = source.next64();
    if (drawn != whole) return drawn < whole;
    probability = scaled - static_cast<double>(whole);
  }
  return false;
}

// A Poisson number of at most `most`, or one where it is zero.
std::uint64_t draw_number(NoiseSource& source, double trials, std::uint64_t most) {
  const double mean = poisson_mean(trials);
  if (mean == 0) return 1;
  // Weights relative to that of the likeliest number, and their sums from the end.
  std::vector<double> above(most + 2, 0.0);
  const auto mode = std::min(static_cast<std::uint64_t>(mean), most);
  above[mode] = 1;
  for (std::uint64_t k = mode; k < most; ++k) above[k + 1] = above[k] * mean / static_cast<double>(k + 1);
  for (std::uint64_t k = mode; k > 0; --k) above[k - 1] = above[k] * static_cast<double>(k) / mean;
  for (std::uint64_t k = most; k > 0; --k) above[k - 1] += above[k];
  std::uint64_t number = 0;
  while (number < most && coin(source, above[number + 1] / above[number])) ++number;
  return std::max<std::uint64_t>(number, 1);
}

}  // namespace

double trial_rho(const Plan& plan) {
  for (const PlanLine& line : plan.lines)
    if (line.groups > 0 && !concentrated_on_the_grid(line.event)) return kInfinity;
  return rho_of(plan);
}

Epsilon epsilon_of(const TrialPlan& plan, Delta delta) {
  require(plan.trials >= 1 && std::isfinite(plan.trials) && plan.most >= 1, "there is at least one trial");
  return bound(trial_rho(plan.once), plan.each, plan.trials, plan.most, delta);
}

std::uint64_t most_trials(double trials, Budget budget) {
  const double mean = poisson_mean(trials);
  if (mean == 0) return 1;
  const double allowed = std::log(kTailShare * budget.delta.value);
  const auto enough = [&](double most) { return log_cost_of_tail(mean, most, budget.epsilon.value + 1e-6) <= allowed; };
  const double low = std::floor(mean);
  double high = 2 * low + 2;
  while (!enough(high)) high *= 2;
  const double least = bisect({low, high}, {.absolute = 1}, enough, [](double most) { return std::floor(most); });
  return static_cast<std::uint64_t>(least);
}

double affordable_rho(Budget budget, double once, double trials) {
  const std::uint64_t most = most_trials(trials, budget);
  const auto left = [&](double log_rho) {
    return budget.epsilon.value - bound(once, std::exp(log_rho), trials, most, budget.delta).value;
  };
  constexpr Bracket kLogarithms{20, -60};
  if (left(kLogarithms.too_little) >= 0) return std::exp(kLogarithms.too_little);
  if (left(kLogarithms.enough) < 0) return 0;
  return std::exp(bisect(kLogarithms, {.absolute = 1e-10}, [&](double log_rho) { return left(log_rho) >= 0; }));
}

bool RhoAccountant::covers(const Plan& plan) const { return std::isfinite(trial_rho(plan)); }
Epsilon RhoAccountant::ideal_epsilon(const Plan& plan, Delta) const { return {rho_of(plan)}; }

Trials::Trials(const TrialPlan& plan, NoiseSource& source, TrialTime time)
    : once_(plan.once), each_(plan.each), drawn_(draw_number(source, plan.trials, plan.most)), source_(&source) {
  run_ = time == TrialTime::is_the_same_for_all ? plan.most : drawn_;
}

Trials::Trials(Trials&& other) noexcept
    : once_(std::move(other.once_)),
      each_(std::exchange(other.each_, 0)),
      drawn_(std::exchange(other.drawn_, 0)),
      run_(std::exchange(other.run_, 0)),
      begun_(std::exchange(other.begun_, 0)),
      open_(std::exchange(other.open_, false)),
      source_(other.source_) {}

Result<Trials> Trials::authorize(const TrialPlan& plan, Ledger& ledger, NoiseSource& source, TrialTime time) {
  const Budget budget = ledger.budget();
  const Epsilon cost = epsilon_of(plan, budget.delta);
  if (std::isnan(cost.value) || cost > budget.epsilon)
    return wrong(Fault::budget,
                 fmt::format("the trials would cost epsilon {:.6g}, the budget is {:.6g} at delta {:.3g}", cost.value,
                             budget.epsilon.value, budget.delta.value),
                 "ask for less, or for fewer trials");
  if (const auto fine = check_grids(plan.once); !fine) return tl::unexpected(fine.error());
  // A list of events cannot say that only the best is told, so what is recorded is what all of it costs.
  const Plan whole{plan.once.neighbours, {{"trials", ApproximateEvent{cost, budget.delta}, 1, 0}}};
  const auto profile = [plan](Delta delta) { return epsilon_of(plan, delta); };
  if (const auto paid = ledger.charge({whole, {cost, budget.delta}, profile}); !paid)
    return tl::unexpected(paid.error());
  return Trials(plan, source, time);
}

bool Trials::another() {
  open_ = begun_ < run_;
  if (open_) ++begun_;
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
