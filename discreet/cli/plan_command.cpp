#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "discreet/cli/command.hpp"
#include "discreet/cli/text.hpp"
#include "discreet/fit/descent_options.hpp"
#include "discreet/fit/fit.hpp"
#include "discreet/fit/penalty_options.hpp"
#include "discreet/fit/plan_json.hpp"
#include "discreet/fit/public_table.hpp"
#include "discreet/fit/spec.hpp"
#include "discreet/fit/unused.hpp"
#include "discreet/io/model_file.hpp"

namespace discreet {
namespace {

struct PlanArguments {
  std::string rows;
  Options options;
};

constexpr std::size_t kMostFeatures = 10'000'000;

// A declared table that names the features; its path is empty if there is none.
struct NamingTable {
  std::string path;
  std::vector<std::string> names;
};

Result<NamingTable> naming_table(const Options& options) {
  NamingTable found;
  const auto take = [&](const std::string& path, const auto& table) -> Result<void> {
    if (!table) return tl::unexpected(table.error());
    found.path = path;
    for (const auto& [name, values] : *table)
      if (name != kIntercept) found.names.push_back(name);
    return {};
  };
  Result<void> read;
  const Spec block = split_spec(options.block);
  if (const std::vector<std::string> tables = declared_tables(options); !tables.empty())
    read = take(tables[0], read_public_table(tables[0], 1, 2));
  else if (block.name == "partition" && !block.arguments.empty())
    read = take(block.arguments, read_public_words(block.arguments, "block"));
  if (!read) return tl::unexpected(read.error());
  return found;
}

// Features are only counted; those with declared bounds or smoothness go by the names they have in the declarations.
Result<PublicFacts> facts_from(const Options& options, std::size_t rows, std::size_t features) {
  PublicFacts facts;
  facts.rows = rows;
  const auto rules = ingest_rules(options);
  if (!rules) return tl::unexpected(rules.error());
  const auto table = naming_table(options);
  if (!table) return tl::unexpected(table.error());
  if (!table->path.empty()) {
    facts.features = table->names;
    if (facts.features.size() != features)
      return wrong(Fault::usage,
                   fmt::format("--features {}: {} has {} lines", features, table->path, facts.features.size()),
                   "give --features as many as the table has");
  } else if (!options.start.empty()) {
    const auto model = read_model(options.start);
    if (!model) return tl::unexpected(model.error());
    facts.features = model->features;
    if (facts.features.size() > features) facts.features.resize(features);
  }
  if (facts.features.empty())
    for (const auto& [name, bounds] : rules->bounds)
      if (facts.features.size() < features && name != options.target) facts.features.push_back(name);
  const auto weighted = weighted_features(options);
  if (!weighted) return tl::unexpected(weighted.error());
  for (const std::string& name : *weighted)
    if (facts.features.size() < features &&
        std::find(facts.features.begin(), facts.features.end(), name) == facts.features.end())
      facts.features.push_back(name);
  while (facts.features.size() < features) facts.features.push_back(fmt::format("x{}", facts.features.size() + 1));
  for (const std::string& name : facts.features) {
    const auto found = rules->bounds.find(name);
    facts.bounds.push_back(found == rules->bounds.end() ? std::nullopt : std::optional(found->second));
  }
  return facts;
}

std::string in_words(std::string key) {
  std::replace(key.begin(), key.end(), '_', ' ');
  return key;
}

// Before the data is seen: columns and a target of unit scale are taken for granted, and that weights explain them. How
// far the objective ends is known of what auto chooses, not of a solver that the user chose.
std::string prospect_text(const Blueprint& blueprint) {
  const Prospect& prospect = blueprint.prospect;
  const double epsilon = blueprint.label.budget.epsilon.value;
  const bool automatic = !blueprint.problem.chosen.empty();
  std::string text =
      automatic
          ? fmt::format(
                "\nFor columns and a target of unit scale, the noise is {:.2g} times what there is to gain; "
                "expect an objective about {:.2g} above the optimum's, as a part of it, within a factor of three "
                "or so.\n",
                prospect.noise_to_signal, prospect.relative_error)
          : fmt::format(
                "\nFor columns and a target of unit scale, one look at all slopes with the whole budget would have "
                "noise of {:.2g} times what there is to gain.\n",
                prospect.noise_to_signal);
  if (!prospect.worth_it())
    text += fmt::format(
        "Not worth it at epsilon {:.4g}: the noise drowns a signal of unit scale. More rows, fewer features or a "
        "larger epsilon would help.\n",
        epsilon);
  return text;
}

Result<void> run(const PlanArguments& arguments, const Console& console) {
  const auto rows = read_count("rows", arguments.rows, 1);
  if (!rows) return tl::unexpected(rows.error());
  const auto features = read_count("features", arguments.options.features, 1);
  if (!features) return tl::unexpected(features.error());
  if (*features > kMostFeatures)
    return wrong(Fault::usage, fmt::format("--features: {} is more than {}", arguments.options.features, kMostFeatures),
                 "plan for fewer");
  const auto facts = facts_from(arguments.options, *rows, *features);
  if (!facts) return tl::unexpected(facts.error());
  const auto blueprint = draw(arguments.options, *facts);
  if (!blueprint) return tl::unexpected(blueprint.error());
  const PrivacyLabel& label = blueprint->label;
  for (const std::string& words : words_about_unused(arguments.options, blueprint->problem)) console.warn(words);

  std::string text = fmt::format("A fit of {} rows and {} features with", *rows, *features);
  for (const auto& [key, value] : description_of(*blueprint)) {
    const std::string shown = std::holds_alternative<double>(value) ? fmt::format("{}", std::get<double>(value))
                                                                    : std::get<std::string>(value);
    text += key == "name" ? fmt::format(" {}:", shown) : fmt::format(" {} {},", in_words(key), shown);
  }
  text.back() = '.';
  console.say(text + "\n\n" + label_text(label));
  if (std::isfinite(label.budget.epsilon.value)) console.say(prospect_text(*blueprint));
  for (const PlanLine& line : label.plan.lines)
    if (const auto* gaussian = std::get_if<GaussianEvent>(&line.event); gaussian && line.what == "slopes")
      console.say(
          fmt::format("\nWith these settings each slope would carry noise of {:.3g} times its clipping threshold.\n",
                      noise_over_clip(*blueprint, *gaussian)));
  console.answer(plan_json(*blueprint, *rows, *features));
  return {};
}

}  // namespace

Action setup_plan(CLI::App& app) {
  auto arguments = std::make_shared<PlanArguments>();
  app.add_option("--rows", arguments->rows, "how many rows the data has")->type_name("N")->required();
  add_options(app, arguments->options, {"Problem", "Data", "Privacy", "Solver"});
  app.get_option("--features")->description("how many features the data has")->required();
  return [arguments](const Console& console) { return run(*arguments, console); };
}

}  // namespace discreet
