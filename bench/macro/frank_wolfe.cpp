// Conditional gradients. First the time of a step as features are added to the same number of values that are not zero,
// then what the number of steps does to accuracy: the mean loss over the least in the ball, less one.
// bench/macro/frank_wolfe [VALUES]
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <vector>

#include "bench/macro/harness.hpp"
#include "discreet/base/public_random.hpp"

using namespace discreet;
using namespace discreet::bench;

namespace {

constexpr std::size_t kInRow = 50;

// Rows of as many values each, in columns drawn evenly; the first ten features decide the label.
Dataset wide(std::size_t values, std::size_t features) {
  PublicRandom random(1);
  SparseBuilder<double> builder;
  AlignedVector<double> labels;
  const std::size_t rows = values / kInRow;
  for (std::size_t i = 0; i < rows; ++i) {
    std::vector<SparseEntry> row;
    double sum = random.normal();
    // One column from each of equal stretches, so that they rise.
    for (std::size_t k = 0; k < kInRow; ++k) {
      const std::size_t from = k * features / kInRow, to = (k + 1) * features / kInRow;
      const std::size_t j = from + random.below(to - from);
      row.push_back({static_cast<std::uint32_t>(j), 1});
      if (j % 97 == 0) sum += j % 2 == 0 ? 3 : -3;
    }
    builder.add(row);
    labels.push_back(sum > 0 ? 1 : -1);
  }
  Schema schema;
  for (std::size_t j = 0; j < features; ++j) schema.features.push_back("x" + std::to_string(j + 1));
  schema.bounds.resize(features);
  schema.target = "y";
  schema.classes = {"-1", "1"};
  return {std::move(schema), rows,
          Sensitive<Labelled<SparseColumns<double>>>({std::move(builder).finish(features), std::move(labels)})};
}

// Of processor time, which other work on the machine disturbs least.
double seconds(const Dataset& data, Options options, std::size_t steps) {
  options.passes = std::to_string(steps);
  const std::clock_t start = std::clock();
  const auto model = fit(data, options);
  if (!model) std::printf("%s\n", model.error().message.c_str());
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

void time_steps(std::size_t values) {
  Options options;
  options.solver = "frank-wolfe";
  options.loss = "logistic";
  options.radius = "10";
  options.clip = "20";
  options.intercept = false;
  options.threads = "1";
  std::printf("%zu values, %zu rows, one thread\n%9s %12s %12s %12s\n", values, values / kInRow, "features",
              "epsilon 0.1", "epsilon 100", "(ms a step)");
  for (const std::size_t features : {1'000, 3'000, 10'000, 30'000, 100'000}) {
    const Dataset data = wide(values, features);
    std::printf("%9zu", features);
    for (const char* epsilon : {"0.1", "100"}) {
      options.epsilon = epsilon;
      constexpr std::size_t kFew = 5, kMany = 55;
      double few = 1e300, many = 1e300;  // what else is done only adds
      for (int repeat = 0; repeat < 7; ++repeat) {
        few = std::min(few, seconds(data, options, kFew));
        many = std::min(many, seconds(data, options, kMany));
      }
      std::printf(" %12.3f", 1e3 * (many - few) / (kMany - kFew));
      std::fflush(stdout);
    }
    std::printf("\n");
  }
}

// Of the l1 ball that the lasso of this penalty ends in.
void measure_steps(const std::string& source, const std::string& loss, const std::string& penalty) {
  Options options;
  options.loss = loss;
  options.penalty = penalty;
  const auto data = load(source, *ingest_rules(options));
  options.solver = "exact";
  const auto lasso = fit(*data, options);
  double radius = 0;
  for (const double w : lasso->value().weights) radius += std::abs(w);
  const auto risk = [&](const Released<Model>& model) {
    Model plain = model.value();
    plain.penalty = "none";
    return metric_of(*evaluate(plain, *data), "objective");
  };
  const double least = risk(*lasso);
  options.solver = "frank-wolfe";
  options.penalty = "none";
  options.threads = "1";
  char text[64];
  std::snprintf(text, sizeof text, "%.6g", radius);
  options.radius = text;
  for (const char* epsilon : {"1", "10"}) {
    std::printf("%s %s, R = %.3g, epsilon %s:", source.c_str(), loss.c_str(), radius, epsilon);
    for (const std::string steps : {"2", "4", "8", "16", "32", "64", "128", "auto"}) {
      options.epsilon = epsilon;
      options.passes = steps;
      std::vector<double> errors;
      double taken = 0;
      for (int seed = 101; seed <= 110; ++seed) {  // the default was chosen on 1 to 10
        options.noise = "seeded:" + std::to_string(seed);
        const auto model = fit(*data, options);
        errors.push_back(risk(*model) / least - 1);
        for (const auto& [what, value] : model->value().solver)
          if (what == "passes") taken = std::get<double>(value);
      }
      std::printf("  %s%g: %.3g", steps == "auto" ? "auto " : "", taken, summarise(errors).mean);
      std::fflush(stdout);
    }
    std::printf("\n");
  }
}

}  // namespace

int main(int count, char** values) {
  time_steps(count > 1 ? static_cast<std::size_t>(std::atol(values[1])) : 1'000'000);
  measure_steps("synthetic:square", "squared", "l1:0.3");
  measure_steps("synthetic:regression?n=10000&p=50&informative=5", "squared", "l1:0.2");
  measure_steps("synthetic:classification?n=20000&p=100&informative=5", "logistic", "l1:0.01");
}
