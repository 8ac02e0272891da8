// The options of one kind of solver each, turned into types: they fill in the part of problem.settings that only those
// solvers read.
#pragma once

#include "discreet/base/result.hpp"
#include "discreet/fit/options.hpp"
#include "discreet/fit/problem.hpp"

namespace discreet {

// Of the block solver; notes a declared partition as a fact.
[[nodiscard]] Result<void> settle_blocks(const Options& options, const PublicFacts& facts, Problem& problem);

// Of those that look at batches of rows.
[[nodiscard]] Result<void> settle_batches(const Options& options, Problem& problem);

// Of those that add a ridge, or follow a path of penalty strengths. Needs the solver and the penalty, which have been
// settled before.
[[nodiscard]] Result<void> settle_path(const Options& options, Problem& problem);

}  // namespace discreet
