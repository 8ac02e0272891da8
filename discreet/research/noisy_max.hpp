// The published choice: Laplace noise on every sum, and the index of the one that is largest in size. It costs twice
// what the publication says; it is here to be compared with. Selection is the sound way.
#pragma once

#include <cstdint>
#include <vector>

#include "discreet/privacy/discrete_noise.hpp"
#include "discreet/privacy/noise_pool.hpp"
#include "discreet/privacy/query.hpp"
#include "discreet/privacy/transcript.hpp"

namespace discreet {

// Secret sums on one grid, each of which one row can move by as many cells as any other; consumed by its release.
class LargestQuery {
 public:
  LargestQuery(LargestQuery&&) noexcept = default;
  LargestQuery(const LargestQuery&) = delete;

 private:
  friend class NoisyMax;
  friend class LargestGroup;
  LargestQuery(Sensitive<std::vector<std::int64_t>> cells, int exponent)
      : cells_(std::move(cells)), exponent_(exponent) {}

  Sensitive<std::vector<std::int64_t>> cells_;
  int exponent_;
};

// The grid of the sums, which follows from what was paid: a PureEvent of epsilon buys noise of 2/epsilon times what one
// row can do to one sum. Only LargestSlope opens one, and states that bound.
class LargestGroup {
 public:
  const Lattice& lattice() const { return lattice_; }
  LargestQuery ask(Sensitive<std::vector<std::int64_t>> cells) && { return {std::move(cells), lattice_.exponent()}; }

 private:
  friend class LargestSlope;
  LargestGroup(Payment payment, SumBound each, std::size_t rows);

  Lattice lattice_;
};

// Tells the index and nothing else. proof: docs/proofs/noisy_max.md
class NoisyMax {
 public:
  explicit NoisyMax(NoiseSource& source, Transcript* transcript = nullptr) : pool_(source), transcript_(transcript) {}

  Released<std::size_t> release(LargestQuery query);

 private:
  NoisePool<draw_discrete_laplace> pool_;
  Transcript* transcript_;
};

}  // namespace discreet
