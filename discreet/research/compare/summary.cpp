#include "discreet/research/compare/summary.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace discreet {

double Summary::error_of_mean() const { return count > 0 ? std / std::sqrt(static_cast<double>(count)) : 0; }

Summary summarise(std::span<const double> values) {
  Summary summary;
  summary.count = values.size();
  if (values.empty()) return summary;
  const double n = static_cast<double>(values.size());
  for (const double value : values) summary.mean += value / n;
  summary.min = *std::min_element(values.begin(), values.end());
  summary.max = *std::max_element(values.begin(), values.end());
  double squares = 0;
  for (const double value : values) squares += (value - summary.mean) * (value - summary.mean);
  if (values.size() > 1) summary.std = std::sqrt(squares / (n - 1));
  if (!std::isfinite(summary.mean)) summary.mean = summary.std = std::numeric_limits<double>::infinity();
  return summary;
}

}  // namespace discreet
