#include "discreet/report/fairness.hpp"

#include <fmt/format.h>

#include <cmath>
#include <map>

#include "discreet/base/version.hpp"
#include "discreet/fairness/bands.hpp"
#include "discreet/fairness/output.hpp"
#include "discreet/report/page.hpp"

namespace discreet {
namespace {

using Chart = nlohmann::json;

constexpr std::string_view kNoPromise =
    "<p class=\"note\"><strong>Not a promise of fairness.</strong> A bound says how far two models can be apart, not "
    "that "
    "either is fair; levels are those of these rows, and say nothing about groups that are not in them.</p>\n";

std::string who(const std::vector<std::string>& groups, const std::vector<std::string>& classes,
                std::optional<std::size_t> group, std::optional<std::size_t> label) {
  if (!group) return "all";
  return label ? fmt::format("{}, label {}", groups[*group], classes[*label]) : groups[*group];
}

std::string closing(bool holds) {
  return fmt::format("<p>Made by discreet {} ({}).{}</p>\n", kVersion, kCommit,
                     holds ? "" : " exact figures computed from the data: not private.");
}

Section levels_section(const Assessment& a, Chart& charts) {
  std::vector<std::vector<Cell>> rows;
  std::string body =
      "<p>How much better a group fares than all together: above zero is an advantage. The interval is where the level "
      "of a "
      "model within the last distance below must be.</p>\n";
  for (const NotionReport& notion : a.notions) {
    Chart bars = Chart::array();
    for (const LevelReport& line : notion.levels) {
      const std::string name = who(a.groups, a.classes, line.level.group, line.level.label);
      if (!line.level.defined) {
        rows.push_back({{escaped(name_of(notion.notion))}, {escaped(name)}, {"no rows"}, {""}, {""}, {""}, {""}, {""}});
        continue;
      }
      Chart bar{{"label", name}, {"value", line.value}, {"text", fmt::format("{}: {:.4f}", name, line.value)}};
      std::vector<Cell> cells{{escaped(name_of(notion.notion))}, {escaped(name)}, {fmt::format("{:.4f}", line.value)}};
      if (!line.bounds.empty()) {
        const LevelBounds& b = line.bounds.back();
        bar["low"] = line.value - b.down;
        bar["high"] = line.value + b.up;
        for (const double value : {line.value - b.down, line.value + b.up, b.near, b.chernoff, b.markov})
          cells.push_back({std::isinf(value) ? "infinite" : fmt::format("{:.4f}", value)});
      } else {
        cells.resize(8, Cell{"–"});
      }
      bars.push_back(std::move(bar));
      rows.push_back(std::move(cells));
    }
    const std::string id = fmt::format("level-{}", name_of(notion.notion));
    charts.push_back({{"id", id}, {"kind", "bars"}, {"title", name_of(notion.notion)}, {"x", "level"}, {"rows", bars}});
    body += fmt::format("<h3>{}</h3>\n", name_of(notion.notion)) +
            figure(id, fmt::format("{} by group.", name_of(notion.notion)),
                   fmt::format("Bar chart of {} by group. The table below has the same in figures.",
                               name_of(notion.notion)),
                   "levels");
  }
  body += table("levels", "Levels by group, and where those of another model are",
                {"measure", "group", "level#", "at least#", "at most#", "margins#", "Chernoff#", "Markov#"}, rows);
  return {"levels", "Levels by group", body};
}

Section distance_section(const Assessment& a) {
  if (a.distances.empty())
    return {"distance", "How far another model may be",
            "<p>It is not known how far another model may be, so there is no bound. Give <code>--reference</code>, "
            "<code>--distance</code>, or a model with a strongly convex penalty.</p>\n"};
  std::vector<std::vector<Cell>> rows;
  for (const KnownDistance& d : a.distances)
    rows.push_back({{escaped(d.source)},
                    {escaped(d.how)},
                    {fmt::format("{:.4g}", d.value)},
                    {fmt::format("{:.6g}", 1 - d.zeta)},
                    {d.noise ? fmt::format("{:.4g}", d.noise->published) : "–"}});
  return {"distance", "How far another model may be",
          table("distances", "Distances of two models' weights",
                {"from", "how", "distance#", "with probability#", "as published#"}, rows)};
}

Section band_section(const Assessment& a, Chart& charts) {
  const std::vector<BandPoint> points = bands(a);
  if (points.empty())
    return {"band", "The bound over rows and epsilon",
            "<p>Only noise that is known has a bound that follows the number of rows and epsilon: train with "
            "<code>--solver output</code>, or with a strongly convex penalty.</p>\n"};
  std::string body =
      "<p>Where the levels of a model by output perturbation are, with the stated probability, when it is trained on "
      "so "
      "many "
      "rows or with that epsilon and everything else stays the same. The line is the model's own level.</p>\n";
  std::vector<std::vector<Cell>> figures;
  for (const NotionReport& notion : a.notions)
    for (const bool over_rows : {true, false}) {
      Chart rows = Chart::array();
      for (const BandPoint& point : points) {
        if (point.notion != notion.notion || point.over_rows != over_rows) continue;
        const LevelReport& line = notion.levels[point.level];
        const std::string name = who(a.groups, a.classes, line.level.group, line.level.label);
        rows.push_back({{"series", name},
                        {"x", point.at},
                        {"y", line.value},
                        {"low", point.low},
                        {"high", point.high},
                        {"text", fmt::format("{}: {:.4f} to {:.4f}", name, point.low, point.high)}});
        figures.push_back({{escaped(name_of(notion.notion))},
                           {escaped(name)},
                           {over_rows ? "rows" : "epsilon"},
                           {fmt::format("{:.4g}", point.at)},
                           {fmt::format("{:.4f}", point.low)},
                           {fmt::format("{:.4f}", point.high)}});
      }
      const std::string id = fmt::format("band-{}-{}", over_rows ? "rows" : "epsilon", name_of(notion.notion)),
                        title = fmt::format("{} against {}", name_of(notion.notion),
                                            over_rows ? "rows to train on" : "epsilon");
      charts.push_back({{"id", id},
                        {"kind", "lines"},
                        {"title", title},
                        {"x", over_rows ? "rows to train on" : "epsilon"},
                        {"y", "level"},
                        {"log_x", true},
                        {"log_y", false},
                        {"rows", std::move(rows)}});
      body +=
          figure(id, title + ".", fmt::format("Chart of {}. The table below has the same in figures.", title), "bands");
    }
  body += fmt::format("<details><summary>The same in figures</summary>\n{}</details>\n",
                      table("bands", "Bounds over rows and epsilon",
                            {"measure", "group", "over", "at#", "at least#", "at most#"}, figures));
  return {"band", "The bound over rows and epsilon", body};
}

}  // namespace

std::string fairness_report(const Assessment& a) {
  Page page;
  page.subject = "fairness";
  page.title = fmt::format("Fairness by {}", a.column);
  page.opening = fmt::format(
      "<p class=\"verdict bad\"><strong>Not private.</strong> These are exact figures of {:.0f} rows. Do not publish "
      "them "
      "about "
      "data that must be protected; <code>--epsilon</code> releases them with noise.</p>\n{}",
      a.rows, kNoPromise);
  page.sections = {levels_section(a, page.charts), distance_section(a), band_section(a, page.charts)};
  page.data = to_json(a);
  page.closing = closing(false);
  return html_of(page);
}

std::string fairness_report(const FairnessRelease& r) {
  Page page;
  page.subject = "fairness";
  page.title = fmt::format("Fairness by {}", r.column);
  const bool holds = r.label.is_private();
  page.opening = fmt::format(
      "<p class=\"verdict{}\"><strong>{}</strong> Counts left with {} noise of scale {:.4g} and epsilon {:.4g}; "
      "everything here is worked out from them. All intervals hold at once with probability {}.</p>\n{}",
      holds ? "" : " bad", holds ? "Private." : "Not private: seeded noise.",
      r.law == NoisyCounts::Law::normal ? "Gaussian" : "Laplace", r.scale, r.label.spent.value, r.confidence,
      kNoPromise);
  std::vector<std::vector<Cell>> levels, counts;
  std::string body;
  for (const ReleasedNotion& notion : r.notions) {
    Chart bars = Chart::array();
    for (const ReleasedLevel& level : notion.levels) {
      const std::string name = who(r.groups, r.classes, level.group, level.label);
      bars.push_back({{"label", name},
                      {"value", level.level.value},
                      {"low", level.level.low},
                      {"high", level.level.high},
                      {"text", fmt::format("{}: {:.4f}", name, level.level.value)}});
      levels.push_back({{escaped(name_of(notion.notion))},
                        {escaped(name)},
                        {fmt::format("{:.4f}", level.level.value)},
                        {fmt::format("{:.4f}", level.level.low)},
                        {fmt::format("{:.4f}", level.level.high)},
                        {level.change ? fmt::format("{:.4f}", *level.change) : "–"}});
    }
    const std::string id = fmt::format("level-{}", name_of(notion.notion));
    page.charts.push_back(
        {{"id", id}, {"kind", "bars"}, {"title", name_of(notion.notion)}, {"x", "level"}, {"rows", std::move(bars)}});
    body += fmt::format("<h3>{}</h3>\n", name_of(notion.notion)) +
            figure(id, fmt::format("{} by group.", name_of(notion.notion)),
                   "Bar chart of the levels by group with their intervals. The table below has the same in figures.",
                   "levels");
  }
  for (const ReleasedCell& cell : r.cells)
    counts.push_back({{escaped(who(r.groups, r.classes, cell.group, cell.label))},
                      {escaped(r.classes[cell.predicted])},
                      {fmt::format("{:.1f}", cell.count.value)},
                      {fmt::format("{:.1f}", cell.count.low)},
                      {fmt::format("{:.1f}", cell.count.high)}});
  body += table("levels", "Levels by group", {"measure", "group", "level#", "at least#", "at most#", "away#"}, levels);
  page.sections = {{"levels", "Levels by group", body},
                   {"counts", "Counts with noise",
                    table("counts", "Rows of each group, label and prediction",
                          {"rows of", "predicted", "rows#", "at least#", "at most#"}, counts)}};
  page.data = to_json(r);
  page.closing = closing(holds);
  return html_of(page);
}

}  // namespace discreet
