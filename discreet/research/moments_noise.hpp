// The noise of the moments accountant, as the publications that sample batches computed it.
#pragma once

#include <cstdint>

#include "discreet/base/result.hpp"
#include "discreet/privacy/units.hpp"

namespace discreet {

// The least multiplier at which `steps` Gaussian answers about batches, each of which a row joins with probability
// `chance`, cost the budget: Renyi divergences at whole orders, turned into epsilon by log(1/delta) / (order - 1). True
// for what it is about, and looser than what is known today.
[[nodiscard]] Result<NoiseMultiplier> moments_noise(Budget budget, double chance, std::uint64_t steps);

}  // namespace discreet
