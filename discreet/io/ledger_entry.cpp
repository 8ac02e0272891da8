#include "discreet/io/ledger_entry.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <pwd.h>
#include <sodium.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <limits>
#include <stdexcept>

#include "discreet/io/json_text.hpp"

namespace discreet {
namespace {

std::string user_name() {
  const passwd* user = getpwuid(geteuid());
  return user ? user->pw_name : fmt::format("user {}", geteuid());
}

std::string now() { return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr))); }

const Json& field(const Json& json, const char* key) {
  if (!json.is_object() || !json.contains(key)) throw std::runtime_error(fmt::format("'{}' is missing", key));
  return json[key];
}

// A number that is not negative; what is not finite was written as null.
double amount(const Json& json, const char* key) {
  const Json& value = field(json, key);
  if (value.is_null()) return std::numeric_limits<double>::infinity();
  if (!value.is_number() || !(value.get<double>() >= 0))
    throw std::runtime_error(fmt::format("'{}' is not a number of at least 0", key));
  return value.get<double>();
}

std::string text(const Json& json, const char* key) {
  const Json& value = field(json, key);
  if (!value.is_string()) throw std::runtime_error(fmt::format("'{}' is not text", key));
  return value.get<std::string>();
}

Total total_from_json(const Json& json) {
  if (json.is_object() && json.contains("rho")) return {Total::Kind::rho, amount(json, "rho"), {0}};
  if (json.is_object() && json.contains("mu")) return {Total::Kind::mu, amount(json, "mu"), {0}};
  const Total total{Total::Kind::approximate, amount(json, "epsilon"), {amount(json, "delta")}};
  if (!(total.delta.value < 1)) throw std::runtime_error("'delta' is not below 1");
  return total;
}

Neighbours neighbours_from(const std::string& word) {
  for (const Neighbours relation : {Neighbours::replace_one, Neighbours::zero_out, Neighbours::add_remove})
    if (word == name(relation)) return relation;
  throw std::runtime_error("'neighbours' is replace-one, zero-out or add-remove");
}

// Ledgers of version 2 and below have none.
std::optional<TableFacts> facts_from_json(const Json& details) {
  if (!details.contains("table")) return std::nullopt;
  const Json& json = details["table"];
  TableFacts facts;
  facts.columns = field(json, "columns").get<std::vector<std::string>>();
  facts.source = text(json, "source");
  if (!json.contains("rows")) return facts;
  if (!json["rows"].is_number_unsigned()) throw std::runtime_error("'rows' is not a number of rows");
  facts.rows = json["rows"].get<std::size_t>();
  return facts;
}

void apply(const LedgerEntry& entry, std::vector<LedgerAccount>& accounts) {
  const Result<Json> parsed = parse_json(entry.details, "the details");
  if (!parsed) throw std::runtime_error(parsed.error().message);
  const Json& details = *parsed;
  const auto found = std::find_if(accounts.begin(), accounts.end(),
                                  [&](const LedgerAccount& account) { return account.dataset == entry.dataset; });
  if (entry.action == "create") {
    if (found != accounts.end()) throw std::runtime_error("the dataset was there before");
    accounts.push_back({entry.dataset,
                        text(details, "owner"),
                        neighbours_from(text(details, "neighbours")),
                        total_from_json(field(details, "budget")),
                        {},
                        facts_from_json(details)});
    return;
  }
  if (found == accounts.end()) throw std::runtime_error("there is no such dataset");
  if (entry.action == "grant") {
    found->total = total_from_json(field(details, "budget"));
  } else if (entry.action == "charge") {
    found->spending.sum.amount += amount(details, "price");
    found->spending.sum.delta += amount(details, "price_delta");
    ++found->spending.charges;
  } else {
    throw std::runtime_error("an entry is create, grant or charge");
  }
}

}  // namespace

std::string hash_of(const LedgerEntry& entry) {
  const std::string content =
      Json::array({entry.sequence, entry.time, entry.who, entry.action, entry.dataset, entry.details, entry.previous})
          .dump(-1, ' ', true, Json::error_handler_t::replace);
  std::array<unsigned char, crypto_hash_sha256_BYTES> digest;
  crypto_hash_sha256(digest.data(), reinterpret_cast<const unsigned char*>(content.data()), content.size());
  return fmt::format("{:02x}", fmt::join(digest, ""));
}

std::optional<std::int64_t> first_broken(const std::vector<LedgerEntry>& history) {
  std::string previous(64, '0');
  std::int64_t sequence = 0;
  for (const LedgerEntry& entry : history) {
    ++sequence;
    if (entry.sequence != sequence || entry.previous != previous || entry.hash != hash_of(entry)) return sequence;
    previous = entry.hash;
  }
  return std::nullopt;
}

LedgerEntry next_entry(const std::vector<LedgerEntry>& history, std::string action, std::string dataset,
                       const Json& details) {
  LedgerEntry entry{static_cast<std::int64_t>(history.size()) + 1,
                    now(),
                    user_name(),
                    std::move(action),
                    std::move(dataset),
                    details.dump(-1, ' ', true, Json::error_handler_t::replace),
                    history.empty() ? std::string(64, '0') : history.back().hash,
                    {}};
  entry.hash = hash_of(entry);
  return entry;
}

Result<std::vector<LedgerAccount>> accounts_of(const std::vector<LedgerEntry>& history) {
  std::vector<LedgerAccount> accounts;
  for (const LedgerEntry& entry : history) {
    try {
      apply(entry, accounts);
    } catch (const std::exception& problem) {  // ours and the JSON reader's: the file, not the program, is wrong
      return wrong(Fault::data, fmt::format("entry {}: {}", entry.sequence, problem.what()));
    }
  }
  return accounts;
}

std::string word(Total::Kind kind) {
  return kind == Total::Kind::rho ? "rho" : kind == Total::Kind::mu ? "mu" : "epsilon";
}

Json total_to_json(const Total& total) {
  switch (total.kind) {
    case Total::Kind::rho:
      return {{"rho", total.amount}};
    case Total::Kind::mu:
      return {{"mu", total.amount}};
    case Total::Kind::approximate:
      break;
  }
  return {{"epsilon", total.amount}, {"delta", total.delta.value}};
}

Json entry_to_json(const LedgerEntry& entry) {
  const Json details = parse_json(entry.details, "the details").value_or(Json(entry.details));
  return {{"sequence", entry.sequence}, {"time", entry.time}, {"who", entry.who},           {"action", entry.action},
          {"dataset", entry.dataset},   {"details", details}, {"previous", entry.previous}, {"hash", entry.hash}};
}

}  // namespace discreet
