// Repeatable chance for what is public: coordinate orders, folds, synthetic datasets. Seeded on purpose, the same on
// every machine, and never used for noise (that is privacy/noise_source.hpp).
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace discreet {

// xoshiro256++ of Blackman and Vigna, its state filled by splitmix64.
class PublicRandom {
 public:
  explicit PublicRandom(std::uint64_t seed) {
    for (std::uint64_t& word : state_) {
      seed += 0x9e3779b97f4a7c15;
      std::uint64_t mixed = seed;
      mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9;
      mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111eb;
      word = mixed ^ (mixed >> 31);
    }
  }

  std::uint64_t next() {
    const auto rotate = [](std::uint64_t x, int k) { return x << k | x >> (64 - k); };
    const std::uint64_t result = rotate(state_[0] + state_[3], 23) + state_[0];
    const std::uint64_t shifted = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= shifted;
    state_[3] = rotate(state_[3], 45);
    return result;
  }

  // In [0, 1).
  double uniform() { return static_cast<double>(next() >> 11) * 0x1p-53; }

  // In [0, bound), without bias: the incomplete last stretch is drawn again.
  std::size_t below(std::size_t bound) {
    const std::uint64_t excess = (-static_cast<std::uint64_t>(bound)) % bound;
    for (;;) {
      const std::uint64_t word = next();
      if (word >= excess) return word % bound;
    }
  }

  // Standard normal, by the polar method.
  double normal() {
    for (;;) {
      const double u = 2 * uniform() - 1, v = 2 * uniform() - 1;
      const double square = u * u + v * v;
      if (square > 0 && square < 1) return u * std::sqrt(-2 * std::log(square) / square);
    }
  }

  template <class T>
  void shuffle(std::vector<T>& items) {
    for (std::size_t k = items.size(); k > 1; --k) std::swap(items[k - 1], items[below(k)]);
  }

 private:
  std::array<std::uint64_t, 4> state_{};
};

}  // namespace discreet
