// The budget of one run in memory: a plan is paid for as a whole, before the data is touched, or refused. Where there
// is a purse, it pays too, and last: what it is charged for is granted.
#pragma once

#include <string>
#include <vector>

#include "discreet/base/result.hpp"
#include "discreet/privacy/accountant.hpp"
#include "discreet/privacy/permit.hpp"
#include "discreet/privacy/purse.hpp"

namespace discreet {

class Ledger {
 public:
  Ledger(const Accountant& accountant, Budget budget, Purse* purse = nullptr)
      : accountant_(&accountant), budget_(budget), purse_(purse) {}
  // A copy could spend the same budget once more.
  Ledger(const Ledger&) = delete;
  Ledger& operator=(const Ledger&) = delete;

  // Everything the plan asks for is charged now and stays charged, whatever becomes of the permit.
  [[nodiscard]] Result<Permit> authorize(const Plan& plan);

  Epsilon spent() const { return accountant_->epsilon(spent_, budget_.delta); }
  Budget budget() const { return budget_; }

 private:
  const Accountant* accountant_;
  Budget budget_;
  Purse* purse_;
  Plan spent_;
};

// For exact figures that somebody asked for knowing that they are not private: as many as they like, under the line
// `what`. The reason goes into `caveats`, which is what makes the result say so.
Permit permit_for_exact_answers(std::string what, std::vector<std::string>& caveats, std::string caveat);

}  // namespace discreet
