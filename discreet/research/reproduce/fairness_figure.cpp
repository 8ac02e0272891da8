// Thesis, figures 6.6.1, D.3.1 and D.3.2: fairness of the optimum, its bounds, and 100 private models, over the number
// of rows and over epsilon.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "discreet/research/reproduce/experiments.hpp"
#include "discreet/research/reproduce/fair_models.hpp"
#include "discreet/research/reproduce/published.hpp"

namespace discreet {
namespace {

struct Point {
  std::string over;
  double at;
  double epsilon;
  std::size_t rows;
};

std::vector<Point> points_of(std::size_t rows) {
  constexpr std::size_t count = 20;
  std::vector<Point> all;
  const auto place = [&](double low, double high, std::size_t k) {
    return low * std::pow(high / low, static_cast<double>(k) / static_cast<double>(count - 1));
  };
  for (std::size_t k = 0; k < count; ++k) {
    const auto n = static_cast<std::size_t>(std::llround(place(10, static_cast<double>(rows), k)));
    all.push_back({"rows", static_cast<double>(n), 1, n});
  }
  for (std::size_t k = 0; k < count; ++k) {
    const double epsilon = place(1e-3, 10, k);
    all.push_back({"epsilon", epsilon, epsilon, rows});
  }
  return all;
}

Json chart_of(const Reproduction& r, const std::string& data, const std::string& over, std::string_view measure) {
  Json rows = Json::array();
  const auto number = [](const Cell& cell) { return std::get<double>(cell); };
  for (const auto& row : r.rows) {
    if (row[0] != Cell(data) || row[1] != Cell(over) || row[3] != Cell(std::string(measure))) continue;
    const double x = number(row[2]), optimum = number(row[4]);
    const auto add = [&](const std::string& series, double low, double high) {
      rows.push_back({{"series", series},
                      {"x", x},
                      {"y", optimum},
                      {"low", low},
                      {"high", high},
                      {"text", fmt::format("{}: {:.4f} to {:.4f}", series, low, high)}});
    };
    add("bound", number(row[5]), number(row[6]));
    add("bound with the measured distance", number(row[9]), number(row[10]));
    add("both models known", std::max(0.0, optimum - number(row[11])), std::min(1.0, optimum + number(row[11])));
    add("100 private models", number(row[7]), number(row[8]));
  }
  const std::string id = fmt::format("{}-{}-{}", data, over, measure);
  return {{"id", id},
          {"kind", "lines"},
          {"title", fmt::format("{}, {} against {}", data, measure, over)},
          {"x", over == "rows" ? "rows to train on" : "epsilon"},
          {"y", measure == "accuracy" ? "accuracy" : "mean size of the levels"},
          {"log_x", true},
          {"log_y", false},
          {"rows", std::move(rows)}};
}

void add_points(const FairData& data, const Workplace& place, Reproduction& r) {
  std::vector<Notion> notions;
  for (const NamedNotion& each : kNotions) notions.push_back(each.notion);
  const std::vector<Point> points = points_of(data.train.rows());
  const auto bar = place.bar ? place.bar() : nullptr;
  std::size_t held = 0, tried = 0;
  std::vector<double> optimum;
  std::size_t trained_on = 0;
  for (std::size_t k = 0; k < points.size(); ++k) {
    if (place.stopped()) break;
    const Point& point = points[k];
    if (point.rows != trained_on) {
      optimum = fair_optimum(data, point.rows, 1);
      trained_on = point.rows;
    }
    const double n = static_cast<double>(point.rows);
    const FairDistances d = fair_distances(data, {1, {{point.epsilon}, {1 / (n * n)}}, n});
    const FairModels models = fair_models(optimum, d.deviation, k + 1);
    const auto spreads = fair_spreads(data, notions, optimum, models, false);
    const auto rows = judged(data.test, optimum, models.weights[models.farthest]);
    // Both models known: how far each margin really moved stands for the reach.
    auto both = rows;
    for (JudgedRow& row : both) row.length = std::abs(row.margin - row.margin_by_other);
    for (std::size_t m = 0; m < notions.size(); ++m) {
      const FairBound bound = fair_bound(data, notions[m], rows, {{}, 0, d.exact, 0}, false),
                      lemma = fair_bound(data, notions[m], rows, {{}, 0, d.published, 0}, false),
                      measured = fair_bound(data, notions[m], rows, {{}, 0, models.farthest_distance, 0}, false),
                      known = fair_bound(data, notions[m], both, {{}, 0, 1, 0}, false);
      r.rows.push_back({data.name, point.over, point.at, std::string(name_of(notions[m])), bound.level, bound.low,
                        bound.high, spreads[m].least, spreads[m].most, measured.low, measured.high, known.signed_change,
                        lemma.near});
      ++tried;
      held += spreads[m].least >= bound.low - 1e-12 && spreads[m].most <= bound.high + 1e-12;
    }
    if (bar) bar->advance(k + 1, points.size());
  }
  r.findings.push_back(fmt::format("{}: the spread of {} private models lies between the bounds at {} of {} points.",
                                   data.name, kFairModels, held, tried));
  for (const char* over : {"rows", "epsilon"})
    for (const NamedNotion& notion : kNotions) r.charts.push_back(chart_of(r, data.name, over, notion.name));
}

}  // namespace

Result<Reproduction> run_fairness_figure(const ReproduceRequest& request, const Workplace& place) {
  Reproduction r;
  r.title =
      "fairness of the optimum, its bounds at 99 % and 100 private models, over rows (epsilon 1) and epsilon (all "
      "rows)";
  r.source = published::kFairness;
  r.columns = {"data",        "over",          "at",           "measure",        "optimum",        "lower",
               "upper",       "private_least", "private_most", "measured_lower", "measured_upper", "both_known_change",
               "lemma_change"};
  r.seeds = "rows are split by seed 1; the noise of the models at the k-th point has seed k";
  r.notes = {
      "levels are the mean size over all groups of a measure, and accuracy itself; lambda = 1, delta = 1/n^2 for each "
      "n",
      "lower and upper: signed, by the exact quantile of the distance; measured: the same with the distance of the "
      "private model that is farthest away; both_known_change: with what its margins differ by (appendix D.3.3); "
      "lemma_change: the share of rows within reach by lemma 6.5.1",
      "published figures are drawings: there are no numbers to put beside these"};
  const auto datasets = fair_datasets(request, r);
  if (!datasets) return tl::unexpected(datasets.error());
  for (const FairData& data : *datasets) add_points(data, place, r);
  return r;
}

}  // namespace discreet
