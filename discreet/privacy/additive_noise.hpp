// The two mechanisms that add noise. Each answers a query with exactly drawn discrete noise on the query's own integer
// grid, or exactly when an exact answer is what was paid for.
#pragma once

#include <vector>

#include "discreet/privacy/discrete_noise.hpp"
#include "discreet/privacy/noise_pool.hpp"
#include "discreet/privacy/query.hpp"
#include "discreet/privacy/transcript.hpp"

namespace discreet {

// A group of any size costs what one number with its whole sensitivity would. Only the two instances below hold the
// keys: noise drawn in another way opens nothing. proof: docs/proofs/gaussian.md and proof: docs/proofs/laplace.md
template <std::int64_t (*draw)(NoiseSource&, int)>
class AdditiveNoise {
 public:
  explicit AdditiveNoise(NoiseSource& source, Transcript* transcript = nullptr)
      : pool_(source), transcript_(transcript) {}

  Released<double> release(ScalarQueryFor<AdditiveNoise> query);
  Released<std::vector<double>> release(VectorQueryFor<AdditiveNoise> query);

 private:
  NoisePool<draw> pool_;
  Transcript* transcript_;  // records what was released, for audits
};

extern template class AdditiveNoise<draw_discrete_gaussian>;
extern template class AdditiveNoise<draw_discrete_laplace>;

}  // namespace discreet
