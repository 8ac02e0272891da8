#include "discreet/io/calculator_json.hpp"

#include <fmt/format.h>

#include "discreet/io/model_file.hpp"

namespace discreet {
namespace {

// The accountant that was asked for, if it has an answer.
Result<std::unique_ptr<Accountant>> accountant_for(std::string_view accounting, const Plan& plan) {
  auto asked = accountant_named(accounting);
  if (asked && !(*asked)->covers(plan))
    return wrong(Fault::usage, fmt::format("--accounting {}: it does not cover these events", accounting),
                 "use --accounting tight");
  return asked;
}

std::string_view decided_by(const Accountant& accountant, const Plan& plan) {
  return accountant.name() == "tight" ? TightAccountant::decided_by(plan) : accountant.name();
}

}  // namespace

Result<Account> account_by(std::string_view accounting, const Plan& plan, Delta delta) {
  Account found = account(plan, delta);
  if (accounting == "tight") return found;
  const auto asked = accountant_for(accounting, plan);
  if (!asked) return tl::unexpected(asked.error());
  found.epsilon = (*asked)->epsilon(plan, delta);
  found.accountant = (*asked)->name();
  return found;
}

Json account_json(const Plan& plan, Delta delta, const Account& found) {
  Json by = Json::object();
  for (const auto& [accountant, epsilon] : found.by) by[std::string(accountant)] = number_or_word(epsilon.value);
  return {{"epsilon", number_or_word(found.epsilon.value)},
          {"delta", delta.value},
          {"neighbours", name(plan.neighbours)},
          {"accountant", found.accountant},
          {"epsilon_by", by}};
}

Result<DeltaAccount> delta_by(std::string_view accounting, const Plan& plan, Epsilon epsilon) {
  const auto asked = accountant_for(accounting, plan);
  if (!asked) return tl::unexpected(asked.error());
  return DeltaAccount{epsilon, (*asked)->delta(plan, epsilon), decided_by(**asked, plan)};
}

Json account_json(const Plan& plan, const DeltaAccount& found) {
  return {{"epsilon", found.epsilon.value},
          {"delta", found.delta.value},
          {"neighbours", name(plan.neighbours)},
          {"accountant", found.accountant}};
}

Result<Louder> louder_by(std::string_view accounting, const Plan& plan, Budget budget,
                         const std::vector<bool>& scaled) {
  const auto asked = accountant_named(accounting);
  if (!asked) return tl::unexpected(asked.error());
  const auto found = calibrate(**asked, budget, plan, scaled);
  if (!found) return tl::unexpected(found.error());
  Plan louder = plan;
  for (std::size_t k = 0; k < louder.lines.size(); ++k)
    if (scaled.empty() || scaled[k]) louder.lines[k].event = with_noise(louder.lines[k].event, found->factor);
  const std::string_view by = decided_by(**asked, louder);
  return Louder{std::move(louder), *found, budget.delta, by};
}

Json calibrate_json(const Louder& louder) {
  Json events = Json::array();
  for (const PlanLine& line : louder.plan.lines) {
    Json event = event_to_json(line.event);
    event["count"] = line.groups;
    events.push_back(std::move(event));
  }
  return {{"scale", louder.found.factor},    {"epsilon", louder.found.epsilon.value},
          {"delta", louder.delta.value},     {"neighbours", name(louder.plan.neighbours)},
          {"accountant", louder.accountant}, {"events", events}};
}

}  // namespace discreet
