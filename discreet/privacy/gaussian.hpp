#pragma once

#include <cstdint>
#include <vector>

#include "discreet/privacy/noise_source.hpp"
#include "discreet/privacy/query.hpp"

namespace discreet {

// Answers a query with discrete Gaussian noise on its own grid, or exactly when that is what was paid for.
// proof: docs/proofs/gaussian.md
class Gaussian {
 public:
  explicit Gaussian(NoiseSource& source) : source_(&source) {}

  Released<double> release(ScalarQuery query);
  Released<std::vector<double>> release(VectorQuery query);

 private:
  std::int64_t noise(int exponent);

  NoiseSource* source_;
  // Drawn a batch at a time, so that the time a draw takes cannot be matched to the answer it ends up in.
  std::vector<std::int64_t> pool_;
  int pool_exponent_ = -1;
  std::uint64_t pool_process_ = 0;
};

}  // namespace discreet
