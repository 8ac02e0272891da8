#pragma once

#include <vector>

#include "discreet/privacy/discrete_gaussian.hpp"
#include "discreet/privacy/noise_pool.hpp"
#include "discreet/privacy/query.hpp"
#include "discreet/privacy/transcript.hpp"

namespace discreet {

// Answers a query with discrete Gaussian noise on its own grid, or exactly when that is what was paid for.
// proof: docs/proofs/gaussian.md
class Gaussian {
 public:
  explicit Gaussian(NoiseSource& source, Transcript* transcript = nullptr) : pool_(source), transcript_(transcript) {}

  Released<double> release(ScalarQuery query);
  Released<std::vector<double>> release(VectorQuery query);

 private:
  NoisePool<draw_discrete_gaussian> pool_;
  Transcript* transcript_;  // of what was released, if somebody keeps one
};

}  // namespace discreet
