// One line of a ledger's history. Each carries the hash of the one before it, so that a line that is changed, left out
// or put in is found by walking the chain; and what a dataset may still spend follows from its lines alone.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "discreet/accounting/filter.hpp"
#include "discreet/base/result.hpp"
#include "discreet/io/event_json.hpp"

namespace discreet {

struct LedgerEntry {
  std::int64_t sequence = 0;  // from 1, without gaps
  std::string time;           // UTC, as the clock had it; the order is that of the sequence
  std::string who;
  std::string action;  // create, grant or charge
  std::string dataset;
  std::string details;   // JSON, kept as it was hashed
  std::string previous;  // the hash of the entry before; zeros for the first
  std::string hash;
};

// What the hash of an entry should be.
std::string hash_of(const LedgerEntry& entry);

// The sequence number of the first entry that is not what was written, or not in its place.
std::optional<std::int64_t> first_broken(const std::vector<LedgerEntry>& history);

// The next entry, by the current user and clock.
LedgerEntry next_entry(const std::vector<LedgerEntry>& history, std::string action, std::string dataset,
                       const Json& details);

// A dataset as its entries leave it.
struct LedgerAccount {
  std::string dataset;
  std::string owner;
  Neighbours neighbours = Neighbours::replace_one;
  Total total;
  Spending spending;
};

// All datasets in the order in which they were created. Fails on an entry that makes no sense.
[[nodiscard]] Result<std::vector<LedgerAccount>> accounts_of(const std::vector<LedgerEntry>& history);

Json total_to_json(const Total& total);
Json entry_to_json(const LedgerEntry& entry);
// Budget, spent, remaining: each in the budget's own terms.
Json account_to_json(const LedgerAccount& account);

// What a charge is for, as the history has it.
struct Errand {
  std::string command;  // "fit --solver cd ..."
  std::string model;    // the file that the model will be in
};
Json charge_to_json(const Bill& bill, const Price& price, const Errand& errand);

// That an account does not have what a bill costs, and what it has.
tl::unexpected<Error> refusal(const LedgerAccount& account, const Bill& bill, const Price& price);

}  // namespace discreet
