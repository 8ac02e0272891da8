#include "discreet/report/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "discreet/base/version.hpp"
#include "discreet/report/comparison_charts.hpp"
#include "discreet/report/comparison_runs.hpp"
#include "discreet/report/page.hpp"

namespace discreet {
namespace {

using Runs = std::vector<ReportedRun>;

std::string in_range(const Spread& error) {
  return fmt::format("{} ({} to {})", figure_or_dash(error.mean), figure_or_dash(error.low()),
                     figure_or_dash(error.high()));
}

// On a logarithmic axis: nothing at or below zero. A band that reaches there ends two decades below its mean.
bool add_point(nlohmann::json& rows, const std::string& series, double x, const Spread& error,
               const std::string& text) {
  if (!std::isfinite(x) || !std::isfinite(error.mean) || !(error.mean > 0)) return false;
  const double low = error.low() > 0 ? error.low() : error.mean / 100;
  rows.push_back(
      {{"series", series}, {"x", x}, {"y", error.mean}, {"low", low}, {"high", error.high()}, {"text", text}});
  return true;
}

nlohmann::json chart(const std::string& id, std::string_view kind, std::string_view title, std::string_view x,
                     bool log_x, nlohmann::json rows) {
  return {{"id", id},       {"kind", kind},  {"title", title},         {"x", x}, {"y", "relative error"},
          {"log_x", log_x}, {"log_y", true}, {"rows", std::move(rows)}};
}

std::set<double> epsilons(const Runs& runs) {
  std::set<double> all;
  for (const ReportedRun& run : runs)
    if (!std::isnan(run.epsilon)) all.insert(run.epsilon);
  return all;
}

constexpr std::string_view kBand = "Lines and points are means over the repeats, bands from the least to the most.";

Section epsilon_part(const Runs& runs, nlohmann::json& charts) {
  nlohmann::json rows = nlohmann::json::array();
  for (const ReportedRun& run : runs)
    if (run.shown)
      add_point(rows, run.series, run.epsilon, run.error,
                fmt::format("{}, epsilon {:.3g}: {}", run.series, run.epsilon, in_range(run.error)));
  std::string body = fmt::format("<p>How far each solver ends from the best model without privacy. {}</p>\n", kBand);
  if (!rows.empty()) {
    const bool line = epsilons(runs).size() > 1;
    charts.push_back(
        chart("error", line ? "lines" : "points", "Relative error against epsilon", "epsilon", true, std::move(rows)));
    body += figure(
        "error", "Relative error against epsilon, both on logarithmic axes.",
        "Chart of the relative error of each solver against epsilon. The table of all runs has the same in figures.",
        "runs");
  }
  return {"error", "Error against epsilon", body};
}

Section passes_part(const Runs& runs, nlohmann::json& charts) {
  std::string body;
  int count = 0;
  for (const double epsilon : epsilons(runs)) {
    nlohmann::json rows = nlohmann::json::array();
    std::vector<const ReportedRun*> curves;
    std::set<double> passes;
    for (const ReportedRun& run : runs) {
      if (!run.shown || run.curve.empty() || run.epsilon != epsilon) continue;
      curves.push_back(&run);
      for (const ReportedRun::Pass& pass : run.curve) {
        if (std::isnan(pass.pass)) continue;
        passes.insert(pass.pass);
        add_point(rows, run.series, pass.pass, pass.error,
                  fmt::format("{}, pass {}: {}", run.series, pass.pass, in_range(pass.error)));
      }
    }
    if (curves.empty()) continue;
    const std::string id = fmt::format("passes-{}", count++),
                      title = fmt::format("Relative error after each pass, epsilon {:.4g}", epsilon);
    if (!rows.empty()) charts.push_back(chart(id, "lines", title, "passes over the data", false, std::move(rows)));
    std::vector<std::string_view> columns{"pass"};
    std::vector<std::string> names;
    for (const ReportedRun* run : curves) names.push_back(run->series + "#");
    columns.insert(columns.end(), names.begin(), names.end());
    std::vector<std::vector<Cell>> lines;
    for (const double pass : passes) {
      std::vector<Cell> line{{fmt::format("{}", pass)}};
      for (const ReportedRun* run : curves) {
        const auto found =
            std::find_if(run->curve.begin(), run->curve.end(), [&](const auto& p) { return p.pass == pass; });
        line.push_back({found == run->curve.end() ? "–" : in_range(found->error)});
      }
      lines.push_back(std::move(line));
    }
    body += fmt::format("<h3>Epsilon {:.4g}</h3>\n", epsilon) +
            figure(id, title + ".",
                   "Line chart of the relative error after each pass. The table below has the same in figures.",
                   id + "-table") +
            fmt::format("<details><summary>The same in figures</summary>\n{}</details>\n",
                        table(id + "-table", title + ": mean (least to most)", columns, lines));
  }
  if (body.empty())
    body = "<p>No errors were recorded on the way; compare records them with <code>--curve</code>.</p>\n";
  return {"passes", "Error against passes", body};
}

Section time_part(const Runs& runs, nlohmann::json& charts) {
  nlohmann::json rows = nlohmann::json::array();
  const bool several = epsilons(runs).size() > 1;
  for (const ReportedRun& run : runs)
    if (run.shown && run.seconds.mean > 0)
      add_point(rows, run.series, run.seconds.mean, run.error,
                fmt::format("{}{}: {:.3g} s, error {}", run.series,
                            several ? fmt::format(", epsilon {:.3g}", run.epsilon) : "", run.seconds.mean,
                            in_range(run.error)));
  std::string body = fmt::format("<p>What the accuracy costs in time: down and to the left is better. {}</p>\n", kBand);
  if (!rows.empty()) {
    charts.push_back(chart("time", "points", "Relative error against seconds", "seconds", true, std::move(rows)));
    body += figure(
        "time", "Relative error against seconds of training, both on logarithmic axes.",
        "Chart of the relative error of each run against its seconds. The table of all runs has the same in figures.",
        "runs");
  }
  return {"time", "Time against error", body};
}

Section settings_part(const Runs& runs) {
  std::vector<std::vector<Cell>> rows;
  for (const ReportedRun& run : runs)
    if (run.chosen)
      rows.push_back(
          {{escaped(run.solver)}, {figure_or_dash(run.epsilon)}, {escaped(run.settings)}, {in_range(run.error)}});
  const std::string body =
      rows.empty()
          ? "<p>Nothing was tuned: every run has the settings that it was given, which the table of all runs "
            "lists.</p>\n"
          : "<p>The settings with the least mean error on this data, for each solver and epsilon. Choosing them this "
            "way "
            "looks at the data without paying for it: a private run would not know them.</p>\n" +
                table("chosen", "Settings chosen", {"solver", "epsilon#", "settings", "relative error#"}, rows);
  return {"settings", "Settings chosen", body};
}

Section table_part(const Runs& runs) {
  std::vector<std::vector<Cell>> rows;
  std::vector<bool> marked;
  for (const ReportedRun& run : runs) {
    marked.push_back(run.chosen);
    rows.push_back({{escaped(run.solver) + (run.chosen ? " (chosen)" : "")},
                    {figure_or_dash(run.epsilon)},
                    {figure_or_dash(run.delta)},
                    {figure_or_dash(run.error.mean)},
                    {figure_or_dash(run.error.deviation)},
                    {figure_or_dash(run.error.least)},
                    {figure_or_dash(run.error.most)},
                    {figure_or_dash(run.seconds.mean)},
                    {figure_or_dash(run.passes)},
                    {escaped(run.settings)}});
  }
  return {"all", "All runs",
          table("runs", "All runs; errors are relative to the optimum without privacy",
                {"solver", "epsilon#", "delta#", "error, mean#", "deviation#", "least#", "most#", "seconds#", "passes#",
                 "settings"},
                rows, marked)};
}

std::string opening(const nlohmann::json& comparison, const Runs& runs) {
  std::string html =
      "<p class=\"verdict bad\"><strong>research output: not private.</strong> These figures were computed from the "
      "data "
      "without noise. Do not publish them about data that must be protected.</p>\n";
  if (comparison.is_object() && comparison.contains("caveats") && comparison.at("caveats").is_array())
    for (const nlohmann::json& caveat : comparison.at("caveats"))
      if (text_of(caveat) != "research output: not private")
        html += fmt::format("<p class=\"warning\">{}</p>\n", escaped(text_of(caveat)));
  if (runs.empty() && comparison.is_object() && comparison.contains("charts") && !comparison.at("charts").empty())
    return html;  // a figure of its own has no runs to count
  const ReportedRun* best = nullptr;
  for (const ReportedRun& run : runs)
    if (std::isfinite(run.error.mean) && std::isfinite(run.epsilon) && (!best || run.error.mean < best->error.mean))
      best = &run;
  html += "<dl class=\"facts\">";
  const auto card = [&](std::string_view what, const std::string& value, const std::string& small) {
    html += fmt::format("<div><dt>{}</dt><dd>{}<small>{}</small></dd></div>", what, escaped(value), escaped(small));
  };
  card("Runs", fmt::format("{}", runs.size()), fmt::format("at {} values of epsilon", epsilons(runs).size()));
  card("Optimum without privacy", figure_or_dash(number_at(comparison, "optimum")), "value of the objective");
  if (best)
    card("Least error", fmt::format("{:.3g}", best->error.mean),
         fmt::format("{} at epsilon {:.3g}", best->series, best->epsilon));
  html += "</dl>\n";
  return html;
}

Section data_part(const nlohmann::json& comparison) {
  std::string body = "<dl class=\"plain\">\n";
  if (comparison.is_object())
    for (const auto& [key, value] : comparison.items()) {
      if (key == "runs" || key == "caveats" || key == "charts") continue;
      if (!value.is_object()) {
        body += fmt::format("<dt>{}</dt><dd>{}</dd>\n", escaped(key), escaped(text_of(value)));
        continue;
      }
      for (const auto& [part, inner] : value.items())
        body += fmt::format("<dt>{}: {}</dt><dd>{}</dd>\n", escaped(key), escaped(part), escaped(text_of(inner)));
    }
  return {"setting", "What was compared", body + "</dl>\n"};
}

}  // namespace

std::string comparison_report(const nlohmann::json& comparison) {
  const Runs runs = read_runs(comparison);
  Page page;
  page.title = "A comparison of solvers";
  page.opening = opening(comparison, runs);
  page.sections = {epsilon_part(runs, page.charts),
                   passes_part(runs, page.charts),
                   time_part(runs, page.charts),
                   settings_part(runs),
                   table_part(runs),
                   data_part(comparison)};
  if (comparison.is_object() && comparison.contains("charts") && !comparison.at("charts").empty()) {
    const Section drawn = charts_part(comparison.at("charts"), page.charts);
    if (runs.empty()) page.sections = {data_part(comparison)};
    page.sections.insert(page.sections.begin(), drawn);
    if (runs.empty()) page.title = "A published figure, run again";
  }
  page.data = comparison;
  page.closing = fmt::format("<p>Made by discreet {} ({}). research output: not private.</p>\n", kVersion, kCommit);
  return html_of(page);
}

}  // namespace discreet
