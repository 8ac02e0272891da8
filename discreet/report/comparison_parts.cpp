// What is drawn of a comparison.
#include "discreet/report/comparison_parts.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "discreet/report/comparison_charts.hpp"

namespace discreet {
namespace {

using Runs = std::vector<ReportedRun>;

constexpr std::string_view kBand = "Lines and points are means over the repeats, bands from the least to the most.";
// Points of lines that are marked, and say what they are when they are pointed at: as in charts.js.
constexpr std::size_t kMarked = 60;

// The rows of one chart and what could not be put into it.
struct Drawing {
  nlohmann::json rows = nlohmann::json::array();
  std::vector<std::string> left_out;

  // On a logarithmic axis: nothing at or below zero. A band that reaches there ends two decades below its mean.
  void add(const std::string& series, double x, const Spread& error, const std::string& where,
           const std::string& text) {
    if (std::isfinite(x) && std::isfinite(error.mean) && error.mean > 0) {
      const double low = error.low() > 0 ? error.low() : error.mean / 100;
      rows.push_back(
          {{"series", series}, {"x", x}, {"y", error.mean}, {"low", low}, {"high", error.high()}, {"text", text}});
      return;
    }
    left_out.push_back(fmt::format("{}{} ({})", series, where,
                                   std::isnan(error.mean)   ? "no error is known"
                                   : std::isinf(error.mean) ? "it diverged"
                                   : !(error.mean > 0)      ? "its mean error is not above zero"
                                                            : "epsilon is infinite"));
  }
  std::string words() const {
    if (left_out.empty()) return {};
    constexpr std::size_t kNamed = 10;
    const std::size_t named = std::min(kNamed, left_out.size());
    std::string text = fmt::format("{}", fmt::join(left_out.begin(), left_out.begin() + named, "; "));
    if (named < left_out.size()) text += fmt::format("; and {} more", left_out.size() - named);
    return fmt::format("<p>Not drawn, for the axes are logarithmic: {}.</p>\n", escaped(text));
  }
};

nlohmann::json chart(const std::string& id, bool lines, std::string_view title, std::string_view x, bool log_x,
                     nlohmann::json rows) {
  if (lines) {
    std::stable_sort(rows.begin(), rows.end(), [](const nlohmann::json& a, const nlohmann::json& b) {
      return a["x"].get<double>() < b["x"].get<double>();
    });
    if (rows.size() > kMarked)
      for (nlohmann::json& row : rows) row.erase("text");
  }
  return {{"id", id},
          {"kind", lines ? "lines" : "points"},
          {"title", title},
          {"x", x},
          {"y", "relative error"},
          {"log_x", log_x},
          {"log_y", true},
          {"rows", std::move(rows)}};
}

// Of the points of a curve, so many: the first, the last and what lies evenly between them.
std::vector<ReportedRun::Pass> thinned(const std::vector<ReportedRun::Pass>& curve, std::size_t most) {
  if (curve.size() <= most) return curve;
  std::vector<ReportedRun::Pass> kept;
  for (std::size_t k = 0; k < most; ++k) kept.push_back(curve[k * (curve.size() - 1) / (most - 1)]);
  return kept;
}

std::string passes_table(const std::string& id, const std::string& title,
                         const std::vector<std::pair<const ReportedRun*, std::vector<ReportedRun::Pass>>>& curves) {
  std::vector<std::string> names;
  std::set<double> passes;
  for (const auto& [run, curve] : curves) {
    names.push_back(run->series + "#");
    for (const ReportedRun::Pass& pass : curve)
      if (!std::isnan(pass.pass)) passes.insert(pass.pass);
  }
  std::vector<std::string_view> columns{"pass"};
  columns.insert(columns.end(), names.begin(), names.end());
  std::vector<std::vector<Cell>> lines;
  for (const double pass : passes) {
    std::vector<Cell> line{{fmt::format("{}", pass)}};
    for (const auto& [run, curve] : curves) {
      const auto found = std::find_if(curve.begin(), curve.end(), [&](const auto& p) { return p.pass == pass; });
      line.push_back({found == curve.end() ? "–" : in_range(found->error)});
    }
    lines.push_back(std::move(line));
  }
  return fmt::format("<details><summary>The same in figures</summary>\n{}</details>\n",
                     table(id + "-table", title + ": mean (least to most)", columns, lines));
}

}  // namespace

std::string in_range(const Spread& error) {
  return fmt::format("{} ({} to {})", figure_or_dash(error.mean), figure_or_dash(error.low()),
                     figure_or_dash(error.high()));
}

std::vector<double> epsilons_of(const Runs& runs) {
  std::set<double> all;
  for (const ReportedRun& run : runs)
    if (!std::isnan(run.epsilon)) all.insert(run.epsilon);
  return {all.begin(), all.end()};
}

Section epsilon_part(const Runs& runs, nlohmann::json& charts) {
  Drawing drawing;
  for (const ReportedRun& run : runs)
    if (run.shown)
      drawing.add(run.series, run.epsilon, run.error, fmt::format(" at epsilon {:.3g}", run.epsilon),
                  fmt::format("{}, epsilon {:.3g}: {}", run.series, run.epsilon, in_range(run.error)));
  if (drawing.rows.empty() && drawing.left_out.empty()) return {"error", "Error against epsilon", ""};
  std::string body = fmt::format("<p>How far each solver ends from the best model without privacy. {}</p>\n", kBand);
  if (const auto surplus = std::count_if(runs.begin(), runs.end(), [](const auto& run) { return run.surplus; }))
    body += fmt::format(
        "<p>Only the {} settings of least error are drawn; {} runs of others are in the table of all runs alone.</p>\n",
        kMostSeries, surplus);
  if (!drawing.rows.empty()) {
    charts.push_back(chart("error", epsilons_of(runs).size() > 1, "Relative error against epsilon", "epsilon", true,
                           std::move(drawing.rows)));
    body += figure(
        "error", "Relative error against epsilon, both on logarithmic axes.",
        "Chart of the relative error of each solver against epsilon. The table of all runs has the same in figures.",
        "runs");
  }
  return {"error", "Error against epsilon", body + drawing.words()};
}

Section passes_part(const Runs& runs, nlohmann::json& charts) {
  const auto followed = [](const ReportedRun& run) { return run.shown && !run.curve.empty(); };
  const auto count = static_cast<std::size_t>(std::count_if(runs.begin(), runs.end(), followed));
  if (count == 0) return {"passes", "Error against passes", ""};
  const std::size_t most = std::clamp(kMostPoints / count, std::size_t{12}, kMostOfACurve);
  std::string body;
  int number = 0;
  for (const double epsilon : epsilons_of(runs)) {
    Drawing drawing;
    std::vector<std::pair<const ReportedRun*, std::vector<ReportedRun::Pass>>> curves;
    std::set<std::string> without;
    for (const ReportedRun& run : runs) {
      if (!run.shown || run.epsilon != epsilon) continue;
      if (run.curve.empty()) without.insert(run.series);
      if (run.curve.empty()) continue;
      curves.emplace_back(&run, thinned(run.curve, most));
      for (const ReportedRun::Pass& pass : curves.back().second)
        if (!std::isnan(pass.pass))
          drawing.add(run.series, pass.pass, pass.error, fmt::format(" after pass {}", pass.pass),
                      fmt::format("{}, pass {}: {}", run.series, pass.pass, in_range(pass.error)));
    }
    if (curves.empty()) continue;
    const std::string id = fmt::format("passes-{}", number++),
                      title = fmt::format("Relative error after each pass, epsilon {:.4g}", epsilon);
    if (!drawing.rows.empty())
      charts.push_back(chart(id, true, title, "passes over the data", false, std::move(drawing.rows)));
    body += fmt::format("<h3>Epsilon {:.4g}</h3>\n", epsilon) +
            figure(id, title + ".",
                   "Line chart of the relative error after each pass. The table below has the same in figures.",
                   id + "-table") +
            drawing.words();
    if (!without.empty())
      body += fmt::format(
          "<p>Without a line: {}. They have no passes, or noise hid the data in every run and the model is the start "
          "of "
          "the training.</p>\n",
          escaped(fmt::format("{}", fmt::join(without, ", "))));
    body += passes_table(id, title, curves);
  }
  if (std::any_of(runs.begin(), runs.end(), [&](const auto& run) { return followed(run) && run.curve.size() > most; }))
    body = fmt::format("<p>Of longer curves {} points are shown; <code>--json</code> has all.</p>\n", most) + body;
  return {
      "passes", "Error against passes",
      "<p>A repeat that ends early, or that stays at the start of the training because noise hides the data, counts "
      "with its end on all later passes.</p>\n" +
          body};
}

Section time_part(const Runs& runs, nlohmann::json& charts) {
  std::string body;
  int number = 0;
  for (const double epsilon : epsilons_of(runs)) {
    Drawing drawing;
    for (const ReportedRun& run : runs)
      if (run.shown && run.epsilon == epsilon && run.seconds.mean > 0)
        drawing.add(run.series, run.seconds.mean, run.error, "",
                    fmt::format("{}: {:.3g} s, error {}", run.series, run.seconds.mean, in_range(run.error)));
    if (drawing.rows.empty()) continue;
    const std::string id = fmt::format("time-{}", number++),
                      title = fmt::format("Relative error against seconds, epsilon {:.4g}", epsilon);
    charts.push_back(chart(id, false, title, "seconds", true, std::move(drawing.rows)));
    body += fmt::format("<h3>Epsilon {:.4g}</h3>\n", epsilon) +
            figure(id, title + ", both on logarithmic axes.",
                   "Chart of the relative error of each run against its seconds. The table of all runs has the same in "
                   "figures.",
                   "runs") +
            drawing.words();
  }
  if (!body.empty())
    body = fmt::format("<p>What the accuracy costs in time: down and to the left is better. {}</p>\n", kBand) + body;
  return {"time", "Time against error", body};
}

}  // namespace discreet
