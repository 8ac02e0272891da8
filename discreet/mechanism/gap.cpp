#include "discreet/mechanism/gap.hpp"

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>
#include <limits>

namespace discreet {
namespace {

// Digits of the uniform variable, and digits to compute with.
constexpr int kWords = 16;
namespace mp = boost::multiprecision;
using Precise = mp::number<mp::cpp_bin_float<64 * kWords + 128, mp::digit_base_2>, mp::et_off>;

// No batch looks further; gaps this long end it.
constexpr double kFarthest = 0x1p62;

}  // namespace

std::uint64_t draw_gap(NoiseSource& source, double rate, double inverse) {
  const std::uint64_t first = source.next64();
  const double digits = static_cast<double>(first);
  const double exponential = -std::log(digits * 0x1p-64), gap = exponential * inverse;
  // What is off: the conversion, the logarithm, the inverse and the product by a unit in the last place each, and the
  // digits that are missing by at most one of the first 64 bits. Twice that is allowed for. There is little to divide
  // by for all but the smallest digits.
  const double missing = digits > 0x1p56 ? 0x1p-55 : 2 / digits;
  const double off = (2e-15 * (1 + exponential) + missing) * inverse;
  if (gap < kFarthest) [[likely]] {
    const auto whole = static_cast<std::int64_t>(gap);
    const double part = gap - static_cast<double>(whole);
    if (part > off && 1 - part > off) [[likely]]
      return static_cast<std::uint64_t>(whole);
  }
  return gap_by_all_digits(source, first, rate);
}

std::uint64_t gap_by_all_digits(NoiseSource& source, std::uint64_t first, double rate) {
  Precise uniform = first;
  for (int k = 1; k < kWords; ++k) uniform = uniform * Precise(0x1p64) + Precise(source.next64());
  uniform = mp::ldexp(uniform + Precise(0.5), -64 * kWords);
  const Precise gap = mp::floor(-mp::log(uniform) / Precise(rate));
  return gap < Precise(kFarthest) ? static_cast<std::uint64_t>(gap) : static_cast<std::uint64_t>(kFarthest);
}

}  // namespace discreet
