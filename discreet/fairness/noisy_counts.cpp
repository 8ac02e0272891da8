#include "discreet/fairness/noisy_counts.hpp"

#include <algorithm>
#include <cmath>

#include "discreet/fairness/distance.hpp"

namespace discreet {
namespace {

// As laplace_sum_reach for normal variables, exactly.
double normal_sum_reach(std::size_t variables, double deviation, double tail) {
  return normal_distance(deviation * std::sqrt(static_cast<double>(variables)), tail);
}

}  // namespace

double laplace_sum_reach(std::size_t variables, double scale, double tail) {
  const double m = static_cast<double>(variables);
  if (variables == 0 || scale == 0) return 0;
  double least = m * std::log(m / tail);  // each by itself
  // P(S > t) <= E exp(s S) exp(-s t), and E exp(s S) = (1 - s^2)^-m for unit scale: any s below 1 gives a valid t.
  for (int k = 1; variables > 1 && k < 1000; ++k) {
    const double s = k / 1000.0;
    least = std::min(least, (std::log(2 / tail) - m * std::log1p(-s * s)) / s);
  }
  return scale * least;
}

Estimate share_of(Estimate part, Estimate rest) {
  for (Estimate* each : {&part, &rest})
    for (double* number : {&each->value, &each->low, &each->high}) *number = std::max(0.0, *number);
  Estimate found{0.5, 0, 1};
  if (part.low + rest.high > 0) found.low = part.low / (part.low + rest.high);
  if (part.high + rest.low > 0) found.high = part.high / (part.high + rest.low);
  if (part.value + rest.value > 0) found.value = part.value / (part.value + rest.value);
  found.value = std::clamp(found.value, found.low, found.high);
  return found;
}

NoisyCounts::NoisyCounts(std::vector<double> counts, Law law, double scale, double confidence, std::size_t sums)
    : counts_(std::move(counts)),
      law_(law),
      scale_(scale),
      tail_((1 - confidence) / static_cast<double>(std::max<std::size_t>(sums, 1))) {}

Estimate NoisyCounts::sum(std::span<const std::size_t> cells) const {
  Estimate found;
  for (const std::size_t cell : cells) found.value += counts_[cell];
  const double reach = law_ == Law::normal ? normal_sum_reach(cells.size(), scale_, tail_)
                                           : laplace_sum_reach(cells.size(), scale_, tail_);
  found.low = std::max(0.0, found.value - reach);
  found.high = std::max(0.0, found.value + reach);
  found.value = std::max(0.0, found.value);
  return found;
}

}  // namespace discreet
