#include "discreet/report/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "discreet/base/version.hpp"
#include "discreet/report/comparison_charts.hpp"
#include "discreet/report/comparison_parts.hpp"
#include "discreet/report/comparison_runs.hpp"
#include "discreet/report/page.hpp"

namespace discreet {
namespace {

using Runs = std::vector<ReportedRun>;

std::vector<std::string> texts_at(const nlohmann::json& comparison, const char* key) {
  std::vector<std::string> texts;
  if (comparison.is_object() && comparison.contains(key) && comparison.at(key).is_array())
    for (const nlohmann::json& text : comparison.at(key)) texts.push_back(text_of(text));
  return texts;
}

bool has_table(const nlohmann::json& comparison) { return comparison.is_object() && comparison.contains("table"); }

bool has_charts(const nlohmann::json& comparison) {
  return comparison.is_object() && comparison.contains("charts") && !comparison.at("charts").empty();
}

// Names, numbers and lists, however deep they lie.
void add_facts(std::string& html, const std::string& name, const nlohmann::json& value) {
  if (value.is_null() || (value.is_structured() && value.empty())) return;
  if (value.is_object()) {
    for (const auto& [part, inner] : value.items()) add_facts(html, name.empty() ? part : name + ": " + part, inner);
    return;
  }
  std::string text;
  if (value.is_array()) {
    for (const nlohmann::json& item : value) text += fmt::format("<li>{}</li>", escaped(text_of(item)));
    text = "<ul>" + text + "</ul>";
  } else {
    text = escaped(value.is_number_float() ? fmt::format("{:.6g}", value.get<double>()) : text_of(value));
  }
  html += fmt::format("<dt>{}</dt><dd>{}</dd>\n", escaped(name), text);
}

std::string warnings(const nlohmann::json& comparison) {
  std::string html =
      "<p class=\"verdict bad\"><strong>research output: not private.</strong> These figures were computed from the "
      "data without noise. Do not publish them about data that must be protected.</p>\n";
  for (const std::string& caveat : texts_at(comparison, "caveats"))
    if (caveat != "research output: not private") html += fmt::format("<p class=\"warning\">{}</p>\n", escaped(caveat));
  if (comparison.is_object() && comparison.contains("interrupted") && comparison.at("interrupted") == true)
    html +=
        "<p class=\"note\"><strong>Interrupted:</strong> this is what was done until then. Some repeats, settings or "
        "solvers are missing; the tables say how many repeats there are.</p>\n";
  for (const std::string& missing : texts_at(comparison, "missing"))
    html += fmt::format("<p class=\"note\"><strong>Missing:</strong> {}</p>\n", escaped(missing));
  return html;
}

// What was run again, where it was published, and how far it went.
std::string heading_of(const nlohmann::json& comparison) {
  std::string html = "<dl class=\"plain brief\">\n";
  for (const auto& [key, name] :
       {std::pair{"source", "published in"}, {"extent", "extent"}, {"seeds", "seeds"}, {"seconds", "seconds"}})
    if (comparison.contains(key)) add_facts(html, name, comparison.at(key));
  return html + "</dl>\n";
}

std::string opening(const nlohmann::json& comparison, const Runs& runs) {
  std::string html = warnings(comparison);
  if (has_table(comparison)) return html + heading_of(comparison);
  if (runs.empty() && has_charts(comparison)) return html;  // a figure of its own has no runs to count
  const ReportedRun* best = nullptr;
  for (const ReportedRun& run : runs)
    if (std::isfinite(run.error.mean) && std::isfinite(run.epsilon) && (!best || run.error.mean < best->error.mean))
      best = &run;
  html += "<dl class=\"facts\">";
  const auto card = [&](std::string_view what, const std::string& value, const std::string& small) {
    html += fmt::format("<div><dt>{}</dt><dd>{}<small>{}</small></dd></div>", what, escaped(value), escaped(small));
  };
  card("Runs", fmt::format("{}", runs.size()), fmt::format("at {} values of epsilon", epsilons_of(runs).size()));
  card("Optimum without privacy", figure_or_dash(number_at(comparison, "optimum")), "value of the objective");
  if (best)
    card("Least error", fmt::format("{:.3g}", best->error.mean),
         fmt::format("{} at epsilon {:.3g}", best->series, best->epsilon));
  html += "</dl>\n";
  return html;
}

Section data_part(const nlohmann::json& comparison) {
  // What stands elsewhere on the page.
  static const std::set<std::string> kElsewhere{"runs",  "caveats", "charts", "table",   "findings",    "missing",
                                                "title", "source",  "extent", "seconds", "interrupted", "left_out"};
  std::string facts;
  if (comparison.is_object())
    for (const auto& [key, value] : comparison.items())
      if (!kElsewhere.contains(key) && !(key == "notes" && has_table(comparison))) add_facts(facts, key, value);
  return {"setting", has_table(comparison) ? "What was run" : "What was compared",
          facts.empty() ? "" : "<dl class=\"plain\">\n" + facts + "</dl>\n"};
}

// For programs that read the page: what it lists, without the curves of what is not drawn.
nlohmann::json data_of(const nlohmann::json& comparison, const Runs& runs) {
  if (!comparison.is_object() || runs.empty()) return comparison;
  nlohmann::json data = comparison, listed = nlohmann::json::array();
  data.erase("charts");  // the charts have it
  for (const std::size_t k : listed_runs(runs)) {
    nlohmann::json run = comparison.at("runs").at(runs[k].place);
    run.erase("curve");
    listed.push_back(std::move(run));
  }
  data["runs"] = std::move(listed);
  return data;
}

}  // namespace

std::string comparison_report(const nlohmann::json& comparison) {
  const Runs runs = read_runs(comparison);
  const bool published = has_table(comparison);
  Page page;
  page.subject = "a comparison";
  page.title = published && comparison.contains("name") && comparison.contains("title")
                   ? text_of(comparison.at("name")) + ": " + text_of(comparison.at("title"))
               : runs.empty() && has_charts(comparison) ? "A published figure, run again"
                                                        : "A comparison of solvers";
  page.opening = opening(comparison, runs);
  std::vector<Section> sections;
  if (published) sections.push_back(published_part(comparison));
  if (has_charts(comparison)) sections.push_back(charts_part(comparison.at("charts"), page.charts));
  sections.push_back(epsilon_part(runs, page.charts));
  sections.push_back(passes_part(runs, page.charts));
  if (sections.back().body.empty() && !published && !runs.empty())
    sections.back().body =
        "<p>No errors were recorded on the way; compare records them with <code>--curve</code>.</p>\n";
  sections.push_back(time_part(runs, page.charts));
  if (!published) sections.push_back(settings_part(runs));  // a reproduction says itself what it chose
  sections.push_back(table_part(runs));
  sections.push_back(data_part(comparison));
  for (Section& section : sections)
    if (!section.body.empty()) page.sections.push_back(std::move(section));
  page.data = data_of(comparison, runs);
  page.closing = fmt::format("<p>Made by discreet {} ({}). research output: not private.</p>\n", kVersion, kCommit);
  return html_of(page);
}

}  // namespace discreet
