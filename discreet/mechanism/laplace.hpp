#pragma once

#include <vector>

#include "discreet/mechanism/discrete_laplace.hpp"
#include "discreet/privacy/noise_pool.hpp"
#include "discreet/privacy/query.hpp"
#include "discreet/privacy/transcript.hpp"

namespace discreet {

// Answers a query with discrete Laplace noise on its own grid, or exactly when that is what was paid for. A group of
// any size costs what one number with its whole sensitivity would. proof: docs/proofs/laplace.md
class Laplace {
 public:
  explicit Laplace(NoiseSource& source, Transcript* transcript = nullptr) : pool_(source), transcript_(transcript) {}

  Released<double> release(LaplaceScalarQuery query);
  Released<std::vector<double>> release(LaplaceVectorQuery query);

 private:
  NoisePool<draw_discrete_laplace> pool_;
  Transcript* transcript_;
};

// What it costs that the noise is discrete: a composition with `groups` Laplace groups is
// (epsilon + this, delta)-private if it would be (epsilon, delta)-private with continuous noise. At most 2^-50 a
// group; nothing at all where only the sum of the epsilons is used. proof: docs/proofs/laplace.md
double laplace_lattice_cost(double groups);

}  // namespace discreet
