#include "discreet/privacy/discrete_noise.hpp"

#include "discreet/base/contract.hpp"
#include "discreet/base/wide.hpp"
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

void require_scale(int exponent) {
  require(exponent >= 0 && exponent <= kLargestExponent, "the noise scale is a supported power of two");
}

}  // namespace

std::int64_t draw_discrete_laplace(NoiseSource& source, int exponent) {
  require_scale(exponent);
  for (;;) {
    const auto magnitude = static_cast<std::int64_t>(draw_magnitude(source, exponent));
    const bool negative = source.next32() & 1;
    if (negative && magnitude == 0) continue;  // zero has one sign, or it would be drawn twice as often
    return negative ? -magnitude : magnitude;
  }
}

std::int64_t draw_discrete_gaussian(NoiseSource& source, int exponent) {
  require_scale(exponent);
  const std::int64_t scale = std::int64_t{1} << exponent;
  for (;;) {
    // exp(-k^2/2s^2) = exp(-|k|/s) exp(-(|k|-s)^2/2s^2) exp(1/2): thin a Laplace draw.
    const std::int64_t laplace = draw_discrete_laplace(source, exponent);
    const std::int64_t distance = (laplace < 0 ? -laplace : laplace) - scale;
    const Wide square = static_cast<Wide>(static_cast<SignedWide>(distance) * distance);
    if (bernoulli_exp(source, square, 2 * exponent + 1)) return laplace;
  }
}

}  // namespace discreet
