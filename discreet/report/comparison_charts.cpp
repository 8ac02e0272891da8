#include "discreet/report/comparison_charts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "discreet/report/comparison_runs.hpp"

namespace discreet {
std::string figure_or_dash(double value) { return std::isnan(value) ? "–" : fmt::format("{:.4g}", value); }

Section charts_part(const nlohmann::json& given, nlohmann::json& charts) {
  std::string body;
  for (const nlohmann::json& each : given) {
    const std::string id = each.value("id", std::string()), title = each.value("title", std::string());
    std::vector<std::vector<Cell>> rows;
    for (const nlohmann::json& row : each.at("rows"))
      rows.push_back({{escaped(row.value("series", std::string()))},
                      {figure_or_dash(number_at(row, "x"))},
                      {figure_or_dash(number_at(row, "y"))},
                      {figure_or_dash(number_at(row, "low"))},
                      {figure_or_dash(number_at(row, "high"))}});
    nlohmann::json drawn = each;
    std::stable_sort(drawn["rows"].begin(), drawn["rows"].end(), [](const nlohmann::json& a, const nlohmann::json& b) {
      return number_at(a, "x") < number_at(b, "x");
    });
    charts.push_back(std::move(drawn));
    body += fmt::format("<h3>{}</h3>\n", escaped(title)) +
            figure(id, title + ".", "Line chart with bands. The table below has the same in figures.", id + "-table") +
            fmt::format("<details><summary>The same in figures</summary>\n{}</details>\n",
                        table(id + "-table", title,
                              {"series", each.value("x", "x") + "#", "level#", "at least#", "at most#"}, rows));
  }
  return {"figures", "Figures", body};
}

}  // namespace discreet
