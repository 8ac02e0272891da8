#include <fmt/format.h>

#include <cmath>
#include <memory>

#include "discreet/base/nearest.hpp"
#include "discreet/cli/arguments.hpp"
#include "discreet/cli/command.hpp"
#include "discreet/fit/purse.hpp"
#include "discreet/io/ledger_store.hpp"
#include "discreet/io/read_facts.hpp"

namespace discreet {
namespace {

struct LedgerArguments {
  std::string action, file, dataset, data;
  TotalText total;
  std::string neighbours = "replace-one";
  std::string owner;
};

// The numbers of a budget, with their names.
std::string in_words(const Json& budget) {
  std::string text;
  for (const auto& [key, value] : budget.items())
    text += fmt::format("{}{} {:.4g}", text.empty() ? "" : ", ", key, value.is_null() ? INFINITY : value.get<double>());
  return text;
}

// Told to the last digit, as it is elsewhere.
std::string left_in_words(const LedgerAccount& account, const Json& remaining) {
  std::string text = fmt::format("{} {}", word(account.total.kind), left_of(account));
  if (remaining.contains("delta")) text += fmt::format(", delta {}", account.total.delta.value);
  return text;
}

// What was noted, and what was not and why.
std::string table_in_words(const LedgerAccount& account) {
  if (!account.table) return {};
  const TableFacts& table = *account.table;
  return fmt::format("  table   {}, {}, {}\n", table.source,
                     table.rows
                         ? fmt::format("{} rows", *table.rows)
                         : fmt::format("number of rows not noted: {} neighbours hide it", name(account.neighbours)),
                     table.columns.empty() ? "columns without names" : fmt::format("{} columns", table.columns.size()));
}

// Charges of older versions say less.
std::string charge_in_words(const Json& details) {
  std::string text = fmt::format("epsilon {} at delta {}", details.value("epsilon", Json()).dump(),
                                 details.value("delta", Json()).dump());
  for (const char* key : {"command", "data", "target", "loss", "model"})
    if (const Json value = details.value(key, Json("")); value != "") text += fmt::format(", {} {}", key, value.dump());
  const auto other = details.find("other_data");
  if (other == details.end() || !other->is_array()) return text;
  text += ", other data allowed";
  for (const Json& each : *other) text += fmt::format("; {}", each.is_string() ? each.get<std::string>() : each.dump());
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
    const Json about = account_to_json(account);
    console.say(fmt::format("{}{}  ({} neighbours)\n{}  budget  {}\n  spent   {} in {} charge{}\n  left    {}\n",
                            account.dataset, account.owner.empty() ? "" : ", owned by " + account.owner,
                            name(account.neighbours), table_in_words(account), in_words(about["budget"]),
                            in_words(about["spent"]), account.spending.charges,
                            account.spending.charges == 1 ? "" : "s", left_in_words(account, about["remaining"])));
    datasets.push_back(about);
  }
  console.answer({{"ledger", arguments.file}, {"datasets", datasets}});
  return {};
}

Result<void> tell_history(const LedgerStore& store, const LedgerArguments& arguments, const Console& console) {
  if (!arguments.dataset.empty())
    if (const auto known = store.account(arguments.dataset); !known) return tl::unexpected(known.error());
  const auto entries = store.history();
  if (!entries) return tl::unexpected(entries.error());
  Json list = Json::array();
  for (const LedgerEntry& entry : *entries) {
    if (!arguments.dataset.empty() && entry.dataset != arguments.dataset) continue;
    const Json json = entry_to_json(entry);
    const Json& details = json["details"];
    std::string what = details.dump();
    if (entry.action == "charge" && details.is_object() && details.contains("command")) what = charge_in_words(details);
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
  const auto total = read_total(arguments.total);
  if (!total) return tl::unexpected(total.error());
  const auto relation = read_neighbours(arguments.neighbours);
  if (!relation) return tl::unexpected(relation.error());
  std::optional<TableFacts> table;
  if (!arguments.data.empty()) {
    auto facts = read_facts(arguments.data, *relation);
    if (!facts) return tl::unexpected(facts.error());
    table = *std::move(facts);
  }
  const auto done = arguments.action == "create"
                        ? store.create(arguments.dataset, *total, *relation, arguments.owner, table)
                        : store.grant(arguments.dataset, *total);
  if (!done) return done;
  return show(store, arguments, console);
}

Result<void> run(const LedgerArguments& arguments, const Console& console) {
  const LedgerStore store(arguments.file);
  const std::string& action = arguments.action;
  if (!arguments.data.empty() && action != "create")
    return wrong(Fault::usage,
                 fmt::format("--data {}: the table of a dataset is noted when it is created", arguments.data),
                 fmt::format("leave it out of ledger {}", action));
  if (action == "create" || action == "grant") return write(store, arguments, console);
  if (action == "show") return show(store, arguments, console);
  if (action == "history") return tell_history(store, arguments, console);
  if (action == "verify") return verify(store, arguments, console);
  return wrong(Fault::usage, fmt::format("there is no 'ledger {}'", action),
               suggesting(action, {"create", "show", "grant", "history", "verify"},
                          "there are: create, show, grant, history, verify"));
}

}  // namespace

Action setup_ledger(CLI::App& app) {
  auto arguments = std::make_shared<LedgerArguments>();
  app.add_option("ACTION", arguments->action, "create, show, grant, history or verify")->required();
  app.add_option("FILE", arguments->file, "the ledger")->required();
  const auto add = [&](const char* name, std::string& value, const char* placeholder, const char* help) {
    add_text(app, name, value, placeholder, help);
  };
  add("--dataset", arguments->dataset, "NAME", "one dataset of the ledger; show and history tell of all without it");
  add("--epsilon", arguments->total.epsilon, "E", "the total; for grant the new one");
  add("--delta", arguments->total.delta, "D", "beside --epsilon; 0 for releases that need none");
  add("--rho", arguments->total.rho, "R", "the total of zero-concentrated privacy, instead of --epsilon");
  add("--mu", arguments->total.mu, "M", "the total of Gaussian privacy, instead of --epsilon");
  add("--neighbours", arguments->neighbours, "NAME", "replace-one, zero-out or add-remove; fixed when it is created");
  add("--data", arguments->data, "FILE",
      "for create: note what is public about this table, its name, its header and, unless --neighbours add-remove "
      "hides "
      "it, the number of rows; a fit of a table with others is refused. No value is noted, nor a hash of values");
  add("--owner", arguments->owner, "TEXT", "whom to ask for more");
  return [arguments](const Console& console) { return run(*arguments, console); };
}

}  // namespace discreet
