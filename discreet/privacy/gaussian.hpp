#pragma once

#include <vector>

#include "discreet/privacy/discrete_gaussian.hpp"
#include "discreet/privacy/noise_pool.hpp"
#include "discreet/privacy/query.hpp"

namespace discreet {

// Answers a query with discrete Gaussian noise on its own grid, or exactly when that is what was paid for.
// proof: docs/proofs/gaussian.md
class Gaussian {
 public:
  explicit Gaussian(NoiseSource& source) : pool_(source) {}

  Released<double> release(ScalarQuery query);
  Released<std::vector<double>> release(VectorQuery query);

 private:
  NoisePool<draw_discrete_gaussian> pool_;
};

}  // namespace discreet
