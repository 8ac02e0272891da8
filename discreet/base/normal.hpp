// The standard normal distribution where its tails are small: logarithms and ratios that keep their relative
// accuracy long after the probabilities themselves have underflowed.
#pragma once

namespace discreet {

double normal_cdf(double x);
double log_normal_cdf(double x);

// (1 - Phi(x)) / phi(x): how heavy the tail beyond x is next to the density at x. Relative error below 1e-13.
double mills_ratio(double x);

// Phi(high) - Phi(low), taken on the side where both are small.
double normal_between(double low, double high);

// phi(x), the density.
double normal_density(double x);

}  // namespace discreet
