#include "discreet/io/calculator_json.hpp"

#include <fmt/format.h>

#include "discreet/io/model_file.hpp"

namespace discreet {
namespace {

// What is told is the best of many trials: the price of the whole, whatever plan it is asked about.
class TrialAccountant final : public Accountant {
 public:
  explicit TrialAccountant(TrialPlan whole) : whole_(std::move(whole)) {}
  std::string_view name() const override { return "rdp"; }
  bool covers(const Plan&) const override { return true; }

 private:
  Epsilon ideal_epsilon(const Plan&, Delta delta) const override { return epsilon_of(whole_, delta); }
  TrialPlan whole_;
};

// The same events without what the integer grid costs: the divergences of trials have it in them.
Plan off_the_grid(Plan plan) {
  for (PlanLine& line : plan.lines) line.numbers = 0;
  return plan;
}

// The accountant that was asked for, if it has an answer.
Result<std::unique_ptr<Accountant>> accountant_for(std::string_view accounting, const EventsFile& events) {
  auto asked = accountant_named(accounting);
  if (!asked) return asked;
  if (events.trials) {
    if (accounting == "tight" || accounting == "rdp") return std::make_unique<TrialAccountant>(*events.trials);
    return wrong(
        Fault::usage,
        fmt::format("--accounting {}: the model is the best of many trials, which rdp alone covers", accounting),
        "use --accounting rdp or tight");
  }
  if (!(*asked)->covers(events.plan))
    return wrong(Fault::usage, fmt::format("--accounting {}: it does not cover these events", accounting),
                 "use --accounting tight");
  return asked;
}

std::string_view decided_by(const Accountant& accountant, const Plan& plan) {
  return accountant.name() == "tight" ? TightAccountant::decided_by(plan) : accountant.name();
}

// The events as they were taken, each with what its multiplier is relative to.
Json events_json(const Plan& plan) {
  Json events = Json::array();
  for (const PlanLine& line : plan.lines) {
    Json event = event_to_json(line.event);
    event["count"] = line.groups;
    events.push_back(std::move(event));
  }
  return events;
}

void add_caveats(const EventsFile& events, Json& json) {
  if (!events.caveats.empty()) json["caveats"] = events.caveats;
  if (!events.notices.empty()) json["notices"] = events.notices;
}

}  // namespace

Result<Account> account_by(std::string_view accounting, const EventsFile& events, Delta delta) {
  const auto asked = accountant_for(accounting, events);
  if (!asked) return tl::unexpected(asked.error());
  if (events.trials) {
    const Epsilon epsilon = (*asked)->epsilon(off_the_grid(events.plan), delta);
    return Account{epsilon, (*asked)->name(), {{(*asked)->name(), epsilon}}};
  }
  Account found = account(events.plan, delta);
  if (accounting == "tight") return found;
  found.epsilon = (*asked)->epsilon(events.plan, delta);
  found.accountant = (*asked)->name();
  return found;
}

Json account_json(const EventsFile& events, Delta delta, const Account& found) {
  Json by = Json::object();
  for (const auto& [accountant, epsilon] : found.by) by[std::string(accountant)] = number_or_word(epsilon.value);
  Json json{{"epsilon", number_or_word(found.epsilon.value)},
            {"delta", delta.value},
            {"neighbours", name(events.plan.neighbours)},
            {"accountant", found.accountant},
            {"epsilon_by", by},
            {"events", events_json(events.plan)}};
  add_caveats(events, json);
  return json;
}

Result<DeltaAccount> delta_by(std::string_view accounting, const EventsFile& events, Epsilon epsilon) {
  const auto asked = accountant_for(accounting, events);
  if (!asked) return tl::unexpected(asked.error());
  const Plan plan = events.trials ? off_the_grid(events.plan) : events.plan;
  return DeltaAccount{epsilon, (*asked)->delta(plan, epsilon), decided_by(**asked, plan)};
}

Json account_json(const EventsFile& events, const DeltaAccount& found) {
  Json json{{"epsilon", found.epsilon.value},
            {"delta", found.delta.value},
            {"neighbours", name(events.plan.neighbours)},
            {"accountant", found.accountant},
            {"events", events_json(events.plan)}};
  add_caveats(events, json);
  return json;
}

Epsilon tight_epsilon(const EventsFile& events, Delta delta) {
  if (events.trials) return TrialAccountant(*events.trials).epsilon(off_the_grid(events.plan), delta);
  return TightAccountant().epsilon(events.plan, delta);
}

Result<Louder> louder_by(std::string_view accounting, const EventsFile& events, Budget budget,
                         const std::vector<bool>& scaled) {
  const Plan& plan = events.plan;
  if (plan.lines.empty())
    return wrong(Fault::usage, "there are no events, so there is no noise to change", "list what will be released");
  if (events.trials)
    return wrong(Fault::usage,
                 "the model is the best of many trials, and its events are those of one: they do not scale",
                 "tune again with another --epsilon; discreet account says what this one cost");
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

Json calibrate_json(const EventsFile& asked, const Louder& louder) {
  Json json{{"scale", louder.found.factor},    {"epsilon", louder.found.epsilon.value},
            {"delta", louder.delta.value},     {"neighbours", name(louder.plan.neighbours)},
            {"accountant", louder.accountant}, {"events", events_json(louder.plan)}};
  add_caveats(asked, json);
  return json;
}

}  // namespace discreet
