#pragma once

#include <bit>
#include <cstdint>

namespace discreet {

// The nearest integer of a number below 2^51 in size: adding 1.5 * 2^52 leaves it in the low bits of the sum.
inline constexpr double kToInteger = 0x1.8p52;
inline std::int64_t to_integer(double x) {
  return std::bit_cast<std::int64_t>(x + kToInteger) - std::bit_cast<std::int64_t>(kToInteger);
}

}  // namespace discreet
