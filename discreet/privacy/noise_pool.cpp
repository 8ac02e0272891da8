#include "discreet/privacy/noise_pool.hpp"

#include <sodium.h>

#include "discreet/base/mistake.hpp"

namespace discreet {

void wipe_noise(std::span<std::int64_t> numbers) {
  if (planted(Mistake::unwiped_noise)) return;
  sodium_memzero(numbers.data(), numbers.size_bytes());
}

}  // namespace discreet
