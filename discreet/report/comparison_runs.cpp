#include "discreet/report/comparison_runs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace discreet {
namespace {

using Settings = std::map<std::string, std::string>;

Spread spread_at(const nlohmann::json& json, const char* key) {
  if (!json.is_object() || !json.contains(key)) return {};
  const nlohmann::json& value = json.at(key);
  if (!value.is_object()) return {number_at(json, key)};
  return {number_at(value, "mean"), number_at(value, "std"), number_at(value, "min"), number_at(value, "max")};
}

std::string joined(const Settings& settings, const std::set<std::string>& which) {
  std::string text;
  for (const auto& [key, value] : settings)
    if (which.contains(key)) text += fmt::format("{}{}={}", text.empty() ? "" : ", ", key, value);
  return text;
}

std::set<std::string> keys_of(const Settings& settings) {
  std::set<std::string> keys;
  for (const auto& [key, value] : settings) keys.insert(key);
  return keys;
}

// Gives every run that is shown the name of its solver, and, where there are several runs of one solver at one epsilon,
// those settings in which they differ.
void name_series(std::vector<ReportedRun>& runs, const std::vector<Settings>& settings) {
  std::map<std::pair<std::string, std::string>, int> count;
  for (const ReportedRun& run : runs)
    if (run.shown) ++count[{run.solver, text_of(run.epsilon)}];
  for (std::size_t k = 0; k < runs.size(); ++k) {
    ReportedRun& run = runs[k];
    run.series = run.solver;
    const bool alone = std::none_of(count.begin(), count.end(), [&](const auto& entry) {
      return entry.first.first == run.solver && entry.second > 1;
    });
    if (alone || !run.shown) continue;
    std::set<std::string> telling;
    for (std::size_t other = 0; other < runs.size(); ++other)
      if (runs[other].shown && runs[other].solver == run.solver)
        for (const auto& [key, value] : settings[k])
          if (const auto found = settings[other].find(key); found == settings[other].end() || found->second != value)
            telling.insert(key);
    if (const std::string text = joined(settings[k], telling); !text.empty())
      run.series = fmt::format("{} ({})", run.solver, text);
  }
}

// Keeps the series whose least error is least.
void drop_surplus(std::vector<ReportedRun>& runs) {
  std::map<std::string, double> least;
  for (const ReportedRun& run : runs) {
    if (!run.shown) continue;
    const double error = run.error.mean == run.error.mean ? run.error.mean : HUGE_VAL;
    const auto [found, fresh] = least.emplace(run.series, error);
    if (!fresh) found->second = std::min(found->second, error);
  }
  if (least.size() <= kMostSeries) return;
  std::vector<std::pair<double, std::string>> ranked;
  for (const auto& [series, error] : least) ranked.emplace_back(error, series);
  std::sort(ranked.begin(), ranked.end());
  std::set<std::string> kept;
  for (std::size_t k = 0; k < kMostSeries; ++k) kept.insert(ranked[k].second);
  for (ReportedRun& run : runs)
    if (run.shown && !kept.contains(run.series)) run.shown = false, run.surplus = true;
}

}  // namespace

double number_at(const nlohmann::json& json, const char* key) {
  if (!json.is_object() || !json.contains(key)) return Spread::kMissing;
  const nlohmann::json& value = json.at(key);
  if (value.is_number()) return value.get<double>();
  if (value == "inf") return std::numeric_limits<double>::infinity();
  return Spread::kMissing;
}

std::string text_of(const nlohmann::json& json) {
  return json.is_string() ? json.get<std::string>()
                          : json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::vector<ReportedRun> read_runs(const nlohmann::json& comparison) {
  std::vector<ReportedRun> runs;
  std::vector<Settings> settings;
  if (!comparison.is_object() || !comparison.contains("runs") || !comparison.at("runs").is_array()) return runs;
  std::size_t place = 0;
  for (const nlohmann::json& json : comparison.at("runs")) {
    const std::size_t mine = place++;
    if (!json.is_object()) continue;
    ReportedRun run;
    run.place = mine;
    run.solver = json.contains("solver") ? text_of(json.at("solver")) : "unnamed";
    Settings own;
    if (json.contains("settings") && json.at("settings").is_object())
      for (const auto& [key, value] : json.at("settings").items()) own[key] = text_of(value);
    run.settings = joined(own, keys_of(own));
    if (json.contains("resolved") && json.at("resolved").is_object())
      for (const auto& [key, value] : json.at("resolved").items())
        run.resolved +=
            fmt::format("{}{}={}", run.resolved.empty() ? "" : ", ", key,
                        value.is_number_float() ? fmt::format("{:.4g}", value.get<double>()) : text_of(value));
    run.epsilon = number_at(json, "epsilon");
    run.delta = number_at(json, "delta");
    run.passes = number_at(json, "passes");
    run.repeats = number_at(json, "repeats");
    run.error = spread_at(json, "relative_error");
    run.seconds = spread_at(json, "seconds");
    run.chosen = json.contains("chosen") && json.at("chosen") == true;
    if (json.contains("curve") && json.at("curve").is_array())
      for (const nlohmann::json& pass : json.at("curve"))
        run.curve.push_back(
            {number_at(pass, "pass"),
             {number_at(pass, "mean"), number_at(pass, "std"), number_at(pass, "min"), number_at(pass, "max")}});
    runs.push_back(std::move(run));
    settings.push_back(std::move(own));
  }
  if (std::any_of(runs.begin(), runs.end(), [](const ReportedRun& run) { return run.chosen; }))
    for (ReportedRun& run : runs) run.shown = run.chosen;
  name_series(runs, settings);
  drop_surplus(runs);
  return runs;
}

}  // namespace discreet
