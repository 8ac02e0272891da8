#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "discreet/accounting/event_text.hpp"
#include "discreet/report/model_sections.hpp"
#include "discreet/report/plan_curve.hpp"
#include "discreet/report/words.hpp"

namespace discreet {

Section cost_section(const PrivacyLabel& label, nlohmann::json& charts) {
  std::vector<std::vector<Cell>> rows;
  nlohmann::json bars = nlohmann::json::array();
  std::size_t largest = 0;
  const bool holds = label.is_private();
  for (std::size_t k = 0; k < label.plan.lines.size(); ++k) {
    const PlanLine& line = label.plan.lines[k];
    if (label.shares[k] > label.shares[largest]) largest = k;
    std::vector<Cell> row{{escaped(line.what)}};
    if (holds) row.push_back({fmt::format("{:.1f} %", 100 * label.shares[k])});
    row.insert(row.end(), {{escaped(purpose_of(line.what))},
                           {fmt::format("{}", line.groups)},
                           {fmt::format("{}", line.numbers)},
                           {escaped(noise_in_words(line.event))}});
    if (holds) row.push_back(bar(label.shares[k]));
    rows.push_back(std::move(row));
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
  if (!holds) {
    body =
        std::isfinite(label.spent.value)
            ? "<p>These questions were planned, with this noise. Why that buys no privacy here is said at the top of "
              "this page; so there is no budget of which they could take a share.</p>\n"
            : "<p>The questions below were answered <strong>exactly</strong>, without noise. No budget covers "
              "that.</p>\n";
    body += table("releases", "What was asked of the data",
                  {"asked of the data", "what for", "times#", "numbers each#", "noise"}, rows);
    return {"cost", "What was asked of the data", body};
  }
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
  body +=
      table("releases", "Everything that was asked of the data",
            {"asked of the data", "share of the budget#", "what for", "times#", "numbers each#", "noise", "|"}, rows);
  return {"cost", "What it cost", body};
}

Section epsilon_section(const PrivacyLabel& label, nlohmann::json& charts) {
  if (!label.is_private())
    return {
        "epsilon", "How it would change with epsilon",
        "<p>This model gives no guarantee at any epsilon, so there is nothing to compare. <code>discreet plan</code> "
        "says what a private one would cost.</p>\n"};
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
    rows.push_back({{fmt::format("{:.4g}", point.epsilon) + (own ? " (this model)" : "")},
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
                    {"mark_text", fmt::format("this model: {:.3g}", label.spent.value)},
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
                {"epsilon", "noise, times this model's#", "certainty, at most, but for rare exceptions#", "|"}, rows,
                marked)};
}

}  // namespace discreet
