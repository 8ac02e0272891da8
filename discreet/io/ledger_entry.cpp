#include "discreet/io/ledger_entry.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <pwd.h>
#include <sodium.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
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
                        {}});
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

// Four digits, never more than there is.
double rounded_down(double value) {
  if (!(value > 0)) return 0;
  const double unit = std::pow(10, std::floor(std::log10(value)) - 3);
  return std::floor(value / unit) * unit;
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

tl::unexpected<Error> refusal(const LedgerAccount& account, const Bill& bill, const Price& price) {
  if (!std::isfinite(price.amount) && account.total.kind != Total::Kind::approximate)
    return wrong(Fault::budget,
                 fmt::format("dataset '{}' has a budget in {}, in which this fit has no price", account.dataset,
                             account.total.kind == Total::Kind::rho ? "rho" : "mu"),
                 "use a solver without random batches, or a budget of epsilon and delta");
  const double rest = rounded_down(left(account.total, account.spending, bill.cost.delta).value);
  return wrong(Fault::budget,
               fmt::format("dataset '{}' has epsilon {:.4g} left at delta {:.3g} and this fit costs {:.4g}",
                           account.dataset, rest, bill.cost.delta.value, bill.cost.epsilon.value),
               rest > 0 ? fmt::format("give --epsilon {:.4g} or less{}, or have more granted", rest,
                                      price.delta > 0 && std::isfinite(price.amount) ? "" : " and a smaller --delta")
                        : "have more granted with discreet ledger grant");
}

Json charge_to_json(const Bill& bill, const Price& price, const Errand& errand) {
  Json events = Json::array();
  for (const PlanLine& line : bill.plan.lines) {
    Json event = event_to_json(line.event);
    event["what"] = line.what;
    event["count"] = line.groups;
    event["numbers_each"] = line.numbers;
    events.push_back(std::move(event));
  }
  return {{"command", errand.command},      {"model", errand.model}, {"epsilon", bill.cost.epsilon.value},
          {"delta", bill.cost.delta.value}, {"price", price.amount}, {"price_delta", price.delta},
          {"events", std::move(events)}};
}

Json account_to_json(const LedgerAccount& account) {
  return {{"dataset", account.dataset},
          {"owner", account.owner},
          {"neighbours", name(account.neighbours)},
          {"budget", total_to_json(account.total)},
          {"spent", spent_json(account)},
          {"remaining", remaining(account)},
          {"charges", account.spending.charges}};
}

}  // namespace discreet
