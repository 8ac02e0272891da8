// Random problems such as no benchmark has: columns on any scale, heavy tails, constant columns, rare indicators, one
// class alone, more features than rows, any budget. A fit of any of them must end in a finite model that is not worse
// than the zero model by more than a tenth and spends no more than it may.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "discreet/base/public_random.hpp"
#include "discreet/data/dataset.hpp"
#include "discreet/fit/evaluate.hpp"
#include "discreet/fit/fit.hpp"

namespace discreet::bench {

struct Strange {
  Dataset data;
  Options options;
  std::string story;  // what is strange about it
};

struct StrangeSizes {
  double least_rows = 50, most_rows = 50'000, most_features = 2000, most_values = 2e6;
};

namespace strange {

inline double between(PublicRandom& random, double least, double most) {
  return least * std::pow(most / least, random.uniform());
}

// Of unit scale or so.
inline double value(PublicRandom& random, std::size_t tail) {
  const double z = random.normal();
  if (tail == 1)
    return z /
           std::sqrt((std::pow(random.normal(), 2) + std::pow(random.normal(), 2) + std::pow(random.normal(), 2)) / 3 +
                     1e-12);  // Student's t, 3 degrees
  if (tail == 2) return std::exp(1.5 * z);
  if (tail == 3) return random.uniform() < 0.05 ? 1 : 0;
  return z;
}

}  // namespace strange

// With the values moved into the bounds of a model, as it wants to be applied, where one is given.
inline Strange make_strange(std::uint64_t seed, const StrangeSizes& sizes = {}, const Model* model = nullptr) {
  using strange::between;
  PublicRandom random(seed);
  const auto p = static_cast<std::size_t>(between(random, 1, sizes.most_features + 0.999));
  const double room =
      std::max(sizes.least_rows + 1, std::min(sizes.most_rows, sizes.most_values / static_cast<double>(p)));
  const auto n = static_cast<std::size_t>(between(random, sizes.least_rows, room));
  const char* const losses[] = {"squared", "logistic", "squared", "logistic", "huber:1", "squared-hinge"};
  const std::size_t loss = random.below(6);
  const bool classes = loss == 1 || loss == 3 || loss == 5;
  const std::size_t tails = random.below(5);  // 4: mixed
  const bool one_class = classes && random.below(8) == 0, constants = random.below(3) == 0;
  const double spread = random.below(2) == 0 ? 0 : 6;  // of the scales, in powers of ten either way
  std::vector<double> scales(p), centres(p), weights(p);
  std::vector<std::size_t> tail(p);
  std::vector<bool> constant(p);
  const bool few = random.below(2) == 0;
  for (std::size_t j = 0; j < p; ++j) {
    scales[j] = std::pow(10, spread * (2 * random.uniform() - 1));
    centres[j] = random.below(3) == 0 ? 3 * random.normal() : 0;
    tail[j] = tails == 4 ? random.below(4) : tails;
    constant[j] = constants && random.below(4) == 0;
    weights[j] = few && random.uniform() > 5.0 / static_cast<double>(p) ? 0 : random.normal();
  }
  const double length = std::sqrt(few ? std::min(5.0, static_cast<double>(p)) : static_cast<double>(p));
  const double target = classes ? 1 : std::pow(10, 6 * (2 * random.uniform() - 1));
  const double level = classes || random.below(2) == 0 ? 0 : 5 * random.normal();
  const double noise = between(random, 0.05, 5);
  std::vector<std::optional<Interval>> limits(p);  // not all columns have some
  if (model)
    for (const Model::Bounds& bounds : model->bounds)
      limits[std::stoul(bounds.feature.substr(1)) - 1] = Interval{bounds.low, bounds.high};
  DenseBuilder<double> builder(p);
  AlignedVector<double> labels;
  for (std::size_t i = 0; i < n; ++i) {
    std::vector<double> row(p);
    double sum = noise * random.normal();
    for (std::size_t j = 0; j < p; ++j) {
      const double x = constant[j] ? 1 : strange::value(random, tail[j]);
      sum += weights[j] / length * x;
      row[j] = scales[j] * (x + centres[j]);
      if (limits[j]) row[j] = std::clamp(row[j], limits[j]->low, limits[j]->high);
    }
    builder.add(row);
    labels.push_back(classes ? (one_class || sum > 0 ? 1 : -1) : target * (sum + level));
  }
  Schema schema;
  for (std::size_t j = 0; j < p; ++j) schema.features.push_back("x" + std::to_string(j + 1));
  schema.bounds.resize(p);
  schema.target = "y";
  if (classes) schema.classes = {"-1", "1"};
  Strange made{
      {std::move(schema), n, Sealed<DenseColumns<double>>({std::move(builder).finish(), std::move(labels)})}, {}, {}};
  Options& options = made.options;
  options.loss = losses[loss];
  const char* const penalties[] = {"none", "l2:1/n", "l2:0.01", "l1:0.01", "elastic-net:0.01,0.5", "box:-1,1"};
  options.penalty = penalties[random.below(6)];
  options.intercept = random.below(4) > 0;
  char epsilon[32];
  std::snprintf(epsilon, sizeof epsilon, "%.4g", between(random, 0.01, 20));
  options.epsilon = epsilon;
  const char* const relations[] = {"replace-one", "replace-one", "zero-out"};
  options.neighbours = relations[random.below(3)];
  options.noise = "seeded:" + std::to_string(seed);
  options.threads = "1";
  made.story = options.loss + " " + options.penalty + " epsilon " + options.epsilon + " n " + std::to_string(n) +
               " p " + std::to_string(p) + " tails " + std::to_string(tails) + (spread > 0 ? " scales" : "") +
               (constants ? " constants" : "") + (one_class ? " one class" : "") +
               (options.intercept ? "" : " no intercept");
  return made;
}

// What went wrong with a fit, in words; nothing if all is well.
struct Verdict {
  std::string fault;
  double over_zero = 0;  // the objective over that of the zero model, less one
  std::string solver;
  std::string story;
};

inline Verdict judge(std::uint64_t seed, const StrangeSizes& sizes = {}, std::string_view solver = "auto") {
  Strange problem = make_strange(seed, sizes);
  problem.options.solver = solver;

  const auto model = fit(problem.data, problem.options);
  if (!model) return {"refused: " + model.error().message, 0, "", problem.story};
  Verdict verdict;
  verdict.story = problem.story;
  for (const auto& [key, value] : model->value().solver)
    if (key == "name") verdict.solver = std::get<std::string>(value);
  bool finite = std::isfinite(model->value().intercept);
  for (const double w : model->value().weights) finite = finite && std::isfinite(w);
  if (!finite) return {"a weight is not a finite number", 0, verdict.solver, problem.story};
  if (model->value().privacy.spent.value > model->value().privacy.budget.epsilon.value * (1 + 1e-9))
    return {"overspent", 0, verdict.solver, problem.story};
  Model zero = model->value();
  std::fill(zero.weights.begin(), zero.weights.end(), 0.0);
  zero.intercept = 0;
  const double at_zero = metric_of(*evaluate(zero, problem.data), "objective");
  const Strange read = make_strange(seed, sizes, &model->value());
  const double reached = metric_of(*evaluate(model->value(), read.data), "objective");
  verdict.over_zero = at_zero > 0 ? reached / at_zero - 1 : 0;
  if (!(verdict.over_zero <= 0.1)) verdict.fault = "worse than the zero model";
  return verdict;
}

}  // namespace discreet::bench
