#include "discreet/privacy/ledger.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "discreet/base/contract.hpp"
#include "discreet/privacy/lattice.hpp"

namespace discreet {

Result<Permit> Ledger::authorize(const Plan& plan) {
  if (!spent_.lines.empty() && spent_.neighbours != plan.neighbours)
    return wrong(Fault::budget, fmt::format("the budget is kept for {} neighbours, the plan is for {}",
                                            name(spent_.neighbours), name(plan.neighbours)));
  Plan after = spent_;
  after.neighbours = plan.neighbours;
  after.lines.insert(after.lines.end(), plan.lines.begin(), plan.lines.end());
  const Epsilon cost = accountant_->epsilon(after, budget_.delta);
  if (std::isnan(cost.value) || cost > budget_.epsilon)
    return wrong(Fault::budget,
                 fmt::format("the plan would bring the total to epsilon {:.6g}, the budget is {:.6g} at delta {:.3g}",
                             cost.value, budget_.epsilon.value, budget_.delta.value),
                 "ask for less, or for more noise");
  // What no grid can hold would fail after it was paid.
  if (const auto fine = check_grids(plan); !fine) return tl::unexpected(fine.error());
  if (purse_)
    if (const auto paid = purse_->pay({plan, {accountant_->epsilon(plan, budget_.delta), budget_.delta}}); !paid)
      return tl::unexpected(paid.error());
  spent_ = std::move(after);
  return Permit(plan);
}

Result<void> Ledger::charge(const Bill& bill) {
  require(spent_.lines.empty(), "what takes a budget as a whole finds it untouched");
  const Budget cost = bill.cost;
  if (std::isnan(cost.epsilon.value) || cost.epsilon > budget_.epsilon || cost.delta > budget_.delta)
    return wrong(Fault::budget,
                 fmt::format("it would cost epsilon {:.6g} at delta {:.3g}, the budget is {:.6g} at {:.3g}",
                             cost.epsilon.value, cost.delta.value, budget_.epsilon.value, budget_.delta.value),
                 "ask for less, or for more noise");
  if (purse_)
    if (const auto paid = purse_->pay(bill); !paid) return tl::unexpected(paid.error());
  spent_ = bill.plan;
  return {};
}

Permit Ledger::unlimited(std::string what) {
  const std::uint64_t often = std::numeric_limits<std::uint64_t>::max();
  return Permit({Neighbours::replace_one, {{std::move(what), NonPrivateEvent{}, often, 1}}});
}

}  // namespace discreet
