#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "discreet/privacy/event_text.hpp"
#include "discreet/report/model_sections.hpp"
#include "discreet/report/plan_curve.hpp"
#include "discreet/report/words.hpp"

namespace discreet {

Section cost_section(const PrivacyLabel& label, nlohmann::json& charts) {
  std::vector<std::vector<Cell>> rows;
  nlohmann::json bars = nlohmann::json::array();
  std::size_t largest = 0;
  for (std::size_t k = 0; k < label.plan.lines.size(); ++k) {
    const PlanLine& line = label.plan.lines[k];
    if (label.shares[k] > label.shares[largest]) largest = k;
    rows.push_back({{escaped(line.what)},
                    {fmt::format("{}", line.groups)},
                    {fmt::format("{}", line.numbers)},
                    {escaped(noise_in_words(line.event))},
                    {fmt::format("{:.1f} %", 100 * label.shares[k])},
                    bar(label.shares[k])});
    bars.push_back({{"label", line.what},
                    {"value", label.shares[k]},
                    {"text", fmt::format("{}: {:.1f} %", line.what, 100 * label.shares[k])}});
  }
  std::string body =
      "<p>Training asked the data these questions and no others. Each was answered with noise, and takes its share of "
      "the "
      "privacy budget; the shares add up to what was spent.</p>\n";
  if (label.plan.lines.empty())
    return {"cost", "What it cost", "<p>Nothing is recorded about what was asked of the data.</p>\n"};
  if (!std::isfinite(label.spent.value))
    body =
        "<p>The questions below were answered <strong>exactly</strong>, without noise. That costs an infinite "
        "budget.</p>\n";
  charts.push_back({{"id", "cost"},
                    {"kind", "bars"},
                    {"title", "Share of the privacy budget by what was asked"},
                    {"x", "share of the budget"},
                    {"format", "percent"},
                    {"rows", std::move(bars)}});
  body += figure("cost", "Share of the privacy budget by what was asked of the data.",
                 fmt::format("Bar chart of the budget by release. The largest share is {} with {:.1f} %.",
                             label.plan.lines[largest].what, 100 * label.shares[largest]),
                 "releases");
  body += table("releases", "Everything that was asked of the data",
                {"asked of the data", "times#", "numbers each#", "noise", "share of the budget#", "|"}, rows);
  return {"cost", "What it cost", body};
}

Section epsilon_section(const PrivacyLabel& label, nlohmann::json& charts) {
  const std::vector<PlanPoint> curve = plan_curve(label);
  if (curve.size() < 2)
    return {"epsilon", "How it would change with epsilon",
            "<p>There is no noise in this model, or not enough is recorded, so there is nothing to compare.</p>\n"};
  nlohmann::json points = nlohmann::json::array(), ticks = nlohmann::json::array();
  std::vector<std::vector<Cell>> rows;
  std::vector<bool> marked;
  double most = 0;
  for (const PlanPoint& point : curve) most = std::max(most, point.noise);
  for (const PlanPoint& point : curve) {
    const bool own = point.epsilon == label.spent.value;
    marked.push_back(own);
    rows.push_back({{short_number(point.epsilon) + (own ? " (this model)" : "")},
                    {fmt::format("{:.3g}", point.noise)},
                    {percent_sure(point.epsilon)},
                    bar(point.noise / most)});
    points.push_back({{"series", "noise"},
                      {"x", point.epsilon},
                      {"y", point.noise},
                      {"text", fmt::format("epsilon {:.3g}: {:.3g} times the noise", point.epsilon, point.noise)}});
    if (!own) ticks.push_back(point.epsilon);
  }
  charts.push_back({{"id", "plan"},
                    {"kind", "lines"},
                    {"title", "Noise of each release against epsilon"},
                    {"x", "epsilon (smaller is more private)"},
                    {"y", "noise, times this model's"},
                    {"log_x", true},
                    {"log_y", true},
                    {"ticks_y", {0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100}},
                    {"mark", label.spent.value},
                    {"mark_text", "this model"},
                    {"ticks", std::move(ticks)},
                    {"rows", std::move(points)}});
  return {
      "epsilon", "How it would change with epsilon",
      "<p>The same questions asked with more or less noise. Twice the noise means answers half as exact. The noise "
      "also falls with the number of rows: at the same epsilon, twice as many rows have half the noise. This is "
      "computed from what is "
      "public about the run; the data was not looked at again. A new run might ask other questions at another "
      "epsilon.</p>\n" +
          figure("plan", "Noise of each release, as a multiple of this model's, against epsilon.",
                 "Line chart: the noise falls as epsilon grows. The table below has the same in figures.", "curve") +
          table("curve", "The same plan at other epsilons",
                {"epsilon", "noise, times this model's#", "most that anybody can be sure of#", "|"}, rows, marked)};
}

}  // namespace discreet
