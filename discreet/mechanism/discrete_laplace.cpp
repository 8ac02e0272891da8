#include "discreet/mechanism/discrete_laplace.hpp"

#include "discreet/base/contract.hpp"
#include "discreet/privacy/bernoulli_exp.hpp"

namespace discreet {
namespace {

// Geometric in whole scales, exponentially thinned within one.
std::uint64_t draw_magnitude(NoiseSource& source, int exponent) {
  std::uint64_t within;
  do {
    within = exponent == 0 ? 0 : source.next64() >> (64 - exponent);
  } while (!bernoulli_exp(source, within, exponent));
  std::uint64_t whole = 0;
  while (bernoulli_exp_one(source)) ++whole;
  return (whole << exponent) + within;
}

}  // namespace

std::int64_t draw_discrete_laplace(NoiseSource& source, int exponent) {
  require(exponent >= 0 && exponent <= kLargestExponent, "the noise scale is a supported power of two");
  for (;;) {
    const auto magnitude = static_cast<std::int64_t>(draw_magnitude(source, exponent));
    const bool negative = source.next32() & 1;
    if (negative && magnitude == 0) continue;  // zero has one sign, or it would be drawn twice as often
    return negative ? -magnitude : magnitude;
  }
}

}  // namespace discreet
