#include <fmt/format.h>

#include <memory>

#include "discreet/cli/command.hpp"
#include "discreet/cli/text.hpp"
#include "discreet/fit/fit.hpp"
#include "discreet/fit/spec.hpp"
#include "discreet/io/model_file.hpp"

namespace discreet {
namespace {

struct PlanArguments {
  std::string rows;
  std::string features;
  Options options;
};

Result<void> run(const PlanArguments& arguments, const Console& console) {
  const auto rows = read_count("rows", arguments.rows, 1);
  if (!rows) return tl::unexpected(rows.error());
  const auto features = read_count("features", arguments.features, 1);
  if (!features) return tl::unexpected(features.error());
  PublicFacts facts;
  facts.rows = *rows;
  for (std::size_t j = 0; j < *features; ++j) facts.features.push_back(fmt::format("x{}", j + 1));
  const auto blueprint = draw(arguments.options, facts);
  if (!blueprint) return tl::unexpected(blueprint.error());
  const PrivacyLabel& label = blueprint->label;

  Json solver = Json::object();
  std::string text = fmt::format("A fit of {} rows and {} features with", *rows, *features);
  for (const auto& [key, value] : blueprint->solver->description()) {
    const bool is_number = std::holds_alternative<double>(value);
    solver[key] = is_number ? Json(std::get<double>(value)) : Json(std::get<std::string>(value));
    text += fmt::format(" {} {}", key,
                        is_number ? fmt::format("{}", std::get<double>(value)) : std::get<std::string>(value));
  }
  console.say(text + "\n\n" + label_text(label));

  // A slope is a mean over the rows, so its noise is the multiplier times the sensitivity: twice the threshold over the
  // number of rows when a row can be replaced, once otherwise.
  const double apart = label.plan.neighbours == Neighbours::replace_one ? 2 : 1;
  Json noise = Json::array();
  for (const PlanLine& line : label.plan.lines)
    if (const auto* gaussian = std::get_if<GaussianEvent>(&line.event)) {
      const double relative = gaussian->multiplier.value * apart / blueprint->problem.normaliser;
      noise.push_back({{"what", line.what}, {"relative_to_clip", relative}});
      if (line.what == "slopes")
        console.say(fmt::format("\nEach slope would carry noise of {:.3g} times its clipping threshold.\n", relative));
    }
  console.answer({{"rows", *rows},
                  {"features", *features},
                  {"solver", solver},
                  {"noise", noise},
                  {"privacy", privacy_json(label)}});
  return {};
}

}  // namespace

Action setup_plan(CLI::App& app) {
  auto arguments = std::make_shared<PlanArguments>();
  app.add_option("--rows", arguments->rows, "how many rows the data has")->type_name("N")->required();
  app.add_option("--features", arguments->features, "how many features the data has")->type_name("P")->required();
  add_options(app, arguments->options, {"Problem", "Privacy", "Solver"});
  return [arguments](const Console& console) { return run(*arguments, console); };
}

}  // namespace discreet
