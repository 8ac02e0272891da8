// The options of the block solver, turned into types.
#pragma once

#include "discreet/base/result.hpp"
#include "discreet/fit/problem.hpp"

namespace discreet {

// Fills in the part of problem.settings that only the block solver reads; notes a declared partition as a fact.
[[nodiscard]] Result<void> settle_blocks(const Options& options, const PublicFacts& facts, Problem& problem);

}  // namespace discreet
