// Fourier transforms of laws given by points: the part of the numeric accountant that costs time.
#pragma once

#include <complex>
#include <span>
#include <utility>
#include <vector>

namespace discreet {

// Sums of weights times y, y = exp(i k h v) - 1, over the losses.
struct Waves {
  std::vector<double> loss, weight;

  // Each y grows by one factor exp(i h v) a step: y <- y + e + y e with e = exp(i h v) - 1, which keeps the digits of
  // small losses. Returns the error of each sum.
  double carry(double h, std::span<std::complex<double>> out) const;
  // The same for many losses and terms: a power series where |v t| stays below one, a transform for the rest.
  double transform(double h, std::span<std::complex<double>> out) const;
};

// At least the modulus of the transform of a law (pairs of a value and its probability, densely sampled, and an atom
// beside) at every frequency from `from` on.
double transform_beyond(std::vector<std::pair<double, double>> law, double atom, double from);

}  // namespace discreet
