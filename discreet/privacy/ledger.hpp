// The budget of one run in memory: a plan is paid for as a whole, before the data is touched, or refused. Where there
// is a purse, it pays too, and last: what it is charged for is granted.
#pragma once

#include <string>
#include <utility>

#include "discreet/base/result.hpp"
#include "discreet/privacy/accountant.hpp"
#include "discreet/privacy/permit.hpp"
#include "discreet/privacy/purse.hpp"
#include "discreet/privacy/sensitive.hpp"

namespace discreet {

class Ledger {
 public:
  // Whoever can make a budget up can read every secret, so it takes a key. proof: docs/proofs/ledger.md
  Ledger(GrantKey, const Accountant& accountant, Budget budget, Purse* purse = nullptr)
      : accountant_(&accountant), budget_(budget), purse_(purse) {}
  // A copy could spend the same budget once more.
  Ledger(const Ledger&) = delete;
  Ledger& operator=(const Ledger&) = delete;

  // Everything the plan asks for is charged now and stays charged, whatever becomes of the permit.
  [[nodiscard]] Result<Permit> authorize(const Plan& plan);
  // The same for what is not a list of events and takes the budget of a run as a whole; it hands out permits itself.
  [[nodiscard]] Result<void> charge(const Bill& bill);

  // A permit for any number of exact answers, under the line `what`. Whoever grants it has what they end up in say that
  // it is not private.
  static Permit exact_answers(GrantKey, std::string what) { return unlimited(std::move(what)); }

  Epsilon spent() const { return accountant_->epsilon(spent_, budget_.delta); }
  Budget budget() const { return budget_; }

 private:
  static Permit unlimited(std::string what);

  const Accountant* accountant_;
  Budget budget_;
  Purse* purse_;
  Plan spent_;
};

}  // namespace discreet
