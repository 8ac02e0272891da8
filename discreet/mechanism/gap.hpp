// How many rows are passed over before the next one joins a batch, exactly: an exponential variable is as many digits
// long as it takes to know its whole part, and nearly always the first few will do.
#pragma once

#include <cstdint>

#include "discreet/privacy/noise_source.hpp"

namespace discreet {

// At least k with probability exp(-rate k), for every whole k. The rate is positive, and its inverse is given because
// it is the same for many gaps. proof: docs/proofs/batches.md
std::uint64_t draw_gap(NoiseSource& source, double rate, double inverse);

// The same where the first digits of the uniform variable behind it are given: the long way, for when they do not tell.
std::uint64_t gap_by_all_digits(NoiseSource& source, std::uint64_t first, double rate);

}  // namespace discreet
