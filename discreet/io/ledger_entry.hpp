// One line of a ledger's history. Each carries the hash of the one before it, so that a line that is changed, left out
// or put in is found by walking the chain; and what a dataset may still spend follows from its lines alone.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "discreet/accounting/filter.hpp"
#include "discreet/base/result.hpp"
#include "discreet/data/table_facts.hpp"
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
  std::optional<TableFacts> table;  // noted when it was created
};

// All datasets in the order in which they were created. Fails on an entry that makes no sense.
[[nodiscard]] Result<std::vector<LedgerAccount>> accounts_of(const std::vector<LedgerEntry>& history);

Json total_to_json(const Total& total);
// epsilon, rho or mu.
std::string word(Total::Kind kind);
Json entry_to_json(const LedgerEntry& entry);

}  // namespace discreet
