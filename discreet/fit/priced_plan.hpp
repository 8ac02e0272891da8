// The noise that a budget buys and what it then costs, remembered: a comparison, an audit or a page about a model asks
// for the same plan hundreds of times, and random batches take longer to account for than many fits take to run. Both
// depend on public settings alone.
#pragma once

#include "discreet/accounting/calibrate.hpp"

namespace discreet {

struct PricedPlan {
  Plan plan;
  Epsilon spent;
};

// As calibrate and then the accountant itself answer. For any number of threads.
[[nodiscard]] Result<PricedPlan> priced_plan(const Accountant& accountant, Budget budget, const Outline& outline);

}  // namespace discreet
