#include <algorithm>
#include <cmath>
#include <numeric>

#include "discreet/fit/evaluate.hpp"

namespace discreet {

double metric_of(const std::vector<Metric>& metrics, std::string_view name) {
  const auto found = std::find_if(metrics.begin(), metrics.end(), [&](const Metric& m) { return m.name == name; });
  require(found != metrics.end(), "the metric exists");
  return found->value;
}

double area_under_curve(const std::vector<double>& scores, const std::vector<double>& labels) {
  std::vector<std::size_t> order(scores.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return scores[a] < scores[b]; });
  double pairs_won = 0, negatives = 0, positives = 0;
  for (std::size_t at = 0; at < order.size();) {
    double tied_positive = 0, tied_negative = 0;
    const double score = scores[order[at]];
    for (; at < order.size() && scores[order[at]] == score; ++at)
      (labels[order[at]] > 0 ? tied_positive : tied_negative) += 1;
    pairs_won += tied_positive * (negatives + 0.5 * tied_negative);
    positives += tied_positive;
    negatives += tied_negative;
  }
  return positives > 0 && negatives > 0 ? pairs_won / (positives * negatives) : 0.5;
}

}  // namespace discreet
