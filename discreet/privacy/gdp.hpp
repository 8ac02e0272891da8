// Gaussian differential privacy: what a composition of Gaussian releases costs, exactly. Any number of them, chosen
// adaptively, is as revealing as one Gaussian release with mu^2 = sum of 1/multiplier^2, and no more revealing.
#pragma once

#include "discreet/privacy/units.hpp"

namespace discreet {

// The least delta for which mu-GDP implies (epsilon, delta)-DP, as a logarithm, never rounded down.
double log_delta_of(Mu mu, Epsilon epsilon);

// The least epsilon for which mu-GDP implies (epsilon, delta)-DP, never rounded down.
Epsilon epsilon_of(Mu mu, Delta delta);

// The largest mu that a budget covers, never rounded up. Zero when no positive mu fits.
Mu largest_mu(Budget budget);

}  // namespace discreet
