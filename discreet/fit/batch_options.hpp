// The options of solvers that look at batches of rows, turned into types.
#pragma once

#include "discreet/base/result.hpp"
#include "discreet/fit/problem.hpp"

namespace discreet {

// Fills in the part of problem.settings that only those solvers read.
[[nodiscard]] Result<void> settle_batches(const Options& options, Problem& problem);

}  // namespace discreet
