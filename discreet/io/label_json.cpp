#include "discreet/io/label_json.hpp"

#include <cmath>
#include <limits>
#include <stdexcept>

#include "discreet/mechanism/trials.hpp"
#include "discreet/privacy/accountant.hpp"
#include "discreet/privacy/gdp.hpp"

namespace discreet {

double read_double(const Json& json) {
  if (json.is_string()) {
    if (json == "inf") return std::numeric_limits<double>::infinity();
    if (json == "-inf") return -std::numeric_limits<double>::infinity();
    if (json == "nan") return std::numeric_limits<double>::quiet_NaN();
    throw std::runtime_error("a number is expected");
  }
  return json.get<double>();
}

PrivacyLabel label_from(const Json& json) {
  PrivacyLabel label;
  label.budget = {{read_double(json.at("epsilon"))}, {read_double(json.at("delta"))}};
  label.accountant = json.at("accountant").get<std::string>();
  label.mu = {json.at("mu").is_null() ? std::numeric_limits<double>::infinity() : read_double(json.at("mu"))};
  label.spent = {read_double(json.at("epsilon_spent"))};
  bool known = false;
  for (const Neighbours relation : {Neighbours::replace_one, Neighbours::zero_out, Neighbours::add_remove})
    if (name(relation) == json.at("neighbours").get<std::string>()) label.plan.neighbours = relation, known = true;
  if (!known) throw std::runtime_error("'neighbours' is replace-one, zero-out or add-remove");
  for (const Json& event : json.at("events")) {
    PlanLine line;
    line.what = event.at("what").get<std::string>();
    line.event = event_from_json(event, label.plan.neighbours);
    line.groups = count_in(event, "count", std::nullopt);
    line.numbers = count_in(event, "numbers_each", 1);
    label.plan.lines.push_back(std::move(line));
    label.shares.push_back(event.value("share", 0.0));
  }
  for (const Json& fact : json.at("public"))
    label.facts.push_back({fact.at("what").get<std::string>(), fact.at("declared_by").get<std::string>(),
                           fact.at("source").get<std::string>()});
  if (json.contains("trials") && !has_poisson_trials(json)) {
    label.plan.lines = {all_trials(label.spent, label.budget.delta)};
    label.shares = {1.0};
  } else if (json.contains("trials")) {
    const Json& trials = json.at("trials");
    label.trials = read_double(trials.at("mean"));
    label.trial_rho = trials.contains("rho_each") ? read_double(trials.at("rho_each")) : 0;
    label.asked_once = count_in(trials, "once", 0);
  }
  if (json.contains("claimed_epsilon")) label.claimed = Epsilon{read_double(json.at("claimed_epsilon"))};
  const bool stamped = !json.value("private", false);
  label.caveats = json.at("caveats").get<std::vector<std::string>>();
  label.notices = json.value("notices", std::vector<std::string>());
  // Older files have one list of both, which only "private" tells apart.
  if (!stamped && !json.contains("notices")) label.notices.swap(label.caveats);
  if (stamped && label.caveats.empty()) label.caveats.emplace_back("the file does not say that it is private");
  // The least that Gaussian releases can cost is a formula away; for others it would take too long to ask.
  if (!label.trials && GdpAccountant().covers(label.plan) &&
      !(label.spent.value * (1 + 1e-6) >= epsilon_of(composed_mu(label.plan), label.budget.delta).value))
    throw std::runtime_error("the events cost more than 'epsilon_spent' says");
  if (json.contains("rows")) label.rows = read_double(json.at("rows"));
  if (label.rows && !(*label.rows > 0)) throw std::runtime_error("the number of rows is not above 0");
  label.noise = json.value("noise", std::string("not recorded"));
  label.tuning = json.value("tuning", std::string("not recorded"));
  return label;
}

Json privacy_json(const PrivacyLabel& label) {
  Json events = Json::array();
  for (std::size_t k = 0; k < label.plan.lines.size(); ++k) {
    const PlanLine& line = label.plan.lines[k];
    Json event{{"what", line.what}};
    event.update(event_to_json(line.event));
    event["count"] = line.groups;
    event["numbers_each"] = line.numbers;
    event["share"] = label.shares[k];
    events.push_back(std::move(event));
  }
  Json facts = Json::array();
  for (const PublicFact& fact : label.facts)
    facts.push_back({{"what", fact.what}, {"declared_by", fact.declared_by}, {"source", fact.source}});
  Json json{{"epsilon", number_or_word(label.budget.epsilon.value)},
            {"delta", label.budget.delta.value},
            {"neighbours", name(label.plan.neighbours)},
            {"unit", "row"},
            {"accountant", label.accountant},
            {"mu", label.has_mu() ? number_or_word(label.mu.value) : Json(nullptr)},
            {"epsilon_spent", number_or_word(label.spent.value)},
            {"private", label.is_private()},
            {"events", std::move(events)},
            {"public", std::move(facts)},
            {"caveats", label.all_caveats()},
            {"notices", label.all_notices()},
            {"noise", label.noise},
            {"tuning", label.tuning}};
  if (label.rows) json["rows"] = whole_or_number(*label.rows);
  if (label.trials)
    json["trials"] = {{"mean", *label.trials},
                      {"law", "poisson"},
                      {"most", most_trials(*label.trials, label.budget)},
                      {"rho_each", label.trial_rho},
                      {"once", label.asked_once}};
  if (label.claimed) json["claimed_epsilon"] = number_or_word(label.claimed->value);
  return json;
}

Json whole_or_number(double value) {
  if (value == std::floor(value) && std::abs(value) < 1e15) return static_cast<std::int64_t>(value);
  return number_or_word(value);
}

Json number_or_word(double value) {
  if (std::isfinite(value)) return value;
  return value > 0 ? "inf" : value < 0 ? "-inf" : "nan";
}

bool has_poisson_trials(const Json& label) {
  return label.contains("trials") && label["trials"].is_object() && label["trials"].value("law", Json()) == "poisson";
}

PlanLine all_trials(Epsilon spent, Delta delta) { return {"trials", ApproximateEvent{spent, delta}, 1, 0}; }

}  // namespace discreet
