// Noise drawn a batch at a time, before the sums it will hide are looked at, so that the time a draw takes cannot be
// matched to the answer it ends up in.
#pragma once

#include <cstdint>
#include <vector>

#include "discreet/privacy/noise_source.hpp"

namespace discreet {

template <std::int64_t (*draw)(NoiseSource&, int)>
class NoisePool {
 public:
  explicit NoisePool(NoiseSource& source) : source_(&source) {}

  // Noise of 2^exponent cells, or none where the exponent is negative. What was drawn ahead for other noise, or in
  // another process, is thrown away.
  std::int64_t next(int exponent) {
    if (exponent < 0) return 0;
    if (drawn_.empty() || exponent_ != exponent || process_ != NoiseSource::process()) {
      constexpr std::size_t kAhead = 64;
      drawn_.resize(kAhead);
      exponent_ = exponent;
      process_ = NoiseSource::process();
      for (std::int64_t& noise : drawn_) noise = draw(*source_, exponent);
    }
    const std::int64_t noise = drawn_.back();
    drawn_.pop_back();
    return noise;
  }

 private:
  NoiseSource* source_;
  std::vector<std::int64_t> drawn_;
  int exponent_ = -1;
  std::uint64_t process_ = 0;
};

}  // namespace discreet
