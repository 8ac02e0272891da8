// Budgets and exact answers for tests: the program has a key for these that only discreet/fit/grants.hpp holds.
#pragma once

#include <limits>
#include <string>
#include <utility>

#include "discreet/accounting/accountants.hpp"
#include "discreet/mechanism/trials.hpp"
#include "discreet/privacy/ledger.hpp"
#include "discreet/privacy/query.hpp"

namespace discreet {

class GrantsForTests {
 public:
  static Ledger budget(const Accountant& accountant, Budget budget, Purse* purse = nullptr) {
    return Ledger(GrantKey{}, accountant, budget, purse);
  }
  static Ledger unlimited(const Accountant& accountant) {
    return budget(accountant, {Epsilon{std::numeric_limits<double>::infinity()}, Delta{1e-6}});
  }
  static Result<Trials> trials(const TrialPlan& plan, Budget budget, NoiseSource& source,
                               TrialTime time = TrialTime::tells_the_number) {
    static const TightAccountant accountant;
    Ledger ledger(GrantKey{}, accountant, budget);
    return Trials::authorize(plan, ledger, source, time);
  }
  static Permit exact_answers(std::string what) { return Ledger::exact_answers(GrantKey{}, std::move(what)); }
};

// An exact answer, read.
template <class T>
T exactly(const Payment& paid, const Sensitive<T>& sealed) {
  Exposure exposure;
  return Exact::release(paid, sealed).value(exposure);
}

}  // namespace discreet
