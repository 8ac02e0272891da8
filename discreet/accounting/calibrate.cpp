#include "discreet/accounting/calibrate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "discreet/base/bracket.hpp"
#include "discreet/base/contract.hpp"
#include "discreet/privacy/gdp.hpp"

namespace discreet {
namespace {

constexpr double kMostNoise = 1e12, kLeastNoise = 1e-12;
constexpr double kClose = 1e-8;  // how near the factor is to the least one

struct WithNoise {
  double factor;
  Event operator()(const GaussianEvent& e) const { return GaussianEvent{{e.multiplier.value * factor}}; }
  Event operator()(const PoissonGaussianEvent& e) const {
    return PoissonGaussianEvent{e.sampling, {e.multiplier.value * factor}};
  }
  Event operator()(const FixedBatchGaussianEvent& e) const {
    return FixedBatchGaussianEvent{e.rows, e.batch, {e.multiplier.value * factor}};
  }
  Event operator()(const LaplaceEvent& e) const { return LaplaceEvent{{e.multiplier.value * factor}}; }
  Event operator()(const ExponentialEvent& e) const { return ExponentialEvent{{e.epsilon.value / factor}}; }
  Event operator()(const PureEvent& e) const { return PureEvent{{e.epsilon.value / factor}}; }
  Event operator()(const ApproximateEvent& e) const { return ApproximateEvent{{e.epsilon.value / factor}, e.delta}; }
  Event operator()(const NonPrivateEvent& e) const { return e; }
};

Plan with_noise(const Plan& plan, double factor, const std::vector<bool>& scaled) {
  Plan louder = plan;
  for (std::size_t k = 0; k < plan.lines.size(); ++k)
    if (scaled.empty() || scaled[k]) louder.lines[k].event = with_noise(plan.lines[k].event, factor);
  return louder;
}

tl::unexpected<Error> impossible(Budget budget, double excess) {
  const std::string target =
      fmt::format("no amount of noise fits epsilon {:.6g} at delta {:.3g}", budget.epsilon.value, budget.delta.value);
  if (!std::isfinite(excess)) return wrong(Fault::budget, target, "give a larger epsilon or delta");
  return wrong(Fault::budget,
               fmt::format("{}: what more noise does not make smaller costs {:.6g}", target,
                           budget.epsilon.value * std::exp(excess)),
               "give a larger epsilon or delta");
}

// With a rho of 1/(2 noise^2).
Event event_for(const Outline::Line& line, double noise, Delta delta) {
  switch (line.answer) {
    case Outline::Answer::laplace:
      return LaplaceEvent{{noise}};
    case Outline::Answer::choice:
      return ExponentialEvent{{2 / noise}};
    case Outline::Answer::single_choice:
      return PureEvent{{1 / noise}};
    case Outline::Answer::approximate:
      return ApproximateEvent{{1 / noise}, {Outline::kApproximateDelta * delta.value}};
    case Outline::Answer::published:
      require(false, "published answers are planned by their publication");
      break;
    case Outline::Answer::poisson_batch:
      return PoissonGaussianEvent{line.batches.chance, {noise * line.batches.chance}};
    case Outline::Answer::fixed_batch:
      return FixedBatchGaussianEvent{line.batches.rows, line.batches.size, {noise}};
    case Outline::Answer::gaussian:
      break;
  }
  return GaussianEvent{{noise}};
}

}  // namespace

Event with_noise(const Event& event, double factor) { return std::visit(WithNoise{factor}, event); }
Plan with_noise(const Plan& plan, double factor) { return with_noise(plan, factor, {}); }

Result<Calibrated> calibrate(const Accountant& accountant, Budget budget, const Plan& plan,
                             const std::vector<bool>& scaled) {
  require(scaled.empty() || scaled.size() == plan.lines.size(), "every line is scaled or not");
  if (!accountant.covers(plan))
    return wrong(Fault::usage, fmt::format("the {} accountant does not cover these events", accountant.name()),
                 "use --accounting tight");
  // The cost as a function of the logarithm of the factor, relative to the budget; nearly straight.
  const double target = budget.epsilon.value;
  const auto excess = [&](double log_factor) {
    const Epsilon cost = accountant.epsilon(with_noise(plan, std::exp(log_factor), scaled), budget.delta);
    return cost <= budget.epsilon ? std::min(std::log(cost.value / target), 0.0)
                                  : std::max(std::log(cost.value / target), 1e-300);
  };
  const auto try_at = [&](double log_factor) { return End{log_factor, excess(log_factor)}; };
  const double highest = std::log(kMostNoise), lowest = std::log(kLeastNoise);

  // All Gaussian: the answer up to rounding, which the search below confirms with a step or two.
  double start = 0, step = 0.25;
  if (scaled.empty() && GdpAccountant().covers(plan)) {
    const double mu = composed_mu(plan).value, most = largest_mu(budget).value;
    if (std::isfinite(mu) && mu > 0 && most > 0) start = std::log(mu) - std::log(most) + 2e-15, step = 0.5 * kClose;
  }
  End enough = try_at(start), too_little = enough;
  for (double by = step; enough.value > 0; by *= 2) {
    if (enough.at >= highest) return impossible(budget, enough.value);
    too_little = enough;
    enough = try_at(std::min(enough.at + by, highest));
  }
  for (double by = step; too_little.value <= 0 && too_little.at > lowest; by *= 2) {
    enough = too_little;
    too_little = try_at(std::max(too_little.at - by, lowest));
  }
  // A plan that fits with next to no noise stays there.
  const End found = too_little.value <= 0 ? too_little : narrow(excess, too_little, enough, kClose);
  const double factor = std::exp(found.at);
  const Epsilon cost = accountant.epsilon(with_noise(plan, factor, scaled), budget.delta);
  require(cost <= budget.epsilon, "the noise found fits the budget");
  return Calibrated{factor, cost};
}

Mu affordable_mu(const Accountant& accountant, Budget budget) {
  if (std::isinf(budget.epsilon.value)) return {budget.epsilon.value};
  const auto found = calibrate(accountant, budget, Plan{Neighbours::replace_one, {{"", GaussianEvent{{1}}, 1, 0}}});
  return {found ? 1 / found->factor : 0};
}

Result<Plan> calibrate(const Accountant& accountant, Budget budget, const Outline& outline) {
  const bool exact = std::isinf(budget.epsilon.value);
  double shares = 0;
  std::vector<bool> scaled;
  for (const Outline::Line& line : outline.lines) {
    shares += line.share;
    scaled.push_back(line.answer == Outline::Answer::poisson_batch || line.answer == Outline::Answer::fixed_batch);
  }
  const bool batches = std::find(scaled.begin(), scaled.end(), true) != scaled.end();
  const double mu = batches && !exact ? affordable_mu(accountant, budget).value : 1;
  if (!(mu > 0)) return impossible(budget, std::numeric_limits<double>::infinity());
  Plan plan{outline.neighbours, {}};
  for (const Outline::Line& line : outline.lines) {
    require(line.share > 0 && line.groups > 0, "every line of an outline is asked at least once and gets a share");
    const double noise = std::sqrt(static_cast<double>(line.groups) * shares / line.share) / mu;
    plan.lines.push_back({line.what, exact ? Event(NonPrivateEvent{}) : event_for(line, noise, budget.delta),
                          line.groups, line.numbers});
  }
  if (exact) return plan;
  if (!batches) scaled.clear();
  const Result<Calibrated> found = calibrate(accountant, budget, plan, scaled);
  if (!found) return tl::unexpected(found.error());
  return with_noise(plan, found->factor, scaled);
}

}  // namespace discreet
