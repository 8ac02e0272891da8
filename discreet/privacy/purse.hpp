// Who pays for what is asked of a dataset, beyond the one run: a budget that outlives the program. A purse can refuse
// and it can charge; it cannot grant a permit, so no way of storing a budget can hand out what was not paid for.
#pragma once

#include <functional>

#include "discreet/base/result.hpp"
#include "discreet/privacy/event.hpp"
#include "discreet/privacy/units.hpp"

namespace discreet {

// Everything that one run will do to the data.
struct Bill {
  Plan plan;
  Budget cost;  // what the run by itself costs, at the delta that it was calibrated for
  // At least the least epsilon at a delta, where that is known better than by accounting for the plan.
  std::function<Epsilon(Delta)> profile = {};
};

class Purse {
 public:
  virtual ~Purse() = default;

  // When this returns without an error, the bill is paid for good: no crash and no loss of power takes it back.
  [[nodiscard]] virtual Result<void> pay(const Bill& bill) = 0;
};

}  // namespace discreet
