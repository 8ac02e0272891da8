// Exact draws of one index among integer scores, higher ones more often, in integer arithmetic alone. Both take time
// that is linear in the number of scores on average, however far apart the scores are; how long one draw takes depends
// on them. The exponential choice reads each score once and then flips few coins, which is where the time goes.
// proof: docs/proofs/selection.md
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "discreet/mechanism/score_grid.hpp"
#include "discreet/privacy/noise_source.hpp"

namespace discreet {

// P(j) proportional to exp(scores[j] * rate): the exponential mechanism.
std::size_t draw_exponential_choice(NoiseSource& source, std::span<const std::int64_t> scores, Rate rate);

// The first in a random order whose coin, which succeeds with probability exp(-(largest - scores[j]) * rate), succeeds:
// permute and flip. It takes a high score at least as often as the exponential mechanism.
std::size_t draw_permute_and_flip(NoiseSource& source, std::span<const std::int64_t> scores, Rate rate);

}  // namespace discreet
