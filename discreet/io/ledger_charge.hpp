// A charge: what it is for, why it is refused, and what a dataset has left of its total.
#pragma once

#include <string>

#include "discreet/io/ledger_entry.hpp"

namespace discreet {

// What a charge is for, as the history has it.
struct Errand {
  std::string command;      // "fit --solver cd ..."
  std::string model = {};   // the file that the model will be in, or its name
  std::string target = {};  // the column
  std::string loss = {};
  std::string data = {};    // the file, or what kind of object
  TableFacts table = {};    // compared with what was noted beside the dataset
  bool other_data = false;  // charged although the facts differ
};
Json charge_to_json(const LedgerAccount& account, const Bill& bill, const Price& price, const Errand& errand);

// What is left, the same number wherever it is told: the largest epsilon that one further fit with Gaussian noise can
// have at the total's delta; for a total of rho or mu the amount of that kind. All of a total that nothing was spent
// of; otherwise four digits, never more than there is.
double left_of(const LedgerAccount& account);

// Refuses what is asked of another table than the one that was noted, unless the errand says that it may be.
[[nodiscard]] Result<void> check_table(const LedgerAccount& account, const Errand& errand);

// That an account does not have what a bill costs, and what it has.
tl::unexpected<Error> refusal(const LedgerAccount& account, const Bill& bill, const Price& price);

// Budget, spent, remaining: each in the budget's own terms.
Json account_to_json(const LedgerAccount& account);

// Columns, source and, where the relation does not hide it, the number of rows.
Json facts_to_json(const TableFacts& facts);

}  // namespace discreet
