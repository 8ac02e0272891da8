#include <fmt/format.h>
#include <fmt/ranges.h>

#include "discreet/accounting/event_text.hpp"
#include "discreet/base/version.hpp"
#include "discreet/io/model_file.hpp"
#include "discreet/report/label.hpp"
#include "discreet/report/words.hpp"
#include "discreet/report/yaml.hpp"

namespace discreet {
namespace {

using Document = nlohmann::ordered_json;

Document basic(const Model& model) {
  return {{"name", title_of(model)},
          {"description",
           fmt::format("A linear model of {} with {} loss and {}; {} features.", model.target, model.loss,
                       model.penalty == "none" ? "no penalty" : model.penalty + " penalty", model.features.size())},
          {"data_product_type", "Machine learning model"},
          {"intended_use", nullptr},
          {"data_curators", nullptr},
          {"data_product_sector", nullptr},
          {"data_product_region", nullptr},
          {"publication_date", nullptr},
          {"data", model.origin.data.empty() ? Document(nullptr) : Document(model.origin.data)},
          {"private", model.privacy.is_private()},
          {"learnt_something", !learnt_nothing(model)},
          {"in_plain_words", verdict(model.privacy)}};
}

Document dp_variant(const Model& model) {
  const PrivacyLabel& label = model.privacy;
  Document facts = Document::array();
  for (const PublicFact& fact : label.facts)
    facts.push_back({{"what", fact.what}, {"declared_by", fact.declared_by}, {"source", fact.source}});
  return {
      {"name", label.is_private() ? "Approximate DP" : "None"},
      {"input_metric", name(label.plan.neighbours)},
      {"bound_on_input_distance", 1},
      {"public_number_of_rows", label.rows ? Document::parse(whole_or_number(*label.rows).dump()) : Document(nullptr)},
      {"unprotected_quantities", not_protected(model)},
      {"declared_public", std::move(facts)}};
}

Document privacy_loss(const PrivacyLabel& label) {
  Document parameters{{"epsilon", label.spent.value},
                      {"delta", label.budget.delta.value},
                      {"epsilon_budget", label.budget.epsilon.value},
                      {"mu", label.has_mu() ? Document(label.mu.value) : Document(nullptr)}};
  if (label.claimed) parameters["epsilon_claimed_by_the_publication"] = label.claimed->value;
  return {{"privacy_unit", "row"},
          {"privacy_unit_description", protected_by(label.plan.neighbours)},
          {"privacy_parameters", std::move(parameters)},
          {"privacy_parameters_description", label.is_private() ? strength_in_words(label) : verdict(label)}};
}

Document accounting(const PrivacyLabel& label) {
  const Json privacy = privacy_json(label);
  Document events = Document::array();
  for (std::size_t k = 0; k < label.plan.lines.size(); ++k) {
    Document event{{"what", label.plan.lines[k].what}};
    for (const auto& [key, value] : privacy["events"][k].items())
      if (key != "what") event[key] = Document::parse(value.dump());
    events.push_back(std::move(event));
  }
  return {{"accountant", label.accountant},
          {"composition", "All releases of the plan, adaptively composed; what is not in it is among the caveats."},
          {"post_processing", "Everything after the releases, and this label."},
          {"events", std::move(events)}};
}

Document implementation(const Model& model) {
  const PrivacyLabel& label = model.privacy;
  Document solver = Document::object();
  for (const auto& [key, value] : model.solver)
    solver[key] = std::holds_alternative<double>(value)
                      ? Document::parse(whole_or_number(std::get<double>(value)).dump())
                      : Document(std::get<std::string>(value));
  std::vector<std::string> mechanisms;
  for (const PlanLine& line : label.plan.lines)
    mechanisms.push_back(fmt::format("{}: {}", line.what, noise_in_words(line.event)));
  return {{"library", "discreet"},         {"version", model.origin.version},
          {"commit", model.origin.commit}, {"pre_processing_eda_hyperparameter_tuning", label.tuning},
          {"mechanisms", mechanisms},      {"noise_generator", label.noise},
          {"solver", std::move(solver)},   {"caveats", label.all_caveats()},
          {"notices", label.all_notices()}};
}

}  // namespace

std::string yaml_label(const Model& model) {
  Document warnings = Document::array();
  for (const Warning& warning : model.warnings) warnings.push_back({{"kind", warning.kind}, {"text", warning.text}});
  const std::string command = command_line(model.origin);
  return to_yaml(
      {{"format", "discreet-privacy-label"},
       {"version", 1},
       {"warnings", std::move(warnings)},
       {"basic", basic(model)},
       {"dp_variant", dp_variant(model)},
       {"privacy_loss", privacy_loss(model.privacy)},
       {"deployment_model",
        {{"model_name", "Central"},
         {"actors",
          "Whoever ran the program saw the rows and is trusted with them; readers of the model need not be trusted."},
         {"release_type", "One release"},
         {"data_source_type", "Static"},
         {"access_type", "Non-interactive"}}},
       {"accounting", accounting(model.privacy)},
       {"implementation", implementation(model)},
       {"administrative",
        {{"command", command.empty() ? Document(nullptr) : Document(command)},
         {"written_by", fmt::format("discreet {} ({})", kVersion, kCommit)},
         {"contact", nullptr}}}});
}

}  // namespace discreet
