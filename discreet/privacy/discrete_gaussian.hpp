// Exact draws from the discrete Gaussian distribution whose scale is a power of two, in integer arithmetic alone.
#pragma once

#include <cstdint>

#include "discreet/privacy/noise_source.hpp"

namespace discreet {

// P(k) proportional to exp(-k^2 / (2 * 4^exponent)). proof: docs/proofs/discrete_gaussian.md
std::int64_t draw_discrete_gaussian(NoiseSource& source, int exponent);

}  // namespace discreet
