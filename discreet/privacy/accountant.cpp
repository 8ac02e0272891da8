#include "discreet/privacy/accountant.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "discreet/base/bracket.hpp"
#include "discreet/base/contract.hpp"
#include "discreet/base/mistake.hpp"
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

// A plan in which every event has a loss that is finite, and the delta that is left for it.
struct Finite {
  Plan plan;
  double delta;
  bool hopeless = false;  // an event tells everything
};

// A row that is in a batch with little noise is told outright, for all that an epsilon of interest can tell: the event
// is at most as revealing as one that tells all with the probability of being in the batch.
constexpr double kLittleNoise = 0.05;
std::optional<ApproximateEvent> told_outright(const Event& event) {
  if (const auto* poisson = std::get_if<PoissonGaussianEvent>(&event))
    if (poisson->sampling < 1 && poisson->multiplier.value < kLittleNoise)
      return ApproximateEvent{{0}, {poisson->sampling}};
  if (const auto* batch = std::get_if<FixedBatchGaussianEvent>(&event))
    if (batch->batch < batch->rows && batch->multiplier.value < kLittleNoise)
      return ApproximateEvent{{0}, {static_cast<double>(batch->batch) / static_cast<double>(batch->rows)}};
  return std::nullopt;
}

// Approximate events tell everything with their own delta; otherwise they are pure. Non-private ones always do.
Finite without_lost_causes(const Plan& plan, Delta delta, bool outright) {
  Finite result{{plan.neighbours, {}}, delta.value, false};
  double log_kept = 0, sum = 0, events = 0;
  for (const PlanLine& line : plan.lines) {
    if (line.groups == 0) continue;
    if (std::holds_alternative<NonPrivateEvent>(line.event)) return {{}, 0, true};
    PlanLine kept = line;
    if (const auto told = outright ? told_outright(line.event) : std::nullopt) kept.event = *told;
    if (const auto* approximate = std::get_if<ApproximateEvent>(&kept.event)) {
      const auto count = static_cast<double>(line.groups);
      log_kept += count * std::log1p(-approximate->delta.value);
      sum += count * approximate->delta.value;
      events += count;
      if (approximate->epsilon.value == 0) continue;
      kept.event = PureEvent{approximate->epsilon};
    }
    result.plan.lines.push_back(std::move(kept));
  }
  if (events > 0) {
    // The delta of a single event is not rounded, so that it can be met exactly.
    const double rounding = 1 + 1e-15 + 3e-16 * static_cast<double>(plan.lines.size());
    const double lost = events == 1 ? sum : std::min(-std::expm1(log_kept), sum) * rounding;
    result.hopeless = lost > delta.value;
    if (!result.hopeless) result.delta = std::max(0.0, (delta.value - lost) / std::exp(log_kept) * (1 - 1e-15));
  }
  return result;
}

// What a plan costs with noise on the integer grid, where `ideal` says what it costs with noise on the real line.
template <class Ideal>
Epsilon with_the_grid(const Plan& plan, Delta delta, const Ideal& ideal_epsilon) {
  const auto checked = [&](double left) {
    const Epsilon answer = ideal_epsilon(plan, Delta{left});
    require(answer.value >= 0, "what an accountant answers is a number and not negative");
    return answer;
  };
  const double laplace = laplace_lattice_cost(lattice_laplace_groups(plan));
  const Epsilon ideal{checked(delta.value).value + laplace};
  const double numbers = lattice_numbers(plan);
  if (numbers == 0 || !std::isfinite(ideal.value) || delta.value == 0) return ideal;
  // Choose x so that what lies beyond, e^epsilon times, is a negligible part of delta: Phi(-x) <= exp(-x^2/2).
  constexpr double kPart = 1e-12;
  const double room = ideal.value + 1;
  const double x = std::sqrt(2 * (room - std::log(delta.value * kPart) + std::log(2 * numbers)));
  const double left = delta.value * (1 - kPart) * std::exp(-fewer_by(numbers));
  const double discrete = checked(left).value + laplace + fewer_by(numbers) + more_by(numbers, x);
  return {discrete <= room ? discrete : kInfinity};
}

}  // namespace

Epsilon Accountant::epsilon(const Plan& plan, Delta delta) const {
  require(delta.value >= 0 && delta.value <= 1, "delta is a probability");
  if (!covers(plan)) return {kInfinity};
  if (delta.value == 1) return {0};
  Epsilon least{kInfinity};
  // Whether it is better to have the rows in batches with little noise told outright depends on the delta that is left.
  for (const bool outright : {true, false}) {
    if (outright && std::none_of(plan.lines.begin(), plan.lines.end(), [](const PlanLine& line) {
          return line.groups > 0 && told_outright(line.event).has_value();
        }))
      continue;
    const Finite finite = without_lost_causes(plan, delta, outright);
    if (finite.hopeless) continue;
    if (finite.plan.lines.empty()) return {0};
    least = std::min(
        least, with_the_grid(finite.plan, {finite.delta}, [&](const Plan& p, Delta d) { return ideal_epsilon(p, d); }));
  }
  return least;
}

Delta Accountant::delta(const Plan& plan, Epsilon target) const {
  require(target.value >= 0, "epsilon is not negative");
  if (epsilon(plan, {0}) <= target) return {0};
  const auto excess = [&](double log_delta) {
    const Epsilon cost = epsilon(plan, {std::exp(log_delta)});
    return cost <= target ? std::min(cost.value - target.value, 0.0) : std::max(cost.value - target.value, 1e-300);
  };
  // Epsilon falls as delta grows. Doubling finds the bracket.
  constexpr double kLowest = -700;
  End enough{0, -1}, too_little{-1, excess(-1)};
  while (too_little.value <= 0 && too_little.at > kLowest) {
    enough = too_little;
    const double further = std::max(2 * too_little.at, kLowest);
    too_little = {further, excess(further)};
  }
  return {std::exp(too_little.value <= 0 ? too_little.at : narrow(excess, too_little, enough, 1e-11).at)};
}

Mu composed_mu(const Plan& plan) {
  double square = 0;
  for (const PlanLine& line : plan.lines)
    if (line.groups > 0) {
      const bool forgotten = planted(Mistake::uncharged_release) && line.groups > 1;
      square += static_cast<double>(line.groups - forgotten) * std::visit(SquareOfMu{}, line.event);
    }
  // Each addition rounds by at most half a unit in the last place.
  return {std::sqrt(square * (1 + 4e-16 * static_cast<double>(plan.lines.size() + 2)))};
}

double lattice_numbers(const Plan& plan) {
  double numbers = 0;
  for (const PlanLine& line : plan.lines)
    if (!std::holds_alternative<LaplaceEvent>(line.event))
      numbers += static_cast<double>(line.groups) * static_cast<double>(line.numbers);
  return numbers;
}

// The square of half a cell over the scale, which is 2^24 cells or more; a power of two, so nothing is rounded.
double laplace_lattice_cost(double groups) { return std::ldexp(groups, -2 * (kSmallestExponent + 1)); }

double lattice_laplace_groups(const Plan& plan) {
  double groups = 0;
  for (const PlanLine& line : plan.lines)
    if (std::holds_alternative<LaplaceEvent>(line.event) && line.numbers > 0)
      groups += static_cast<double>(line.groups);
  return groups;
}

bool GdpAccountant::covers(const Plan& plan) const {
  return std::all_of(plan.lines.begin(), plan.lines.end(), [](const PlanLine& line) {
    return std::holds_alternative<GaussianEvent>(line.event) || std::holds_alternative<NonPrivateEvent>(line.event);
  });
}

Epsilon GdpAccountant::ideal_epsilon(const Plan& plan, Delta delta) const {
  return epsilon_of(composed_mu(plan), delta);
}

}  // namespace discreet
