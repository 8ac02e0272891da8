#include "discreet/solver/bayes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "discreet/solver/bayes_run.hpp"
#include "discreet/solver/coordinate_descent.hpp"
#include "discreet/solver/newton.hpp"

namespace discreet {
namespace {

bool is_point(const Interval& range) { return !(range.high > range.low); }

}  // namespace

BayesPlan::BayesPlan(const SurveyFacts& facts) {
  // Shares of the budget, and from which noise on nothing is released: docs/solvers/bayes.md has what chose them.
  constexpr double kRangesShare = 0.15, kRangesNoise = 0.18, kMeansNoise = 0.02;
  constexpr double kMeansNoiseOfCounts = kMeansNoise / 3;  // whose predictions grow exponentially with what is wrong
  const double all = 2 * facts.certainty();
  for (std::size_t k = 0; k < facts.features; ++k)
    if (facts.bounds.empty() || !facts.bounds[k]) undeclared.push_back(k);
  const double unknown = static_cast<double>(undeclared.size());
  const double rows_apart = facts.neighbours == Neighbours::replace_one ? std::sqrt(2.0) : 2;
  std::size_t used = facts.features;
  if (!undeclared.empty()) {
    ranges = kRangesShare * std::sqrt(unknown / static_cast<double>(facts.features));
    if (!(rows_apart * std::sqrt(unknown) / (all * std::sqrt(ranges)) < kRangesNoise)) {
      used -= undeclared.size();
      ranges = 0;
    }
  }
  if (facts.regression && !facts.target_bounds) target_range = std::clamp(15 / all, 0.05, 0.35);
  const auto left = [&] { return 1 - ranges - target_range; };
  signal = all * std::sqrt(left());
  const bool pointless = facts.regression && facts.target_bounds && is_point(*facts.target_bounds);
  columns =
      used > 0 && !pointless &&
      4 * (static_cast<double>(used) + 1) / (signal * signal) <= (facts.level ? kMeansNoiseOfCounts : kMeansNoise);
  if (!columns) {
    constexpr double kFewRows = 150, kCountable = 1e15;  // times epsilon; and of those that are told apart
    ranges = 0;
    chosen = target_range > 0 && !facts.level && facts.normaliser < kCountable &&
             facts.normaliser * facts.epsilon.value < kFewRows;
    if (chosen) target_range = 0;
    level = left();
    return;
  }
  level = facts.level ? std::clamp(24 / signal, 0.08, 0.6) : std::clamp(8 / signal, 0.04, 0.6);
  const double rest = 1 - level;
  moments = 0.20 * rest;
  products = 0.10 * rest;
  if (!facts.regression && signal >= 1000) intercept = 0.03;
  slopes = rest - moments - products - intercept;
  for (double* share : {&level, &moments, &products, &slopes, &intercept}) *share *= left();
  steps = static_cast<std::size_t>(std::clamp(std::round(std::sqrt(signal) / 3), 2.0, 20.0));
}

Result<void> Bayes::suits(const SolverSettings& settings, const SurveyFacts& facts) {
  const auto refuse = [](std::string_view what, const char* hint) {
    return wrong(Fault::usage, fmt::format("--solver bayes {}", what), hint);
  };
  if (!(facts.quadratic || facts.loss == "logistic" || facts.level))
    return refuse(fmt::format("is for the squared, logistic and poisson losses, not for {}", facts.loss), "use newton");
  if (!facts.intercept) return refuse("needs an intercept", "leave out --no-intercept, or use newton");
  if (facts.sparse) return refuse("is for dense tables", "use newton");
  if (!facts.zero_is_allowed)
    return refuse("starts from weights of zero, which the penalty does not allow", "use newton");
  if (facts.normaliser * static_cast<double>(facts.features) > kMostValues)
    return refuse("keeps a copy of the rows within limits, and these are too many", "use newton");
  if (facts.features > kMostFeatures)
    return refuse(fmt::format("takes at most {} features, not {}", kMostFeatures, facts.features), "use newton");
  if (settings.smoothness != SmoothnessSource::bought)
    return refuse("releases its own scales", "leave out --smoothness, or use newton");
  if (settings.passes) return refuse("chooses its steps by the budget", "leave out --passes, or use newton");
  if (settings.step || settings.clip || settings.clip_rule)
    return refuse("chooses its steps and thresholds by the budget", "leave out --step, --clip and --clip-rule");
  if (settings.averaging.kind != Averaging::Kind::none) return refuse("averages by itself", "leave out --average");
  if (settings.ridge) return refuse("chooses its shrinkage by itself", "leave out --ridge");
  return refuse_descent_options(settings, name);
}

Result<std::unique_ptr<Solver>> Bayes::make(const SolverSettings& settings, const SurveyFacts& facts) {
  if (std::isinf(facts.budget.value)) return Newton::make(settings, facts);  // without noise there is nothing to weigh
  if (const auto fine = suits(settings, facts); !fine) return tl::unexpected(fine.error());
  return std::unique_ptr<Solver>(new Bayes(settings, facts));
}

Bayes::Bayes(SolverSettings settings, SurveyFacts facts)
    : settings_(std::move(settings)), facts_(std::move(facts)), plan_(facts_) {}

void Bayes::plan(Outline& outline) const {
  const Outline::Answer answer = plan_.columns  ? Outline::Answer::gaussian
                                 : plan_.chosen ? Outline::Answer::single_choice
                                                : Outline::Answer::laplace;
  const auto add = [&](std::string_view what, std::size_t groups, std::size_t numbers, double share) {
    if (share > 0) outline.lines.push_back({std::string(what), groups, numbers, share, answer});
  };
  const std::size_t p = facts_.features;
  add(BayesLines::ranges, 1, plan_.undeclared.size() * SignedOctaves::kCells, plan_.ranges);
  add(BayesLines::target_range, 1, SignedOctaves::kCells, plan_.target_range);
  add(BayesLines::level, 1, facts_.regression && plan_.columns ? 2 : 1, plan_.level);
  const std::size_t used = p - (plan_.ranges > 0 ? 0 : plan_.undeclared.size());
  add(BayesLines::moments, 1, 2 * used, plan_.moments);
  add(BayesLines::products, 1, p * (p + 1) / 2, plan_.products);
  add(BayesLines::slopes, plan_.steps, p + 1, plan_.slopes);
  add(BayesLines::intercept, 1, 1, plan_.intercept);
}

Description Bayes::description() const {
  return {{"name", std::string(name)}, {"passes", static_cast<double>(plan_.steps)}};
}

Solution Bayes::run(SolverContext& context) const {
  Run run{*this, context};
  run.find_ranges();
  run.find_level();
  Frame plain{std::vector<double>(facts_.features + 1, facts_.loss_smoothness),
              std::vector<double>(facts_.features + 1, 0.0)};
  if (!plan_.columns || run.columns.used.empty()) {
    context.oracle.set_frame(std::move(plain));
    context.facts.stayed = true;
    context.facts.too_few = !plan_.columns;
    return {run.point(Eigen::VectorXd(), run.intercept_for(0)), {}};
  }
  run.find_moments();
  const Curvature curvature = run.find_curvature();
  const Eigen::VectorXd found = run.descend(curvature);
  Solution solution{run.point(found.head(found.size() - 1), found[found.size() - 1]), std::move(run.notes)};
  constexpr double kAnywhere = std::numeric_limits<double>::infinity();
  solution.limits.assign(facts_.features, {-kAnywhere, kAnywhere});
  for (const std::size_t k : run.columns.used) solution.limits[k] = run.columns.limits[k];
  return solution;
}

}  // namespace discreet
