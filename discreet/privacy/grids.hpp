// Whether the noise of a plan fits on the integer grids that its releases will be made on. It follows from the plan
// alone, so it is known before anything is paid.
#pragma once

#include "discreet/base/result.hpp"
#include "discreet/privacy/event.hpp"

namespace discreet {

// Every bound that a line of so many numbers may open a group with is covered. A release whose bound grows with
// something else is checked by the solver that plans it (Solver::check).
[[nodiscard]] Result<void> check_grids(const Plan& plan);

// What is said of a line for which there is no grid.
[[nodiscard]] Result<void> no_grid(const PlanLine& line);

}  // namespace discreet
