// What is listed of a comparison.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "discreet/report/comparison_charts.hpp"
#include "discreet/report/comparison_parts.hpp"

namespace discreet {

namespace {

using Runs = std::vector<ReportedRun>;

std::string shown_cell(const nlohmann::json& value) {
  if (value.is_null()) return "–";
  return value.is_number() ? fmt::format("{:.3g}", value.get<double>()) : escaped(text_of(value));
}

std::string paragraphs(const nlohmann::json& comparison, const char* key, std::string_view before) {
  std::string html;
  if (comparison.contains(key) && comparison.at(key).is_array())
    for (const nlohmann::json& text : comparison.at(key))
      html += fmt::format("<p>{}{}</p>\n", before, escaped(text_of(text)));
  return html;
}

}  // namespace

std::vector<std::size_t> listed_runs(const Runs& runs) {
  std::vector<std::size_t> listed(runs.size());
  std::iota(listed.begin(), listed.end(), std::size_t{0});
  if (runs.size() <= kMostRuns) return listed;
  const auto rank = [&](std::size_t k) {
    return std::pair(!runs[k].shown, std::isnan(runs[k].error.mean) ? HUGE_VAL : runs[k].error.mean);
  };
  std::stable_sort(listed.begin(), listed.end(), [&](std::size_t a, std::size_t b) { return rank(a) < rank(b); });
  listed.resize(kMostRuns);
  return listed;
}

Section settings_part(const Runs& runs) {
  std::vector<std::vector<Cell>> chosen, resolved;
  for (const ReportedRun& run : runs) {
    if (run.chosen)
      chosen.push_back(
          {{escaped(run.solver)}, {figure_or_dash(run.epsilon)}, {escaped(run.settings)}, {in_range(run.error)}});
    if (!run.resolved.empty() && resolved.size() < kMostRuns)
      resolved.push_back({{escaped(run.series)}, {figure_or_dash(run.epsilon)}, {escaped(run.resolved)}});
  }
  if (runs.empty()) return {"settings", "Settings", ""};
  std::string body =
      chosen.empty()
          ? "<p>Nothing was tuned: every run has the settings that it was given, which the table of all runs "
            "lists.</p>\n"
          : "<p>The settings with the least mean error on this data, for each solver and epsilon. Choosing them this "
            "way looks at the data without paying for it: a private run would not know them.</p>\n" +
                table("chosen", "Settings chosen", {"solver", "epsilon#", "settings", "relative error#"}, chosen);
  if (!resolved.empty())
    body += fmt::format("<details><summary>What the settings came to</summary>\n{}</details>\n",
                        table("resolved", "What the program took where nothing was given, too",
                              {"solver", "epsilon#", "settings as resolved"}, resolved));
  return {"settings", chosen.empty() ? "Settings" : "Settings chosen", body};
}

Section table_part(const Runs& runs) {
  if (runs.empty()) return {"all", "All runs", ""};
  std::vector<std::vector<Cell>> rows;
  std::vector<bool> marked;
  for (const std::size_t k : listed_runs(runs)) {
    const ReportedRun& run = runs[k];
    marked.push_back(run.chosen);
    rows.push_back({{escaped(run.solver) + (run.chosen ? " (chosen)" : "")},
                    {figure_or_dash(run.epsilon)},
                    {figure_or_dash(run.error.mean)},
                    {figure_or_dash(run.error.deviation)},
                    {figure_or_dash(run.error.least)},
                    {figure_or_dash(run.error.most)},
                    {figure_or_dash(run.seconds.mean)},
                    {figure_or_dash(run.repeats)},
                    {figure_or_dash(run.passes)},
                    {figure_or_dash(run.delta)},
                    {escaped(run.settings)}});
  }
  std::string body = table("runs", "All runs; errors are relative to the optimum without privacy",
                           {"solver", "epsilon#", "error, mean#", "deviation#", "least#", "most#", "seconds#",
                            "repeats#", "passes#", "delta#", "settings"},
                           rows, marked);
  if (rows.size() < runs.size())
    body += fmt::format(
        "<p>{} more runs are left out here: those that are drawn come first, then those of least error. All are in "
        "what "
        "<code>--json</code> prints, and every repeat is in the file of <code>--csv</code>.</p>\n",
        runs.size() - rows.size());
  return {"all", rows.size() < runs.size() ? "Runs" : "All runs", body};
}

Section published_part(const nlohmann::json& comparison) {
  const nlohmann::json& given = comparison.at("table");
  std::vector<std::string> names = given.at("columns").get<std::vector<std::string>>();
  for (std::size_t k = 1; k < names.size(); ++k) {
    std::replace(names[k].begin(), names[k].end(), '_', ' ');
    const bool numbers = std::all_of(given.at("rows").begin(), given.at("rows").end(), [&](const nlohmann::json& row) {
      return row.at(k).is_number() || row.at(k).is_null();
    });
    if (numbers) names[k] += "#";
  }
  std::vector<std::vector<Cell>> rows;
  for (const nlohmann::json& row : given.at("rows")) {
    std::vector<Cell> cells;
    for (const nlohmann::json& cell : row) cells.push_back({shown_cell(cell)});
    rows.push_back(std::move(cells));
  }
  std::string body = rows.empty() ? std::string("<p>No row was finished.</p>\n")
                                  : table("published", "Published and measured", {names.begin(), names.end()}, rows);
  body += paragraphs(comparison, "findings", "");
  const std::string notes = paragraphs(comparison, "notes", "");
  if (!notes.empty()) body += "<h3>How this differs from the publication</h3>\n" + notes;
  return {"published-and-measured", "Published and measured", body};
}

}  // namespace discreet
