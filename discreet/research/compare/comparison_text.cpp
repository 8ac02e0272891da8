// A comparison for programs and for people.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "discreet/data/ingest.hpp"
#include "discreet/io/model_file.hpp"
#include "discreet/research/compare/comparison.hpp"

namespace discreet {
namespace {

std::string short_settings(const Settings& settings) {
  std::string text;
  for (const auto& [name, value] : settings) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", name, value);
  return text.empty() ? "as usual" : text;
}

std::string words_about(const LeftOut& cell) {
  return fmt::format("left out: {} at epsilon {}, {}: {}", cell.solver, cell.epsilon, short_settings(cell.settings),
                     cell.why);
}

std::vector<std::string> notes_of(const Comparison& comparison) {
  std::vector<std::string> notes = comparison.notes;
  for (const LeftOut& cell : comparison.left_out) notes.push_back(words_about(cell));
  return notes;
}

Json to_json(const LeftOut& cell) {
  Json settings = Json::object();
  for (const auto& [name, value] : cell.settings) settings[name] = value;
  const std::optional<double> number = parse_number(cell.epsilon);
  const bool is_number = number && std::isfinite(*number);
  return {{"solver", cell.solver},
          {"settings", std::move(settings)},
          {"epsilon", is_number ? Json(*number) : Json(cell.epsilon)},
          {"why", cell.why}};
}

}  // namespace

Json to_json(const Summary& summary) {
  return {{"mean", number_or_word(summary.mean)},
          {"std", number_or_word(summary.std)},
          {"min", number_or_word(summary.min)},
          {"max", number_or_word(summary.max)}};
}

Json to_json(const ComparedRun& run) {
  Json settings = Json::object();
  for (const auto& [name, value] : run.settings) settings[name] = value;
  Json json{{"solver", run.solver},
            {"settings", std::move(settings)},
            {"epsilon", run.epsilon == "inf" ? Json("inf") : Json(std::stod(run.epsilon))},
            {"delta", run.delta},
            {"epsilon_spent", number_or_word(run.spent)},
            {"relative_error", to_json(run.error)},
            {"seconds", run.seconds ? to_json(*run.seconds) : Json()},
            {"passes", whole_or_number(run.passes)},
            {"repeats", run.error.count}};
  if (!run.resolved.empty()) json["resolved"] = description_json(run.resolved);
  if (run.claimed) json["epsilon_claimed"] = *run.claimed;
  if (run.diverged > 0) json["diverged"] = run.diverged;
  if (run.chosen) json["chosen"] = true;
  if (run.tuning) json["tuning_error"] = to_json(*run.tuning);
  if (!run.curve.empty()) {
    Json curve = Json::array();
    for (std::size_t pass = 0; pass < run.curve.size(); ++pass) {
      Json point{{"pass", pass + 1}};
      point.update(to_json(run.curve[pass]));
      curve.push_back(std::move(point));
    }
    json["curve"] = std::move(curve);
  }
  return json;
}

Json to_json(const Comparison& comparison) {
  Json problem = Json::object(), runs = Json::array(), left_out = Json::array();
  for (const auto& [name, value] : comparison.problem) problem[name] = value;
  for (const ComparedRun& run : comparison.runs) runs.push_back(to_json(run));
  for (const LeftOut& cell : comparison.left_out) left_out.push_back(to_json(cell));
  Json json{{"data",
             {{"name", comparison.data},
              {"rows", comparison.rows},
              {"features", comparison.features},
              {"problem", std::move(problem)}}},
            {"optimum", comparison.optimum},
            {"seeds", {{"first", comparison.seeds.first}, {"count", comparison.seeds.count}}},
            {"runs", std::move(runs)},
            {"left_out", std::move(left_out)},
            {"notes", notes_of(comparison)},
            {"caveats", {kResearchOutput}}};
  if (comparison.interrupted) json["interrupted"] = true;
  return json;
}

std::string text_of(const Comparison& comparison) {
  std::string text = fmt::format("{}: {} rows, {} features; optimum {:.8g}\n{}\n", comparison.data, comparison.rows,
                                 comparison.features, comparison.optimum, kResearchOutput);
  if (comparison.interrupted)
    text += fmt::format("interrupted: what is below was done until then, of {} repeats each\n", comparison.seeds.count);
  text += "\n";
  const bool tuned =
      std::any_of(comparison.runs.begin(), comparison.runs.end(), [](const ComparedRun& run) { return run.chosen; });
  text += fmt::format("{:<16} {:>8}  {:>9} {:>9} {:>9} {:>9} {:>9} {:>7}  {}\n", "solver", "epsilon", "error", "std",
                      "min", "max", "seconds", "repeats", "settings");
  for (const ComparedRun& run : comparison.runs) {
    if (tuned && !run.chosen) continue;  // a grid has thousands; they are in the CSV file and the JSON
    text += fmt::format("{:<16} {:>8}  {:>9.3g} {:>9.2g} {:>9.3g} {:>9.3g} {:>9} {:>7}  {}{}\n", run.solver,
                        run.epsilon, run.error.mean, run.error.std, run.error.min, run.error.max,
                        run.seconds ? fmt::format("{:.3g}", run.seconds->mean) : "-", run.error.count,
                        short_settings(run.settings),
                        run.diverged > 0 ? fmt::format("; {} of {} diverged", run.diverged, run.error.count) : "");
    if (run.tuning)
      text += fmt::format("{:<16} {:>8}  {:>9.3g} {:>9.2g}  on the seeds that chose these settings\n", "", "",
                          run.tuning->mean, run.tuning->std);
  }
  text += "\nerror: (F(w) - F*) / F*\n";
  for (const std::string& note : notes_of(comparison)) text += note + "\n";
  return text;
}

}  // namespace discreet
