// From --ledger FILE --dataset NAME to who pays for a fit.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "discreet/accounting/filter.hpp"
#include "discreet/base/result.hpp"
#include "discreet/fit/options.hpp"
#include "discreet/fit/problem.hpp"
#include "discreet/privacy/purse.hpp"

namespace discreet {

// Nobody where no ledger is named. Looks into the ledger, so that a wrong name or relation is found before work is
// done.
[[nodiscard]] Result<std::unique_ptr<Purse>> purse_for(const Options& options, const std::string& command,
                                                       std::optional<Neighbours> neighbours);

// What has no guarantee has no price: it is refused, whatever is left.
[[nodiscard]] Result<void> chargeable(const std::vector<std::string>& caveats, bool unaccounted);

// Has the purse pay for so many fits with this blueprint at once, before any of them looks. The fits themselves then
// name no ledger.
struct Blueprint;
[[nodiscard]] Result<void> pay_for(const Blueprint& blueprint, std::size_t fits, Purse& purse);

// A total as people write it: --epsilon with --delta, or --rho, or --mu.
struct TotalText {
  std::string epsilon, delta, rho, mu;
};
[[nodiscard]] Result<Total> read_total(const TotalText& text);
[[nodiscard]] Result<Neighbours> read_neighbours(const std::string& text);

}  // namespace discreet
