#include "discreet/fit/purse.hpp"

#include <fmt/format.h>

#include "discreet/fit/fit.hpp"
#include "discreet/fit/spec.hpp"
#include "discreet/io/ledger_store.hpp"

namespace discreet {

namespace {

// Null where no ledger is named.
Result<std::optional<LedgerAccount>> account_for(const Options& options) {
  if (options.ledger.empty() && options.dataset.empty()) {
    if (options.other_data)
      return wrong(Fault::usage, "--other-data is about the table of a dataset in a ledger",
                   "also give --ledger FILE and --dataset NAME, or leave it out");
    return std::nullopt;
  }
  if (options.ledger.empty())
    return wrong(Fault::usage, "--dataset is the name of a dataset in a ledger", "also give --ledger FILE");
  if (options.dataset.empty())
    return wrong(Fault::usage, fmt::format("--ledger {}: which of its datasets is it?", options.ledger),
                 "also give --dataset NAME");
  auto account = LedgerStore(options.ledger).account(options.dataset);
  if (!account) return tl::unexpected(account.error());
  return *std::move(account);
}

}  // namespace

Result<void> check_purse(const Options& options) {
  if (const auto account = account_for(options); !account) return tl::unexpected(account.error());
  return {};
}

Subject fit_of(const Dataset& data, const Options& options, Neighbours neighbours, std::string loss) {
  Subject subject{"fit", data.schema.target, std::move(loss), facts_of(data, neighbours)};
  if (const auto rules = ingest_rules(options); rules && !subject.table.source.empty()) {
    subject.table.columns.insert(subject.table.columns.end(), rules->dropped.begin(), rules->dropped.end());
    subject.table.whole = true;
  }
  return subject;
}

Result<std::unique_ptr<Purse>> purse_for(const Options& options, Neighbours neighbours, Subject subject) {
  const auto account = account_for(options);
  if (!account) return tl::unexpected(account.error());
  if (!*account) return nullptr;
  if (neighbours != (*account)->neighbours)
    return wrong(Fault::budget,
                 fmt::format("dataset '{}' is kept for {} neighbours and this {} is for {}", options.dataset,
                             name((*account)->neighbours), subject.command, name(neighbours)),
                 fmt::format("give --neighbours {}", name((*account)->neighbours)));
  Errand errand;
  errand.command =
      options.solver.empty() ? subject.command : fmt::format("{} --solver {}", subject.command, options.solver);
  errand.model = options.model_file;
  errand.target = std::move(subject.target);
  errand.loss = std::move(subject.loss);
  errand.data = subject.table.source;
  errand.table = std::move(subject.table);
  errand.other_data = options.other_data;
  if (const auto same = check_table(**account, errand); !same) return tl::unexpected(same.error());
  return std::make_unique<StoredPurse>(LedgerStore(options.ledger), options.dataset, std::move(errand));
}

Result<void> chargeable(const std::vector<std::string>& caveats, bool unaccounted) {
  if (caveats.empty() && !unaccounted) return {};
  return wrong(Fault::precondition,
               fmt::format("what has no privacy guarantee cannot be charged to a ledger: {}",
                           caveats.empty() ? "smoothness and centres from the data: not accounted" : caveats[0]),
               "make it private, or leave out --ledger and --dataset");
}

Result<Total> read_total(const TotalText& text) {
  if (text.epsilon.empty() + text.rho.empty() + text.mu.empty() != 2)
    return wrong(Fault::usage, "a budget is --epsilon with --delta, or --rho, or --mu", "give one of them");
  const bool approximate = !text.epsilon.empty(), rho = !text.rho.empty();
  if (approximate && text.delta.empty())
    return wrong(Fault::usage, fmt::format("--epsilon {} needs --delta beside it", text.epsilon),
                 "give a small one, as --delta 1e-6; --delta 0 for releases that need none");
  if (!approximate && !text.delta.empty())
    return wrong(Fault::usage, fmt::format("--delta goes with --epsilon, not with --{}", rho ? "rho" : "mu"),
                 "leave out --delta");
  const auto amount = approximate ? read_number("epsilon", text.epsilon, 1e-9, 1e6)
                      : rho       ? read_number("rho", text.rho, 1e-18, 1e6)
                                  : read_number("mu", text.mu, 1e-9, 1e3);
  if (!amount) return tl::unexpected(amount.error());
  if (!approximate) return Total{rho ? Total::Kind::rho : Total::Kind::mu, *amount, {0}};
  const auto delta = read_number("delta", text.delta, 0, 0.5);
  if (!delta) return tl::unexpected(delta.error());
  return Total{Total::Kind::approximate, *amount, {*delta}};
}

Result<Neighbours> read_neighbours(const std::string& text) {
  for (const Neighbours relation : {Neighbours::replace_one, Neighbours::zero_out, Neighbours::add_remove})
    if (text == name(relation)) return relation;
  return unknown_name("neighbours", text, {"replace-one", "zero-out", "add-remove"});
}

Result<Bill> bill_of(const Blueprint& blueprint, std::size_t fits) {
  const bool unaccounted = blueprint.problem.settings.smoothness == SmoothnessSource::from_data;
  if (const auto fine = chargeable(blueprint.label.caveats, unaccounted); !fine) return tl::unexpected(fine.error());
  Plan plan = blueprint.plan;
  for (PlanLine& line : plan.lines) line.groups *= fits;
  const Delta delta = blueprint.granted.delta;
  const Epsilon cost = blueprint.accountant->epsilon(plan, delta);
  return Bill{std::move(plan), {cost, delta}};
}

Result<void> pay_for(const Blueprint& blueprint, std::size_t fits, Purse& purse) {
  const auto bill = bill_of(blueprint, fits);
  if (!bill) return tl::unexpected(bill.error());
  return purse.pay(*bill);
}

}  // namespace discreet
