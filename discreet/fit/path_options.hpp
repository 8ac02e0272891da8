// The options of solvers that add a ridge, or follow a path of penalty strengths.
#pragma once

#include "discreet/base/result.hpp"
#include "discreet/fit/options.hpp"
#include "discreet/fit/problem.hpp"

namespace discreet {

// Needs the solver and the penalty, which have been settled before.
[[nodiscard]] Result<void> settle_path(const Options& options, Problem& problem);

}  // namespace discreet
