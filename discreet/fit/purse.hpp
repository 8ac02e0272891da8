// From --ledger FILE --dataset NAME to who pays for a fit.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "discreet/accounting/filter.hpp"
#include "discreet/base/result.hpp"
#include "discreet/data/table_facts.hpp"
#include "discreet/fit/options.hpp"
#include "discreet/fit/problem.hpp"
#include "discreet/privacy/purse.hpp"

namespace discreet {

// Looks into the ledger that the options name, so that a wrong name is found before work is done.
[[nodiscard]] Result<void> check_purse(const Options& options);

// What is asked of which table, for the ledger to compare and the history to tell.
struct Subject {
  std::string command, target, loss;
  TableFacts table;
};
// A fit reads all columns of a file but those that it drops.
Subject fit_of(const Dataset& data, const Options& options, Neighbours neighbours, std::string loss);

// Null where no ledger is named.
[[nodiscard]] Result<std::unique_ptr<Purse>> purse_for(const Options& options, Neighbours neighbours, Subject subject);

// What has no guarantee has no price: it is refused, whatever is left.
[[nodiscard]] Result<void> chargeable(const std::vector<std::string>& caveats, bool unaccounted);

// Has the purse pay for so many fits with this blueprint at once, before any of them looks. The fits themselves then
// name no ledger.
struct Blueprint;
[[nodiscard]] Result<Bill> bill_of(const Blueprint& blueprint, std::size_t fits);
[[nodiscard]] Result<void> pay_for(const Blueprint& blueprint, std::size_t fits, Purse& purse);

// A total as people write it: --epsilon with --delta, or --rho, or --mu.
struct TotalText {
  std::string epsilon, delta, rho, mu;
};
[[nodiscard]] Result<Total> read_total(const TotalText& text);
[[nodiscard]] Result<Neighbours> read_neighbours(const std::string& text);

}  // namespace discreet
