#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "discreet/report/model_sections.hpp"
#include "discreet/report/words.hpp"

namespace discreet {
namespace {

constexpr std::size_t kMostBars = 25, kMostLines = 6, kMostRows = 1000;
constexpr double kWide = 1.96;  // deviations, for 95 per cent

// What the bars show: weights, times the size of their feature where it is known, so that they can be compared.
struct Effects {
  std::vector<double> values, deviations;
  std::vector<std::size_t> order;  // the largest first
  bool scaled;

  explicit Effects(const Model& model) : scaled(!model.sizes.empty()) {
    for (std::size_t k = 0; k < model.weights.size(); ++k) {
      const double size = scaled ? model.sizes[k] : 1;
      values.push_back(model.weights[k] * size);
      if (model.noise) deviations.push_back(model.noise->weights[k] * size);
    }
    order.resize(values.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return std::abs(values[a]) > std::abs(values[b]); });
  }
};

nlohmann::json bars_of(const Model& model, const Effects& effects) {
  nlohmann::json rows = nlohmann::json::array();
  for (const std::size_t k : effects.order) {
    if (rows.size() == kMostBars || !std::isfinite(effects.values[k])) break;
    nlohmann::json row{{"label", model.features[k]},
                       {"value", effects.values[k]},
                       {"text", fmt::format("{}: {}", model.features[k], short_number(model.weights[k]))}};
    if (model.noise) {
      row["low"] = effects.values[k] - kWide * effects.deviations[k];
      row["high"] = effects.values[k] + kWide * effects.deviations[k];
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

// In the order of the columns of the data, or the largest first where there are too many for a page.
std::vector<std::size_t> listed_weights(const Effects& effects) {
  std::vector<std::size_t> listed = effects.order;
  if (listed.size() > kMostRows)
    listed.resize(kMostRows);
  else
    std::sort(listed.begin(), listed.end());
  return listed;
}

std::string figures(double value) { return std::isfinite(value) ? fmt::format("{:.4g}", value) : short_number(value); }

std::string weights_table(const Model& model, const Effects& effects) {
  const std::vector<std::string> limits = limits_of(model);
  std::vector<std::string_view> columns{"feature", "weight#"};
  if (!model.bounds.empty()) columns.emplace_back("limits#");
  if (effects.scaled) columns.insert(columns.end(), {"typical size#", "effect#"});
  if (model.noise) columns.insert(columns.end(), {"noise, standard deviation#", "95 % interval#"});
  columns.emplace_back("|");
  const double largest = effects.values.empty() ? 0 : std::abs(effects.values[effects.order[0]]);
  std::vector<std::vector<Cell>> rows;
  const auto add = [&](const std::string& feature, double weight, const std::string& limit, const double* size,
                       const double* deviation, const double* effect) {
    std::vector<Cell> row{{feature}, {figures(weight)}};
    if (!model.bounds.empty()) row.push_back({limit});
    if (effects.scaled) {
      row.push_back({size ? figures(*size) : ""});
      row.push_back({effect ? figures(*effect) : ""});
    }
    if (deviation) {
      row.push_back({figures(*deviation)});
      row.push_back({fmt::format("{:.4g} to {:.4g}", weight - kWide * *deviation, weight + kWide * *deviation)});
    }
    row.push_back(effect ? bar(largest > 0 ? std::abs(*effect) / largest : 0, *effect < 0) : Cell{});
    rows.push_back(std::move(row));
  };
  for (const std::size_t k : listed_weights(effects))
    add(escaped(model.features[k]), model.weights[k], limits[k], effects.scaled ? &model.sizes[k] : nullptr,
        model.noise ? &model.noise->weights[k] : nullptr, &effects.values[k]);
  add("(intercept)", model.intercept, "", nullptr, model.noise ? &model.noise->intercept : nullptr, nullptr);
  if (model.weights.size() <= kMostRows) return table("weights", "All weights of the model", columns, rows);
  return table("weights", fmt::format("The {} largest weights of the model", kMostRows), columns, rows) +
         fmt::format("<p>The other {} weights are in the model file.</p>\n", model.weights.size() - kMostRows);
}

std::string path_part(const Model& model, const Effects& effects, nlohmann::json& charts) {
  if (model.path.empty()) return {};
  nlohmann::json lines = nlohmann::json::array();
  std::vector<std::vector<Cell>> rows;
  for (const Model::Other& other : model.path) {
    const auto used = std::count_if(other.weights.begin(), other.weights.end(), [](double w) { return w != 0; });
    rows.push_back({{figures(other.strength)}, {fmt::format("{}", used)}, {figures(other.intercept)}});
    for (std::size_t rank = 0; rank < std::min(kMostLines, effects.order.size()); ++rank) {
      const std::size_t k = effects.order[rank];
      const double size = effects.scaled ? model.sizes[k] : 1;
      if (other.strength > 0)
        lines.push_back({{"series", model.features[k]}, {"x", other.strength}, {"y", other.weights[k] * size}});
    }
  }
  charts.push_back({{"id", "path"},
                    {"kind", "lines"},
                    {"title", "Weights along the path of penalty strengths"},
                    {"x", "strength of the penalty"},
                    {"y", effects.scaled ? "effect" : "weight"},
                    {"log_x", true},
                    {"rows", std::move(lines)}});
  return "<h3>Other strengths of the penalty</h3>\n<p>The same releases give these models too, at no further cost. "
         "Choosing among them by their errors on the private data would have to be paid for.</p>\n" +
         figure("path", "The largest weights along the path of penalty strengths.",
                "Lines: how the largest weights shrink as the penalty grows. The table below says how many are left.",
                "path") +
         table("path", "Models along the path", {"strength", "weights that are not zero#", "intercept#"}, rows);
}

}  // namespace

Section learnt_section(const Model& model, nlohmann::json& charts) {
  const Effects effects(model);
  const bool classes = model.task == Task::classification;
  std::string body = fmt::format(
      "<p>A linear model with <strong>{}</strong> loss and {}{}: each feature times its "
      "weight, "
      "summed up, plus the intercept. {}</p>\n",
      escaped(shortened(model.loss)),
      model.penalty == "none" ? "no penalty"
                              : fmt::format("<strong>{}</strong> penalty", escaped(shortened(model.penalty))),
      model.penalty_weights.empty() ? "" : ", weighted for each feature as declared",
      classes ? fmt::format("A sum above 0 means {} = {}, below 0 {} = {}.", escaped(model.target),
                            escaped(model.classes[1]), escaped(model.target), escaped(model.classes[0]))
              : std::string());
  if (learnt_nothing(model)) body = fmt::format("<p class=\"note\">{}</p>\n", escaped(nothing_learnt(model))) + body;
  body += "<h3>How it predicts</h3>\n";
  for (const std::string& line : prediction_in_words(model)) body += fmt::format("<p>{}</p>\n", escaped(line));
  if (!model.means.empty())
    body +=
        "<p>Features were put into other units first (less their mean, over their deviation); weights are in "
        "those.</p>\n";
  if (effects.scaled)
    body +=
        "<p>A weight is per unit of its feature, so weights of features on different scales do not compare. "
        "<em>Effect</em> "
        "is the weight times the typical size of the feature (about its centre), as the training knew it: it does "
        "compare.</p>\n";
  else
    body += "<p>A weight is per unit of its feature: weights of features on different scales do not compare.</p>\n";
  if (model.noise)
    body += fmt::format(
        "<p>Intervals are from the <strong>privacy noise alone</strong> ({}): 95 % of the time, the same training on "
        "the "
        "same rows without noise gives a weight within about this range. They say nothing about what other rows would "
        "give, nor about what clipping and the penalty do; they are not confidence intervals for the population.</p>\n",
        escaped(model.noise->how));
  else
    body += fmt::format("<p>{}</p>\n", escaped(why_no_intervals(model)));
  nlohmann::json rows = bars_of(model, effects);
  const std::size_t shown = rows.size();
  const std::string which = shown < model.weights.size()
                                ? fmt::format("The {} largest of {} weights", shown, model.weights.size())
                                : std::string("All weights");
  const std::string caption =
      fmt::format("{}{}{}.", which, effects.scaled ? ", times the typical size of their feature" : "",
                  model.noise ? ", with 95 % intervals from the noise" : "");
  if (shown > 0) {
    charts.push_back({{"id", "weights"},
                      {"kind", "bars"},
                      {"title", caption},
                      {"x", effects.scaled ? "effect: weight times typical size" : "weight"},
                      {"rows", std::move(rows)}});
    body += figure("weights", caption,
                   fmt::format("Bar chart. {} The largest is {}. The table below has the same in figures.", caption,
                               model.features[effects.order[0]]),
                   "weights");
  }
  const std::string all = weights_table(model, effects);
  body += model.weights.size() > kMostBars ? fmt::format("<details><summary>{} {} weights</summary>\n{}</details>\n",
                                                         model.weights.size() > kMostRows ? "The largest" : "All",
                                                         std::min(model.weights.size(), kMostRows), all)
                                           : all;
  return {"learnt", "What was learnt", body + path_part(model, effects, charts)};
}

}  // namespace discreet
