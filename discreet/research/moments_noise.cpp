#include "discreet/research/moments_noise.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "discreet/base/bracket.hpp"
#include "discreet/base/contract.hpp"

namespace discreet {
namespace {

constexpr int kMostOrder = 4096;

// Every order at first, then fewer: epsilon changes little between them.
std::vector<int> orders() {
  std::vector<int> all;
  for (int order = 2; order <= kMostOrder; order += 1 + order / 64) all.push_back(order);
  return all;
}

const std::vector<double>& log_factorials() {
  static const std::vector<double> all = [] {
    std::vector<double> table{0};
    for (int k = 1; k <= kMostOrder; ++k) table.push_back(table.back() + std::log(k));
    return table;
  }();
  return all;
}

// The moment of a Poisson batch at a whole order: the sum over k of binomial(order, k) (1-q)^(order-k) q^k
// exp(k (k-1) / (2 z^2)), in logarithms.
double log_moment(double chance, double multiplier, int order) {
  if (chance == 1) return order * (order - 1) / (2 * multiplier * multiplier);
  double largest = -std::numeric_limits<double>::infinity();
  std::vector<double> terms;
  const std::vector<double>& factorials = log_factorials();
  const double log_in = std::log(chance), log_out = std::log1p(-chance);
  for (int k = 0; k <= order; ++k) {
    const auto at = [&](int i) { return factorials[static_cast<std::size_t>(i)]; };
    const double ways = at(order) - at(k) - at(order - k);
    terms.push_back(ways + (order - k) * log_out + k * log_in + k * (k - 1.0) / (2 * multiplier * multiplier));
    largest = std::max(largest, terms.back());
  }
  double sum = 0;
  for (const double term : terms) sum += std::exp(term - largest);
  return largest + std::log(sum);
}

}  // namespace

Result<NoiseMultiplier> moments_noise(Budget budget, double chance, std::uint64_t steps) {
  require(chance > 0 && chance <= 1 && steps > 0, "batches have rows and there is one of them");
  const std::vector<int> all = orders();
  const auto excess = [&](double log_multiplier) {
    double best = std::numeric_limits<double>::infinity();
    for (const int order : all) {
      const double converted = -std::log(budget.delta.value) / (order - 1);
      const double moment = log_moment(chance, std::exp(log_multiplier), order);
      const double cost = static_cast<double>(steps) * moment / (order - 1) + converted;
      if (cost < best) best = cost;
      if (cost > 4 * best) break;  // it falls, and then rises for good
    }
    return best - budget.epsilon.value;
  };
  constexpr double kLeast = -7, kMost = 40;
  const End most{kMost, excess(kMost)};
  if (!(most.value <= 0))
    return wrong(Fault::usage,
                 fmt::format("the moments accountant of the publication reaches no epsilon as small as {:.3g} at delta "
                             "{:.3g}",
                             budget.epsilon.value, budget.delta.value),
                 "give a larger --epsilon or --delta, or use --recipe sound");
  const End least{kLeast, excess(kLeast)};
  if (least.value <= 0) return NoiseMultiplier{std::exp(kLeast)};
  return NoiseMultiplier{std::exp(narrow(excess, least, most, 1e-9).at)};
}

}  // namespace discreet
