#include "discreet/fit/purse.hpp"

#include <fmt/format.h>

#include "discreet/io/ledger_store.hpp"

namespace discreet {

Result<std::unique_ptr<Purse>> purse_for(const Options& options, const std::string& command,
                                         std::optional<Neighbours> neighbours) {
  if (options.ledger.empty() && options.dataset.empty()) return nullptr;
  if (options.ledger.empty())
    return wrong(Fault::usage, "--dataset is the name of a dataset in a ledger", "also give --ledger FILE");
  if (options.dataset.empty())
    return wrong(Fault::usage, fmt::format("--ledger {}: which of its datasets is it?", options.ledger),
                 "also give --dataset NAME");
  LedgerStore store(options.ledger);
  const auto account = store.account(options.dataset);
  if (!account) return tl::unexpected(account.error());
  if (neighbours && *neighbours != account->neighbours)
    return wrong(Fault::budget,
                 fmt::format("dataset '{}' is kept for {} neighbours and this {} is for {}", options.dataset,
                             name(account->neighbours), command, name(*neighbours)),
                 fmt::format("give --neighbours {}", name(account->neighbours)));
  return std::make_unique<StoredPurse>(
      std::move(store), options.dataset,
      Errand{options.solver.empty() ? command : fmt::format("{} --solver {}", command, options.solver),
             options.model_file});
}

Result<void> chargeable(const std::vector<std::string>& caveats, bool unaccounted) {
  if (caveats.empty() && !unaccounted) return {};
  return wrong(Fault::precondition,
               fmt::format("what has no privacy guarantee cannot be charged to a ledger: {}",
                           caveats.empty() ? "smoothness and centres from the data: not accounted" : caveats[0]),
               "make it private, or leave out --ledger and --dataset");
}

}  // namespace discreet
