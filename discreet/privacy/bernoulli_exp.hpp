// Coins that succeed with the exponential of a given number, exactly: in integer arithmetic, from which all noise and
// all private choices are made. proof: docs/proofs/discrete_gaussian.md
#pragma once

#include "discreet/base/wide.hpp"
#include "discreet/privacy/noise_source.hpp"

namespace discreet {

// True with probability exp(-numerator / 2^exponent), where numerator < 2^127. A large argument fails early: the
// expected time is the same for all.
bool bernoulli_exp(NoiseSource& source, Wide numerator, int exponent);

// True with probability exp(-1).
bool bernoulli_exp_one(NoiseSource& source);

// True with probability 2 exp(-1).
bool bernoulli_two_over_e(NoiseSource& source);

}  // namespace discreet
