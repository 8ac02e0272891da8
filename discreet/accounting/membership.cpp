#include "discreet/accounting/membership.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include "discreet/accounting/pure_composition.hpp"
#include "discreet/base/bracket.hpp"
#include "discreet/privacy/accountant.hpp"
#include "discreet/privacy/gdp.hpp"

namespace discreet {
namespace {

constexpr double kLargest = 1e300;  // of epsilons that are looked for
// Batches that the row is in on average, and combinations of numbers of them: more would take long to add up, and are
// no corner that other bounds do not know.
constexpr double kMostSeen = 100;
constexpr std::size_t kMostCases = 4000;

// Batches of one rate, and the mu of a release from a batch that the row is in.
struct Batches {
  double rate, mu, count;
};

// How likely some numbers of batches are, and the square of mu that they add up to.
struct Case {
  double probability, square;
};

struct Cases {
  std::vector<Case> all;
  double beyond = 0;  // the probability of more batches than are listed: everything is told
  double rounding = 0;
};

// The binomial law, at least. The numbers beyond are listed until they matter to no delta of this size.
Cases cases_of(const Batches& batches, double delta) {
  Cases cases;
  const double odds = batches.rate / (1 - batches.rate), square = batches.mu * batches.mu;
  const double miss = std::log1p(-batches.rate);
  cases.all.push_back({std::exp(batches.count * miss), 0});
  double probability = batches.count * batches.rate * std::exp((batches.count - 1) * miss);
  for (double seen = 1; seen <= batches.count; ++seen) {
    cases.all.push_back({probability, seen * square});
    const double ratio = (batches.count - seen) / (seen + 1) * odds;
    // The ratios fall, so the rest is less than a geometric series.
    if (ratio < 0.5 && probability * ratio < 1e-15 * delta) {
      cases.beyond = 2 * probability * ratio;
      break;
    }
    probability *= ratio;
  }
  // One batch of rate q is joined with probability q, and nothing is rounded.
  if (batches.count > 1)
    cases.rounding = 2e-15 * (batches.count * batches.rate + static_cast<double>(cases.all.size()) + 4);
  return cases;
}

// Both at once, independently.
bool multiply(Cases& cases, const Cases& other) {
  if (cases.all.size() * other.all.size() > kMostCases) return false;
  std::vector<Case> all;
  for (const Case& one : cases.all)
    for (const Case& two : other.all) all.push_back({one.probability * two.probability, one.square + two.square});
  cases.all = std::move(all);
  cases.beyond += other.beyond;
  cases.rounding += other.rounding;
  return true;
}

// At least the mean over all cases of what a Gaussian release of that mu has for a delta.
double delta_at(const Cases& cases, double epsilon) {
  double sum = 0, terms = 0;
  for (const Case& each : cases.all) {
    if (each.square == 0 || each.probability == 0) continue;
    const double shown = std::exp(log_delta_of({std::sqrt(each.square) * (1 + 1e-15)}, {epsilon}));
    if (shown == 0) continue;
    sum += each.probability * std::min(1.0, shown * (1 + 1e-14));
    ++terms;
  }
  return (sum + cases.beyond) * (1 + cases.rounding + 2e-16 * std::max(0.0, terms - 1));
}

// Below `most`, at which the delta is small enough.
double least_epsilon(const Cases& cases, double delta, double most) {
  if (delta_at(cases, 0) <= delta) return 0;
  return bisect({0, most}, {.relative = 1e-13}, [&](double epsilon) { return delta_at(cases, epsilon) <= delta; });
}

}  // namespace

Epsilon membership_epsilon(const Plan& plan, Delta delta, Epsilon known) {
  const double apart = plan.neighbours == Neighbours::replace_one ? 2 : 1;
  Plan gaussian{plan.neighbours, {}}, pure{plan.neighbours, {}};
  std::map<std::pair<double, double>, double> counts;  // by rate and mu
  for (const PlanLine& line : plan.lines) {
    if (line.groups == 0) continue;
    const auto count = static_cast<double>(line.groups);
    if (const auto* poisson = std::get_if<PoissonGaussianEvent>(&line.event))
      counts[{poisson->sampling, apart / poisson->multiplier.value}] += count;
    else if (const auto* batch = std::get_if<FixedBatchGaussianEvent>(&line.event))
      counts[{static_cast<double>(batch->batch) / static_cast<double>(batch->rows), 1 / batch->multiplier.value}] +=
          count;
    else
      (std::holds_alternative<GaussianEvent>(line.event) ? gaussian : pure).lines.push_back(line);
  }
  const double others = summed_epsilon(pure).value;
  if (counts.empty() || !(others < known.value) || !(delta.value > 0)) return known;
  const double mu = gaussian.lines.empty() ? 0 : composed_mu(gaussian).value;
  Cases cases{{{1, mu * mu}}, 0, 0};
  for (const auto& [kind, count] : counts) {
    const auto [rate, of_one] = kind;
    if (!(rate < 1) || count * rate > kMostSeen) return known;
    if (!multiply(cases, cases_of({rate, of_one, count}, delta.value))) return known;
  }
  // Products of probabilities are rounded, but for that with the one case without batches.
  cases.rounding += 2e-16 * static_cast<double>(counts.size() - 1);
  // One look tells whether it is any better than what is known, which it rarely is.
  const double most = std::min(known.value, kLargest) - others;
  if (!(delta_at(cases, most) <= delta.value)) return known;
  return std::min(known, Epsilon{(least_epsilon(cases, delta.value, most) + others) * (1 + (others > 0 ? 1e-15 : 0))});
}

}  // namespace discreet
