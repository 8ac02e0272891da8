#include "discreet/model/warnings.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <boost/math/distributions/chi_squared.hpp>
#include <cmath>
#include <string>

namespace discreet {
namespace {

constexpr double kNoEffect = 1e-30;    // a weight times the size of its column, in units of the margin
constexpr double kManyClipped = 0.05;  // of the rows, and by so many deviations of the noise in their count
constexpr double kDoubts = 2;
constexpr double kWithin = 0.95;          // of what the noise alone leads to
constexpr std::size_t kMostNames = 5;     // of columns, in one line
constexpr double kHeldByOlder = 0.99e90;  // the size that older programs gave to columns that take no part

bool has_kind(const std::vector<Warning>& all, std::string_view kind) {
  return std::any_of(all.begin(), all.end(), [&](const Warning& warning) { return warning.kind == kind; });
}

std::string named(const Model& model, const std::vector<std::size_t>& columns) {
  std::vector<std::string> names;
  for (std::size_t k = 0; k < std::min(columns.size(), kMostNames); ++k) names.push_back(model.features[columns[k]]);
  std::string text = fmt::format("{}", fmt::join(names, ", "));
  if (columns.size() > kMostNames) text += fmt::format(" and {} more", columns.size() - kMostNames);
  return text;
}

// "column age is" or "3 columns are": age, sex, bmi.
std::string columns_are(const std::vector<std::size_t>& columns, std::string_view one, std::string_view several) {
  return columns.size() == 1 ? fmt::format("1 column {}", one) : fmt::format("{} columns {}", columns.size(), several);
}

bool without_effect(const Model& model, std::size_t k) {
  const double size = k < model.sizes.size() && model.sizes[k] > 0 ? model.sizes[k] : 1;
  return std::abs(model.weights[k]) * size < kNoEffect;
}

bool is_constant(const Model& model) {
  for (std::size_t k = 0; k < model.weights.size(); ++k)
    if (!without_effect(model, k)) return false;
  return !model.weights.empty();
}

bool has_kink(const Model& model) {
  return model.penalty.starts_with("l1") || model.penalty.starts_with("elastic-net");
}

bool at_start(const RunFacts& facts) { return facts.turned_back && facts.kept == 0; }

std::string why_nothing(const Model& model, const RunFacts& facts) {
  const std::size_t left_out = facts.dropped.size() + facts.outlying.size();
  if (facts.too_few) return "there are too few rows for so many columns at this epsilon";
  if (facts.stayed) return "the noise hides how large the columns, or the target, are";
  if (at_start(facts)) return "the final check found the start better than where the run ended";
  if (left_out == model.weights.size()) return "the noise hides the scale of every column";
  if (has_kink(model)) return fmt::format("the penalty {} outweighs every slope", model.penalty);
  return "no slope stood out";
}

void say_nothing_learnt(const Model& model, const RunFacts& facts, std::vector<Warning>& all) {
  const bool back = facts.stayed || at_start(facts);
  const bool constant = is_constant(model);
  if (!constant && !(back && facts.started)) return;
  const std::string what =
      constant ? "all weights are zero and the model predicts the same for every row" : "the model is its start";
  std::string help = has_kink(model) && !back ? "a weaker penalty" : "";
  if (std::isfinite(model.privacy.spent.value))
    help += fmt::format("{}more rows, a larger epsilon, fewer columns or declared bounds", help.empty() ? "" : ", ");
  all.push_back(
      {std::string(kNothingLearnt), fmt::format("nothing was learnt: {}, because {}{}", what, why_nothing(model, facts),
                                                help.empty() ? "" : "; " + help + " would help")});
}

// Under noise alone the sum of squares of weights over their deviations is a chi-square.
void say_within_noise(const Model& model, const RunFacts& facts, std::vector<Warning>& all) {
  if (has_kind(all, kNothingLearnt)) return;
  if (facts.unseen && !facts.stayed) {
    all.push_back({"within-noise",
                   "the noise hides how large the columns, or the target, are, so the weights may be noise alone; more "
                   "rows, a larger epsilon or declared bounds would help"});
    return;
  }
  if (facts.doubtful) {
    all.push_back({"within-noise",
                   "the weights explain little beside what the privacy noise leaves open, so they may be noise alone; "
                   "more rows, a larger epsilon or declared bounds would help"});
    return;
  }
  if (!model.noise) return;
  double sum = 0, known = 0;
  for (std::size_t k = 0; k < model.weights.size(); ++k) {
    const double deviation = model.noise->weights[k];
    if (!(deviation > 0) || !std::isfinite(deviation)) continue;
    const double times = model.weights[k] / deviation;
    sum += times * times;
    ++known;
  }
  if (known == 0 || !(sum <= boost::math::quantile(boost::math::chi_squared(known), kWithin))) return;
  all.push_back(
      {"within-noise",
       "the weights are together no larger than the privacy noise explains: noise alone gives such weights or "
       "larger ones in at least 1 of 20 fits; more rows, a larger epsilon or declared bounds would help"});
}

void say_columns(const Model& model, const RunFacts& facts, std::vector<Warning>& all) {
  const std::string_view held = facts.started ? "held where the fit started" : "held at zero";
  if (!facts.dropped.empty())
    all.push_back({"column-dropped",
                   fmt::format("{} {}, because the noise hides on what scale they are: {}; declare bounds for them, or "
                               "give more rows or a larger epsilon",
                               columns_are(facts.dropped, "is", "are"), held, named(model, facts.dropped))});
  if (!facts.outlying.empty())
    all.push_back(
        {"column-dropped",
         fmt::format("{} {}, because a few of their values lie far from the rest: {}; declare bounds for them",
                     columns_are(facts.outlying, "is", "are"), held, named(model, facts.outlying))});
  if (!facts.pooled.empty())
    all.push_back({"pooled-scale",
                   fmt::format("{} one common scale, because the noise hides their own: {}; weights of columns far "
                               "smaller than it stay near zero; declare bounds for them",
                               columns_are(facts.pooled, "has", "share"), named(model, facts.pooled))});
}

void say_points(const Model& model, const RunFacts& facts, std::vector<Warning>& all) {
  std::vector<std::size_t> points;
  for (const Model::Bounds& bounds : model.bounds)
    if (bounds.low == bounds.high)
      for (std::size_t k = 0; k < model.features.size(); ++k)
        if (model.features[k] == bounds.feature) points.push_back(k);
  if (!points.empty())
    all.push_back(
        {"point-bound", fmt::format("the bounds of {} one point, to which every value is moved: {}; declare a "
                                    "lower bound below the upper one, or drop them",
                                    columns_are(points, "are", "are"), named(model, points))});
  if (facts.point_target)
    all.push_back({"point-bound",
                   "the bounds of the target are one point, to which every value is moved; declare a lower bound below "
                   "the upper one"});
}

void say_course(const RunFacts& facts, std::vector<Warning>& all) {
  if (facts.clipped && facts.clipped->rows - kDoubts * facts.clipped->noise > kManyClipped)
    all.push_back({"clipped",
                   fmt::format("about {:.0f} % of the rows were beyond the clipping threshold when it was chosen, by a "
                               "noisy count: they count for less than they would otherwise",
                               100 * std::min(facts.clipped->rows, 1.0))});
  if (!facts.turned_back) return;
  const std::string where = facts.to_zero ? std::string("weights of zero")
                            : facts.kept == 0
                                ? std::string("the start")
                                : fmt::format("a point {:.0f} % of the way from the start", 100 * facts.kept);
  all.push_back({"turned-back",
                 fmt::format("the final check found the end of the run worse than {}, by a noisy comparison, and the "
                             "model is that point; declared bounds, more rows or a larger epsilon would help",
                             where)});
}

}  // namespace

std::vector<Warning> warnings_of(const Model& model, const RunFacts& facts) {
  std::vector<Warning> all;
  say_nothing_learnt(model, facts, all);
  say_within_noise(model, facts, all);
  say_columns(model, facts, all);
  say_points(model, facts, all);
  say_course(facts, all);
  return all;
}

bool has_warning(const Model& model, std::string_view kind) { return has_kind(model.warnings, kind); }

RunFacts facts_in(const Model& model) {
  RunFacts facts;
  const std::vector<std::string>& typed = model.origin.arguments;
  facts.started = std::find(typed.begin(), typed.end(), "--start") != typed.end();
  for (std::size_t k = 0; k < model.sizes.size(); ++k)
    if (model.sizes[k] >= kHeldByOlder) facts.dropped.push_back(k);
  for (const auto& [key, value] : model.solver) {
    if (key == "signal") facts.unseen = facts.stayed = true;
    if (key != "retreat") continue;
    facts.to_zero = std::holds_alternative<std::string>(value);
    facts.kept = facts.to_zero ? 0 : std::get<double>(value);
    facts.turned_back = facts.kept < 0.5;  // half of the way may be what the rule takes where nothing is wrong
  }
  return facts;
}

void leave_out(Model& model, const RunFacts& facts) {
  std::vector<std::size_t> out = facts.dropped;
  out.insert(out.end(), facts.outlying.begin(), facts.outlying.end());
  for (const std::size_t k : out) {
    if (k < model.sizes.size()) model.sizes[k] = 0;
    if (model.noise) model.noise->weights[k] = 0;
    if (k < model.weights.size() && std::abs(model.weights[k]) < kNoEffect) model.weights[k] = 0;
  }
  std::erase_if(model.bounds,
                [](const Model::Bounds& bounds) { return bounds.low <= -kHeldByOlder && bounds.high >= kHeldByOlder; });
}

}  // namespace discreet
