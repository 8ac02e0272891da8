// Numbers below the normal range of floating point (subnormal ones) take many times as long to compute with, which a
// clock would show. So they count as zero: what is stored holds none, and threads that walk over rows treat them as
// zero in arithmetic, operands and results alike. The rule is public, total, and takes the same time for every value.
#pragma once

#include <bit>
#include <cstdint>
#include <type_traits>

namespace discreet {

// A number as data stores it. Decided on its bits: comparing such numbers may itself be slow.
template <class T>
T stored(double value) {
  using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  constexpr Bits kExponent = sizeof(T) == 4 ? Bits{0x7f800000} : static_cast<Bits>(0x7ff0000000000000);
  const Bits bits = std::bit_cast<Bits>(static_cast<T>(value));
  return std::bit_cast<T>((bits & kExponent) == 0 ? Bits{0} : bits);
}

// While one of these lives, arithmetic of its thread treats subnormal numbers as zero; afterwards it is as the caller
// left it. It stands wherever rows are read, for memory that is borrowed and not ours to change, and for products of
// normal numbers that fall below the range. Public numbers are computed outside of it.
class SubnormalsAreZero {
 public:
  SubnormalsAreZero();
  ~SubnormalsAreZero();
  SubnormalsAreZero(const SubnormalsAreZero&) = delete;
  SubnormalsAreZero& operator=(const SubnormalsAreZero&) = delete;

 private:
  std::uint64_t before_;  // the bits of the control register that are changed
};

}  // namespace discreet
