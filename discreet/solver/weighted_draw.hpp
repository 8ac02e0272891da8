// Draws by public chances: which coordinate is next, where some come more often than others.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <numeric>
#include <span>
#include <vector>

#include "discreet/base/contract.hpp"
#include "discreet/base/public_random.hpp"

namespace discreet {

class WeightedDraw {
 public:
  // Chances are in proportion to the weights, which are positive.
  WeightedDraw(std::span<const double> weights, std::uint64_t seed) : random_(seed) {
    require(!weights.empty(), "there is something to draw from");
    const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
    for (const double weight : weights) chances_.push_back(weight / total);
    std::partial_sum(chances_.begin(), chances_.end(), std::back_inserter(up_to_));
  }

  std::size_t next() {
    const auto found = std::upper_bound(up_to_.begin(), up_to_.end() - 1, random_.uniform() * up_to_.back());
    return static_cast<std::size_t>(found - up_to_.begin());
  }
  const std::vector<double>& chances() const { return chances_; }

 private:
  std::vector<double> chances_, up_to_;
  PublicRandom random_;
};

// In proportion to the smoothness, mixed half and half with even chances: a column whose values are a thousand times
// smaller than another's would otherwise be visited once in a million steps.
inline std::vector<double> importance_weights(std::span<const double> smoothness) {
  const double total = std::accumulate(smoothness.begin(), smoothness.end(), 0.0);
  std::vector<double> weights;
  for (const double m : smoothness) weights.push_back(0.5 * m / total + 0.5 / static_cast<double>(smoothness.size()));
  return weights;
}

}  // namespace discreet
