// Noise drawn a batch at a time, before the sums it will hide are looked at, so that the time a draw takes cannot be
// matched to the answer it ends up in. Numbers are wiped as they are handed out: whoever reads the memory of the
// process later cannot subtract them from what was released.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "discreet/privacy/noise_source.hpp"

namespace discreet {

template <std::int64_t (*draw)(NoiseSource&, int)>
class NoisePool {
 public:
  explicit NoisePool(NoiseSource& source) : source_(&source) {}
  ~NoisePool() { wipe_noise(drawn_); }
  // A copy would release the same noise again.
  NoisePool(const NoisePool&) = delete;
  NoisePool& operator=(const NoisePool&) = delete;

  // Noise of 2^exponent cells, or none where the exponent is negative. What was drawn ahead for other noise, or in
  // another process, is thrown away.
  std::int64_t next(int exponent) {
    if (exponent < 0) return 0;
    if (left_ == 0 || exponent_ != exponent || process_ != NoiseSource::process()) {
      left_ = drawn_.size();
      exponent_ = exponent;
      process_ = NoiseSource::process();
      for (std::int64_t& noise : drawn_) noise = draw(*source_, exponent);
    }
    const std::int64_t noise = drawn_[--left_];
    wipe_noise(std::span(drawn_).subspan(left_, 1));
    return noise;
  }

 private:
  static constexpr std::size_t kAhead = 64;

  NoiseSource* source_;
  std::array<std::int64_t, kAhead> drawn_{};
  std::size_t left_ = 0;
  int exponent_ = -1;
  std::uint64_t process_ = 0;
};

}  // namespace discreet
