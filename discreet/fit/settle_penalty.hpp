// The options of penalties: which, how strong, and along which path of strengths.
#pragma once

#include "discreet/base/result.hpp"
#include "discreet/fit/options.hpp"
#include "discreet/fit/problem.hpp"

namespace discreet {

// Needs the solver and the number of rows, which have been settled before.
[[nodiscard]] Result<void> settle_penalty(const Options& options, Problem& problem);

}  // namespace discreet
