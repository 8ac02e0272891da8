// Exact draws from the discrete Laplace and Gaussian distributions whose scale is a power of two, in integer arithmetic
// alone: no floating point means no holes in the support and nothing to round.
#pragma once

#include <cstdint>

#include "discreet/privacy/noise_source.hpp"

namespace discreet {

inline constexpr int kLargestExponent = 48;

// P(k) proportional to exp(-|k| / 2^exponent). proof: docs/proofs/discrete_gaussian.md
std::int64_t draw_discrete_laplace(NoiseSource& source, int exponent);

// P(k) proportional to exp(-k^2 / (2 * 4^exponent)). proof: docs/proofs/discrete_gaussian.md
std::int64_t draw_discrete_gaussian(NoiseSource& source, int exponent);

}  // namespace discreet
