#include "discreet/privacy/discrete_gaussian.hpp"

#include "discreet/base/contract.hpp"
#include "discreet/base/wide.hpp"
#include "discreet/mechanism/discrete_laplace.hpp"
#include "discreet/privacy/bernoulli_exp.hpp"

namespace discreet {

std::int64_t draw_discrete_gaussian(NoiseSource& source, int exponent) {
  require(exponent >= 0 && exponent <= kLargestExponent, "the noise scale is a supported power of two");
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
