#include "discreet/io/ledger_charge.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

namespace discreet {
namespace {

Json remaining(const LedgerAccount& account) {
  Total rest = account.total;
  rest.amount = left_of(account);
  return total_to_json(rest);
}

Json spent_json(const LedgerAccount& account) {
  Total so_far = account.total;
  so_far.amount = spent(account.total, account.spending);
  return total_to_json(so_far);
}

// So many digits, as people read and type them, and never more than the value.
double rounded_down(double value, int digits) {
  if (!(value > 0)) return 0;
  const auto nearest = [&](double number) { return std::stod(fmt::format("{:.{}e}", number, digits - 1)); };
  const double unit = std::pow(10, std::floor(std::log10(value)) - (digits - 1));
  const double rounded = nearest(value);
  return rounded <= value ? rounded : std::min(nearest(rounded - unit), value);
}

}  // namespace

double left_of(const LedgerAccount& account) {
  const Total& total = account.total;
  if (account.spending.charges == 0) return total.amount;
  if (total.kind == Total::Kind::approximate) return rounded_down(left(total, account.spending, total.delta).value, 4);
  const double rest = std::max(0.0, room(total).amount - account.spending.sum.amount);
  return rounded_down(total.kind == Total::Kind::mu ? std::sqrt(rest) : rest, 4);
}

tl::unexpected<Error> refusal(const LedgerAccount& account, const Bill& bill, const Price& price) {
  if (!std::isfinite(price.amount) && account.total.kind != Total::Kind::approximate)
    return wrong(Fault::budget,
                 fmt::format("dataset '{}' has a budget in {}, in which this fit has no price", account.dataset,
                             account.total.kind == Total::Kind::rho ? "rho" : "mu"),
                 "use a solver without random batches, or a budget of epsilon and delta");
  // What is left is told at the total's delta, as everywhere; what to ask for, at the delta of the fit.
  const bool approximate = account.total.kind == Total::Kind::approximate;
  const bool same_delta = approximate && bill.cost.delta == account.total.delta;
  const Delta asked{same_delta ? account.total.delta.value : rounded_down(bill.cost.delta.value, 3)};
  const double rest =
      same_delta ? left_of(account) : rounded_down(left(account.total, account.spending, asked).value, 4);
  const bool needs_less_delta = !std::isfinite(price.amount) || price.delta <= 0;
  std::string hint = "have more granted with discreet ledger grant";
  if (rest > 0)
    hint = fmt::format("give --epsilon {} or less{}, or have more granted", rest,
                       needs_less_delta ? " and a smaller --delta"
                       : same_delta     ? ""
                                        : fmt::format(" at --delta {}", asked.value));
  return wrong(Fault::budget,
               fmt::format("dataset '{}' has {} {} left{} and this fit costs {}{:.4g}{}", account.dataset,
                           word(account.total.kind), left_of(account),
                           approximate ? fmt::format(" at delta {}", account.total.delta.value) : "",
                           approximate ? "" : "epsilon ", bill.cost.epsilon.value,
                           same_delta ? "" : fmt::format(" at delta {:.3g}", bill.cost.delta.value)),
               std::move(hint));
}

Json facts_to_json(const TableFacts& facts) {
  Json json{{"columns", facts.columns}, {"source", facts.source}};
  if (facts.rows) json["rows"] = *facts.rows;
  return json;
}

Result<void> check_table(const LedgerAccount& account, const Errand& errand) {
  if (!account.table || errand.other_data) return {};
  const std::vector<std::string> found = differences(*account.table, errand.table);
  if (found.empty()) return {};
  return wrong(
      Fault::budget,
      fmt::format("dataset '{}' was created for another table: {}", account.dataset, fmt::join(found, " and ")),
      "name the dataset of this table, or override this with --other-data, which the history records");
}

Json charge_to_json(const LedgerAccount& account, const Bill& bill, const Price& price, const Errand& errand) {
  Json events = Json::array();
  for (const PlanLine& line : bill.plan.lines) {
    Json event = event_to_json(line.event);
    event["what"] = line.what;
    event["count"] = line.groups;
    event["numbers_each"] = line.numbers;
    events.push_back(std::move(event));
  }
  Json details{{"command", errand.command},      {"data", errand.data},
               {"target", errand.target},        {"loss", errand.loss},
               {"model", errand.model},          {"epsilon", bill.cost.epsilon.value},
               {"delta", bill.cost.delta.value}, {"price", price.amount},
               {"price_delta", price.delta},     {"events", std::move(events)}};
  if (errand.other_data)
    details["other_data"] = account.table ? differences(*account.table, errand.table) : std::vector<std::string>{};
  return details;
}

Json account_to_json(const LedgerAccount& account) {
  Json json{{"dataset", account.dataset},
            {"owner", account.owner},
            {"neighbours", name(account.neighbours)},
            {"budget", total_to_json(account.total)},
            {"spent", spent_json(account)},
            {"remaining", remaining(account)},
            {"charges", account.spending.charges}};
  if (account.table) json["table"] = facts_to_json(*account.table);
  return json;
}

}  // namespace discreet
