// account, calibrate and plan: JSON text in, JSON text out, with the fields that the command line prints.
#include <fmt/format.h>
#include <pybind11/stl.h>

#include "discreet/fit/fit.hpp"
#include "discreet/fit/spec.hpp"
#include "discreet/io/events_file.hpp"
#include "discreet/io/model_file.hpp"
#include "discreet/privacy/accountants.hpp"
#include "discreet/privacy/calibrate.hpp"
#include "discreet/python/binding.hpp"

namespace py = pybind11;

namespace discreet::python {
namespace {

struct Asked {
  Plan plan;
  std::optional<Delta> delta;
};

Result<Asked> read(const std::string& events, std::optional<double> delta) {
  auto file = events_from(events, "events", std::nullopt);
  if (!file) return tl::unexpected(file.error());
  Asked asked{std::move(file->plan), file->delta};
  if (delta) {
    if (!(*delta >= 0 && *delta < 1)) return wrong(Fault::usage, "delta is a number from 0 to below 1");
    asked.delta = Delta{*delta};
  }
  return asked;
}

Result<std::unique_ptr<Accountant>> accountant_for(const std::string& accounting, const Plan& plan) {
  auto asked = accountant_named(accounting);
  if (asked && !(*asked)->covers(plan))
    return wrong(Fault::usage, fmt::format("accounting '{}' does not cover these events", accounting),
                 "use accounting='tight'");
  return asked;
}

Result<Json> account_json(const std::string& events, std::optional<double> delta, std::optional<double> epsilon,
                          const std::string& accounting) {
  const auto asked = read(events, delta);
  if (!asked) return tl::unexpected(asked.error());
  const Plan& plan = asked->plan;
  const auto accountant = accountant_for(accounting, plan);
  if (!accountant) return tl::unexpected(accountant.error());
  if (epsilon) {
    if (!(*epsilon >= 0)) return wrong(Fault::usage, "epsilon is a number of at least 0");
    return Json{{"epsilon", *epsilon},
                {"delta", (*accountant)->delta(plan, {*epsilon}).value},
                {"neighbours", name(plan.neighbours)},
                {"accountant", accounting == "tight" ? TightAccountant::decided_by(plan) : (*accountant)->name()}};
  }
  if (!asked->delta)
    return wrong(Fault::usage, "delta is needed: the events do not say one", "a common choice is 1/n^2");
  Account found = account(plan, *asked->delta);
  if (accounting != "tight") {
    found.epsilon = (*accountant)->epsilon(plan, *asked->delta);
    found.accountant = (*accountant)->name();
  }
  Json by = Json::object();
  for (const auto& [each, value] : found.by) by[std::string(each)] = number_or_word(value.value);
  return Json{{"epsilon", number_or_word(found.epsilon.value)},
              {"delta", asked->delta->value},
              {"neighbours", name(plan.neighbours)},
              {"accountant", found.accountant},
              {"epsilon_by", by}};
}

Result<Json> calibrate_json(const std::string& events, double epsilon, std::optional<double> delta,
                            const std::string& accounting) {
  const auto asked = read(events, delta);
  if (!asked) return tl::unexpected(asked.error());
  if (!asked->delta)
    return wrong(Fault::usage, "delta is needed: the events do not say one", "a common choice is 1/n^2");
  const auto accountant = accountant_named(accounting);
  if (!accountant) return tl::unexpected(accountant.error());
  if (!(epsilon >= 1e-12 && epsilon <= 1e6)) return wrong(Fault::usage, "epsilon is a number from 1e-12 to 1e6");
  const auto found = calibrate(**accountant, {{epsilon}, *asked->delta}, asked->plan);
  if (!found) return tl::unexpected(found.error());
  const Plan louder = with_noise(asked->plan, found->factor);
  Json list = Json::array();
  for (const PlanLine& line : louder.lines) {
    Json event = event_to_json(line.event);
    event["count"] = line.groups;
    list.push_back(std::move(event));
  }
  return Json{{"scale", found->factor},
              {"epsilon", found->epsilon.value},
              {"delta", asked->delta->value},
              {"neighbours", name(louder.neighbours)},
              {"accountant", accounting == "tight" ? TightAccountant::decided_by(louder) : (*accountant)->name()},
              {"events", list}};
}

Result<Json> plan_json(std::size_t rows, std::vector<std::string> features, bool sparse, const std::string& target,
                       const Options& options) {
  const auto rules = ingest_rules(options);
  if (!rules) return tl::unexpected(rules.error());
  PublicFacts facts{rows, std::move(features), {}, {}, false, sparse, false};
  for (const std::string& feature : facts.features) {
    const auto bounds = rules->bounds.find(feature);
    facts.bounds.push_back(bounds == rules->bounds.end() ? std::nullopt : std::optional(bounds->second));
  }
  if (const auto bounds = rules->bounds.find(target); bounds != rules->bounds.end())
    facts.target_bounds = bounds->second;
  const auto blueprint = draw(options, facts);
  if (!blueprint) return tl::unexpected(blueprint.error());
  Json solver = Json::object();
  for (const auto& [key, value] : blueprint->solver->description())
    solver[key] = std::holds_alternative<double>(value) ? whole_or_number(std::get<double>(value))
                                                        : Json(std::get<std::string>(value));
  return Json{{"rows", rows},
              {"features", facts.features.size()},
              {"solver", solver},
              {"privacy", privacy_json(blueprint->label)}};
}

}  // namespace

void bind_calculator(py::module_& module) {
  module.def(
      "account",
      [](const std::string& events, std::optional<double> delta, std::optional<double> epsilon,
         const std::string& accounting) { return unwrap(account_json(events, delta, epsilon, accounting)).dump(); },
      py::arg("events"), py::arg("delta"), py::arg("epsilon"), py::arg("accounting"));
  module.def(
      "calibrate",
      [](const std::string& events, double epsilon, std::optional<double> delta, const std::string& accounting) {
        return unwrap(calibrate_json(events, epsilon, delta, accounting)).dump();
      },
      py::arg("events"), py::arg("epsilon"), py::arg("delta"), py::arg("accounting"));
  module.def(
      "plan",
      [](std::size_t rows, std::vector<std::string> features, const py::dict& given, bool sparse,
         const std::string& target) {
        return unwrap(plan_json(rows, std::move(features), sparse, target, options_from(given))).dump();
      },
      py::arg("rows"), py::arg("features"), py::arg("options"), py::arg("sparse") = false, py::arg("target") = "label");
}

}  // namespace discreet::python
