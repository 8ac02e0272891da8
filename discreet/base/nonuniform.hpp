// Sums of many waves at once: the Fourier transform of weights at arbitrary places, on a regular grid of frequencies.
#pragma once

#include <complex>
#include <span>

namespace discreet {

// out[k] = sum over j of weights[j] exp(i k step positions[j]), with an error below kNonuniformError times the sum of
// |weights|, besides the rounding of the angles k step positions[j] themselves. Weights are spread to a fine grid by a
// Gaussian, transformed, and the Gaussian is divided out (Greengard and Lee 2004).
void nonuniform_transform(std::span<const double> positions, std::span<const double> weights, double step,
                          std::span<std::complex<double>> out);

inline constexpr double kNonuniformError = 1e-13;

}  // namespace discreet
