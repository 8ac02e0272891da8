// Where budgets are handed out: the only holder of the key to do so, and who may ask it. Each of them states in what it
// produces what was granted: a label with the plan and its budget, or a caveat.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "discreet/fit/train.hpp"
#include "discreet/privacy/ledger.hpp"

namespace discreet {

struct Assessment;
struct FairnessQuestion;
struct FairnessRelease;
struct FairnessSubject;
struct GroupColumn;
struct RandomisedColumn;
struct TunedModel;
struct TuningPlan;

// proof: docs/proofs/ledger.md
class Grants {
  // A budget that is spent at once or kept for several plans; where there is a store it is charged too.
  static Ledger budget(const Accountant& accountant, Budget budget, Purse* purse) {
    return Ledger(GrantKey{}, accountant, budget, purse);
  }
  // Exact answers under the line `what`; the caveat is what makes the result say so.
  static Permit exact_answers(std::string what, std::vector<std::string>& caveats, std::string caveat) {
    caveats.push_back(std::move(caveat));
    return Ledger::exact_answers(GrantKey{}, std::move(what));
  }

  // The label of the model has the plan.
  friend Result<Paid> pay(const Dataset&, const Options&, Blueprint&, const Communicator&);
  friend Result<TunedModel> tune(const Dataset&, const TuningPlan&);
  // So has that of the counts that are released; the exact ones have a caveat.
  friend Result<FairnessRelease> release_fairness(const Dataset&, const GroupColumn&, const FairnessSubject&,
                                                  FairnessQuestion, const Options&, double);
  friend Result<Assessment> assess(const Dataset&, const GroupColumn&, const FairnessSubject&, FairnessQuestion);
#ifdef DISCREET_RESEARCH
  friend Result<RandomisedColumn> randomised(const GroupColumn&, const Options&,
                                             const std::string&);  // it says its epsilon
#endif
  friend class ExactFigures;  // of an evaluation, which says that they are exact
  friend class Rehearsal;     // of an audit: its rows are nobody's
};

}  // namespace discreet
