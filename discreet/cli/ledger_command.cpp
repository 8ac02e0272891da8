#include <fmt/format.h>

#include <cmath>
#include <memory>

#include "discreet/cli/command.hpp"
#include "discreet/fit/spec.hpp"
#include "discreet/io/ledger_store.hpp"

namespace discreet {
namespace {

struct LedgerArguments {
  std::string action, file, dataset;
  std::string epsilon, delta, rho, mu;
  std::string neighbours = "replace-one";
  std::string owner;
};

Result<Total> read_total(const LedgerArguments& arguments) {
  if (arguments.epsilon.empty() + arguments.rho.empty() + arguments.mu.empty() != 2)
    return wrong(Fault::usage, "a budget is --epsilon with --delta, or --rho, or --mu", "give one of them");
  const bool approximate = !arguments.epsilon.empty(), rho = !arguments.rho.empty();
  if (approximate == arguments.delta.empty())
    return wrong(Fault::usage, "--delta goes with --epsilon and with nothing else",
                 "give --epsilon E --delta D; --delta 0 for releases that need none");
  const auto amount = approximate ? read_number("epsilon", arguments.epsilon, 1e-9, 1e6)
                      : rho       ? read_number("rho", arguments.rho, 1e-18, 1e6)
                                  : read_number("mu", arguments.mu, 1e-9, 1e3);
  if (!amount) return tl::unexpected(amount.error());
  if (!approximate) return Total{rho ? Total::Kind::rho : Total::Kind::mu, *amount, {0}};
  const auto delta = read_number("delta", arguments.delta, 0, 0.5);
  if (!delta) return tl::unexpected(delta.error());
  return Total{Total::Kind::approximate, *amount, {*delta}};
}

Result<Neighbours> read_neighbours(const std::string& text) {
  for (const Neighbours relation : {Neighbours::replace_one, Neighbours::zero_out, Neighbours::add_remove})
    if (text == name(relation)) return relation;
  return unknown_name("neighbours", text, {"replace-one", "zero-out", "add-remove"});
}

// What is left: in the budget's own terms.
Json remaining(const LedgerAccount& account) {
  const Price most = room(account.total);
  const double rest = std::max(0.0, most.amount - account.spending.sum.amount);
  switch (account.total.kind) {
    case Total::Kind::rho:
      return {{"rho", rest}};
    case Total::Kind::mu:
      return {{"mu", std::sqrt(rest)}};
    case Total::Kind::approximate:
      break;
  }
  return {{"epsilon", left(account.total, account.spending, account.total.delta).value},
          {"delta", account.total.delta.value}};
}

Json spent_json(const LedgerAccount& account) {
  Total so_far = account.total;
  so_far.amount = spent(account.total, account.spending);
  return total_to_json(so_far);
}

// The first number of a budget, with its name.
std::string in_words(const Json& budget) {
  std::string text;
  for (const auto& [key, value] : budget.items())
    text += fmt::format("{}{} {:.4g}", text.empty() ? "" : ", ", key, value.is_null() ? INFINITY : value.get<double>());
  return text;
}

Result<void> show(const LedgerStore& store, const LedgerArguments& arguments, const Console& console) {
  const auto accounts = store.accounts();
  if (!accounts) return tl::unexpected(accounts.error());
  if (!arguments.dataset.empty())
    if (const auto known = store.account(arguments.dataset); !known) return tl::unexpected(known.error());
  Json datasets = Json::array();
  for (const LedgerAccount& account : *accounts) {
    if (!arguments.dataset.empty() && account.dataset != arguments.dataset) continue;
    const Json total = total_to_json(account.total), used = spent_json(account), rest = remaining(account);
    datasets.push_back({{"dataset", account.dataset},
                        {"owner", account.owner},
                        {"neighbours", name(account.neighbours)},
                        {"budget", total},
                        {"spent", used},
                        {"remaining", rest},
                        {"charges", account.spending.charges}});
    console.say(fmt::format("{}{}  ({} neighbours)\n  budget     {}\n  spent      {} in {} charge{}\n  remaining  {}\n",
                            account.dataset, account.owner.empty() ? "" : ", owned by " + account.owner,
                            name(account.neighbours), in_words(total), in_words(used), account.spending.charges,
                            account.spending.charges == 1 ? "" : "s", in_words(rest)));
  }
  console.answer({{"ledger", arguments.file}, {"datasets", datasets}});
  return {};
}

Result<void> tell_history(const LedgerStore& store, const LedgerArguments& arguments, const Console& console) {
  const auto entries = store.history();
  if (!entries) return tl::unexpected(entries.error());
  Json list = Json::array();
  for (const LedgerEntry& entry : *entries) {
    if (!arguments.dataset.empty() && entry.dataset != arguments.dataset) continue;
    const Json json = entry_to_json(entry);
    const Json& details = json["details"];
    std::string what = details.dump();
    if (entry.action == "charge" && details.is_object() && details.contains("command"))
      what = fmt::format("epsilon {} at delta {}, {}, {}", details.value("epsilon", Json()).dump(),
                         details.value("delta", Json()).dump(), details.value("command", Json()).dump(),
                         details.value("model", Json()).dump());
    console.say(fmt::format("{:>5}  {}  {:<10} {:<7} {}  {}\n", entry.sequence, entry.time, entry.who, entry.action,
                            entry.dataset, what));
    list.push_back(json);
  }
  console.answer({{"ledger", arguments.file}, {"history", list}});
  return {};
}

Result<void> verify(const LedgerStore& store, const LedgerArguments& arguments, const Console& console) {
  const auto entries = store.verified();
  if (!entries) return tl::unexpected(entries.error());
  if (const auto accounts = store.accounts(); !accounts) return tl::unexpected(accounts.error());
  const std::string last = entries->empty() ? "" : entries->back().hash;
  console.say(fmt::format("{} entries, each as it was written; the last has the hash\n{}\n", entries->size(), last));
  console.answer({{"ledger", arguments.file}, {"entries", entries->size()}, {"last_hash", last}, {"intact", true}});
  return {};
}

Result<void> write(const LedgerStore& store, const LedgerArguments& arguments, const Console& console) {
  if (arguments.dataset.empty() || arguments.dataset.size() > 200)
    return wrong(Fault::usage, fmt::format("ledger {} is about a dataset", arguments.action),
                 "give --dataset NAME, of at most 200 letters");
  const auto total = read_total(arguments);
  if (!total) return tl::unexpected(total.error());
  const auto relation = read_neighbours(arguments.neighbours);
  if (!relation) return tl::unexpected(relation.error());
  const auto done = arguments.action == "create" ? store.create(arguments.dataset, *total, *relation, arguments.owner)
                                                 : store.grant(arguments.dataset, *total);
  if (!done) return done;
  return show(store, arguments, console);
}

Result<void> run(const LedgerArguments& arguments, const Console& console) {
  const LedgerStore store(arguments.file);
  const std::string& action = arguments.action;
  if (action == "create" || action == "grant") return write(store, arguments, console);
  if (action == "show") return show(store, arguments, console);
  if (action == "history") return tell_history(store, arguments, console);
  if (action == "verify") return verify(store, arguments, console);
  return wrong(Fault::usage, fmt::format("there is no 'ledger {}'", action),
               "there are: create, show, grant, history, verify");
}

}  // namespace

Action setup_ledger(CLI::App& app) {
  auto arguments = std::make_shared<LedgerArguments>();
  app.add_option("ACTION", arguments->action, "create, show, grant, history or verify")->required();
  app.add_option("FILE", arguments->file, "the ledger")->required();
  const auto add = [&](const char* name, std::string& value, const char* placeholder, const char* help) {
    app.add_option(name, value, help)->type_name(placeholder)->take_last();
  };
  add("--dataset", arguments->dataset, "NAME", "one dataset of the ledger; show and history tell of all without it");
  add("--epsilon", arguments->epsilon, "E", "the total; for grant the new one");
  add("--delta", arguments->delta, "D", "beside --epsilon; 0 for releases that need none");
  add("--rho", arguments->rho, "R", "the total of zero-concentrated privacy, instead of --epsilon");
  add("--mu", arguments->mu, "M", "the total of Gaussian privacy, instead of --epsilon");
  add("--neighbours", arguments->neighbours, "NAME", "replace-one, zero-out or add-remove; fixed when it is created");
  add("--owner", arguments->owner, "TEXT", "whom to ask for more");
  return [arguments](const Console& console) { return run(*arguments, console); };
}

}  // namespace discreet
