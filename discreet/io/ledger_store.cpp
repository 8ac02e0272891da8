#include "discreet/io/ledger_store.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sqlite3.h>

#include <algorithm>
#include <cmath>

#include "discreet/base/nearest.hpp"
#include "discreet/io/ledger_schema.hpp"
#include "discreet/io/sqlite.hpp"

namespace discreet {
namespace {

tl::unexpected<Error> not_a_ledger(const std::string& path) {
  return wrong(Fault::data, fmt::format("{}: this is not a ledger, or it is damaged", path),
               "make one with discreet ledger create, in another file");
}

// What SQLite says, in words about the ledger. In every case nothing was granted.
tl::unexpected<Error> explained(const std::string& path, const SqliteFailure& failure) {
  switch (failure.code) {
    case SQLITE_NOTADB:
    case SQLITE_CORRUPT:
      return not_a_ledger(path);
    case SQLITE_CANTOPEN:
      return wrong(Fault::data, fmt::format("{}: the ledger cannot be opened", path),
                   "give a ledger that is there, or make one with discreet ledger create; its folder must be writable");
    case SQLITE_READONLY:
    case SQLITE_PERM:
      return wrong(Fault::data, fmt::format("{}: the ledger cannot be written, so nothing was charged", path),
                   "the file and its folder must be writable");
    case SQLITE_FULL:
      return wrong(Fault::data, fmt::format("{}: the disk is full, so nothing was charged", path),
                   "make room and try again");
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return wrong(Fault::data, fmt::format("{}: another process keeps the ledger locked", path), "try again later");
    default:
      return wrong(Fault::data, fmt::format("{}: the ledger cannot be used: {}", path, failure.what()),
                   "check the file and its folder");
  }
}

Result<void> check_kind(Sqlite& database, const std::string& path) {
  const std::int64_t version = database.number("PRAGMA user_version");
  if (database.number("PRAGMA application_id") != kLedgerMark || version < 1) return not_a_ledger(path);
  if (version > kLedgerVersion)
    return wrong(Fault::data,
                 fmt::format("{}: the ledger is of version {} and this program knows versions up to {}", path, version,
                             kLedgerVersion),
                 "use a newer discreet");
  if (!has_ledger_schema(database)) return not_a_ledger(path);
  return {};
}

std::vector<LedgerEntry> read_history(Sqlite& database) {
  SqliteStatement rows(
      database, "SELECT sequence, time, who, action, dataset, details, previous, hash FROM history ORDER BY sequence");
  std::vector<LedgerEntry> history;
  while (rows.step())
    history.push_back({rows.number(0), rows.text(1), rows.text(2), rows.text(3), rows.text(4), rows.text(5),
                       rows.text(6), rows.text(7)});
  return history;
}

Result<std::vector<LedgerEntry>> read_verified(Sqlite& database, const std::string& path) {
  std::vector<LedgerEntry> history = read_history(database);
  if (const auto broken = first_broken(history))
    return wrong(Fault::data, fmt::format("{}: entry {} of the history is not what was written", path, *broken),
                 "restore the file from a copy, and find out who changed it");
  return history;
}

void append(Sqlite& database, const LedgerEntry& entry) {
  SqliteStatement row(database, "INSERT INTO history VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
  row.bind(1, entry.sequence);
  int place = 1;
  for (const std::string* text :
       {&entry.time, &entry.who, &entry.action, &entry.dataset, &entry.details, &entry.previous, &entry.hash})
    row.bind(++place, *text);
  row.step();
}

Result<LedgerAccount> account_in(const std::vector<LedgerEntry>& history, const std::string& dataset,
                                 const std::string& path) {
  const auto accounts = accounts_of(history);
  if (!accounts) return wrong(accounts.error().fault, fmt::format("{}: {}", path, accounts.error().message));
  std::vector<std::string> names;
  for (const LedgerAccount& account : *accounts) {
    if (account.dataset == dataset) return account;
    names.push_back(account.dataset);
  }
  return wrong(Fault::usage, fmt::format("{}: there is no dataset '{}'", path, dataset),
               suggesting(dataset, {names.begin(), names.end()}, fmt::format("there are: {}", fmt::join(names, ", "))));
}

// Reads, decides and writes while nobody else can: `decide` turns the history so far into one more entry or refuses.
template <class Decide>
Result<void> add(const std::string& path, Sqlite::Mode mode, const Decide& decide) {
  try {
    Sqlite database(path, mode);
    SqliteTransaction transaction(database);
    if (mode == Sqlite::Mode::create && database.number("SELECT count(*) FROM sqlite_schema") == 0 &&
        database.number("PRAGMA application_id") == 0)
      migrate_ledger(database);
    if (const auto kind = check_kind(database, path); !kind) return kind;
    migrate_ledger(database);
    const auto history = read_verified(database, path);
    if (!history) return tl::unexpected(history.error());
    const Result<LedgerEntry> entry = decide(*history);
    if (!entry) return tl::unexpected(entry.error());
    append(database, *entry);
    transaction.commit();
    return {};
  } catch (const SqliteFailure& failure) {
    return explained(path, failure);
  }
}

template <class Read>
auto look(const std::string& path, const Read& read) -> decltype(read(std::declval<Sqlite&>())) {
  try {
    Sqlite database(path, Sqlite::Mode::existing);
    if (const auto kind = check_kind(database, path); !kind) return tl::unexpected(kind.error());
    return read(database);
  } catch (const SqliteFailure& failure) {
    return explained(path, failure);
  }
}

// epsilon 1, delta 1e-06
std::string in_words(const Total& total) {
  std::string text;
  const Json numbers = total_to_json(total);
  for (const auto& [key, value] : numbers.items())
    text += fmt::format("{}{} {:.6g}", text.empty() ? "" : ", ", key, value.get<double>());
  return text;
}

bool same(const Total& a, const Total& b) { return a.kind == b.kind && a.amount == b.amount && a.delta == b.delta; }

}  // namespace

Result<void> LedgerStore::create(const std::string& dataset, const Total& total, Neighbours neighbours,
                                 const std::string& owner, const std::optional<TableFacts>& table) const {
  return add(path_, Sqlite::Mode::create, [&](const std::vector<LedgerEntry>& history) -> Result<LedgerEntry> {
    if (account_in(history, dataset, path_))
      return wrong(Fault::usage, fmt::format("{}: there is a dataset '{}' already", path_, dataset),
                   "raise its budget with discreet ledger grant");
    Json details{{"neighbours", name(neighbours)}, {"budget", total_to_json(total)}, {"owner", owner}};
    if (table) details["table"] = facts_to_json(*table);
    return next_entry(history, "create", dataset, details);
  });
}

Result<void> LedgerStore::grant(const std::string& dataset, const Total& total) const {
  return add(path_, Sqlite::Mode::existing, [&](const std::vector<LedgerEntry>& history) -> Result<LedgerEntry> {
    const auto account = account_in(history, dataset, path_);
    if (!account) return tl::unexpected(account.error());
    const Total& now = account->total;
    if (now.kind != total.kind || now.pure() != total.pure())
      return wrong(Fault::usage, fmt::format("dataset '{}' has a budget of another kind", dataset),
                   fmt::format("it is {}: give a larger one of that kind", in_words(now)));
    if (total.amount < now.amount || total.delta < now.delta || same(total, now))
      return wrong(Fault::usage, fmt::format("dataset '{}' has {}: a grant gives more", dataset, in_words(now)),
                   "give the new total, which is larger");
    return next_entry(history, "grant", dataset, {{"budget", total_to_json(total)}});
  });
}

Result<void> LedgerStore::charge(const std::string& dataset, const Bill& bill, const Errand& errand) const {
  for (;;) {
    // The price may take a second, in which others need not wait. It depends on the total, which seldom changes.
    const auto before = account(dataset);
    if (!before) return tl::unexpected(before.error());
    if (before->neighbours != bill.plan.neighbours)
      return wrong(Fault::budget,
                   fmt::format("dataset '{}' is kept for {} neighbours and this fit is for {}", dataset,
                               name(before->neighbours), name(bill.plan.neighbours)),
                   fmt::format("give --neighbours {}", name(before->neighbours)));
    if (const auto same_table = check_table(*before, errand); !same_table) return same_table;
    const Price price = price_of(bill, before->total);
    bool changed = false;
    const auto charged =
        add(path_, Sqlite::Mode::existing, [&](const std::vector<LedgerEntry>& history) -> Result<LedgerEntry> {
          const auto account = account_in(history, dataset, path_);
          if (!account) return tl::unexpected(account.error());
          changed = !same(account->total, before->total);
          if (changed || !admits(account->total, account->spending, bill, price)) return refusal(*account, bill, price);
          return next_entry(history, "charge", dataset, charge_to_json(*account, bill, price, errand));
        });
    if (!changed) return charged;
  }
}

Result<std::vector<LedgerEntry>> LedgerStore::history() const {
  return look(path_, [](Sqlite& database) -> Result<std::vector<LedgerEntry>> { return read_history(database); });
}

Result<std::vector<LedgerEntry>> LedgerStore::verified() const {
  return look(path_, [&](Sqlite& database) { return read_verified(database, path_); });
}

Result<std::vector<LedgerAccount>> LedgerStore::accounts() const {
  const auto entries = verified();
  if (!entries) return tl::unexpected(entries.error());
  auto accounts = accounts_of(*entries);
  if (!accounts) return wrong(accounts.error().fault, fmt::format("{}: {}", path_, accounts.error().message));
  return accounts;
}

Result<LedgerAccount> LedgerStore::account(const std::string& dataset) const {
  const auto entries = verified();
  if (!entries) return tl::unexpected(entries.error());
  return account_in(*entries, dataset, path_);
}

}  // namespace discreet
