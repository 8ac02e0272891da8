// Greedy coordinate descent beside the published figures (relative error, and non-zeros that the optimum does not
// have). The penalty is found from the error of the zero model, which the publication's table shows: run from the
// repository with the data folder as argument.  bench/macro/greedy DATA [RULE [PROBLEM]]
#include <cstdio>
#include <string>

#include "bench/macro/harness.hpp"

using namespace discreet;
using namespace discreet::bench;

namespace {

std::string text_of(double value) {
  char text[64];
  std::snprintf(text, sizeof text, "%.6g", value);
  return text;
}

// How far the zero model is from the optimum of a problem.
double zero_error(const Dataset& data, const Options& options) {
  Options exact = options;
  exact.solver = "exact";
  exact.epsilon.clear();
  const double best = objective(*fit(data, exact), data);
  exact.penalty = "l1:1e9";
  return objective(*fit(data, exact), data) / best - 1;
}

// The l1 penalty at which the zero model has that error.
std::string penalty_for(const Dataset& data, Options options, double error) {
  double low = 1e-5, high = 1e5;
  while (high / low > 1.0005) {
    const double middle = std::sqrt(low * high);
    options.penalty = "l1:" + text_of(middle);
    (zero_error(data, options) > error ? low : high) = middle;
  }
  return "l1:" + text_of(std::sqrt(low * high));
}

// Runs of which the support is not inside that of the optimum.
std::size_t runs_with_false_nonzeros(const Experiment& experiment, Options options, std::size_t runs) {
  std::size_t wrong = 0;
  for (std::size_t r = 0; r < runs; ++r) {
    options.noise = "seeded:" + std::to_string(1 + r);
    const auto model = fit(experiment.data(), options);
    bool outside = false;
    for (std::size_t j = 0; j < experiment.weights().size(); ++j)
      outside |= model->value().weights[j] != 0 && experiment.weights()[j] == 0;
    wrong += outside;
  }
  return wrong;
}

}  // namespace

int main(int count, char** values) {
  const std::string folder = count > 1 ? values[1] : "../shared/data";
  Options lasso;
  lasso.solver = "greedy";
  lasso.rule = count > 2 ? values[2] : "gs-s";
  lasso.epsilon = "1";
  lasso.intercept = false;
  lasso.smoothness = "from-data";
  Options logistic = lasso;
  logistic.loss = "logistic";
  Options wide = logistic;
  wide.features = "100000";
  logistic.standardise = "from-data";

  struct Row {
    Setup problem;
    double at_zero;             // the published error of the zero model
    std::vector<double> clips;  // for the thresholds of the rule `smoothness`
    double published, limit;
  };
  const Row rows[] = {{{"square", "synthetic:square", lasso}, 0.755, log_space(1, 3.5, 21), 0.35, 0.32},
                      {{"madelon", folder + "/madelon.csv.gz", logistic}, 0.0085, log_space(-1, 2, 21), 0.0015, 0.0015},
                      {{"dorothea", folder + "/dorothea.svm.gz", wide}, 0.78, log_space(0, 3, 13), 0.64, 0.64}};
  constexpr std::size_t kFresh = 40;
  std::printf("%-10s %-14s %5s %9s %8s  %-10s %-10s %9s %9s %9s %6s\n", "problem", "penalty", "steps", "clip", "step",
              "tuning", "fresh", "s.e.", "published", "limit", "false");
  for (const Row& row : rows) {
    if (count > 3 && row.problem.name != values[3]) continue;
    Setup setup = row.problem;
    const auto data = load(setup.data, *ingest_rules(setup.options));
    if (!data) {
      std::printf("%-10s skipped: %s\n", setup.name.c_str(), data.error().message.c_str());
      continue;
    }
    setup.options.penalty = penalty_for(*data, setup.options, row.at_zero);
    const Experiment experiment(setup);
    for (const std::string steps : {"1", "2", "3", "4", "7"}) {
      Options options = setup.options;
      options.passes = steps;
      const Tuned tuned = tune(experiment, options, row.clips, {0.46, 0.7, 1, 1.4, 2.15}, 10);
      const Summary fresh = summarise(experiment.run(tuned.options, 1, kFresh));
      std::printf("%-10s %-14s %5s %9s %8s  %-10.4g %-10.4g %9.2g %9.4f %9.4f %zu/%zu\n", setup.name.c_str(),
                  setup.options.penalty.c_str(), steps.c_str(), tuned.options.clip.c_str(), tuned.options.step.c_str(),
                  tuned.tuning_mean, fresh.mean, fresh.error, row.published, row.limit,
                  runs_with_false_nonzeros(experiment, tuned.options, kFresh), kFresh);
      std::fflush(stdout);
    }
    const Summary untuned = summarise(experiment.run(setup.options, 1, kFresh));
    std::printf("%-10s all left to the program: %.4g (s.e. %.2g); optimum %.6g with %d non-zeros\n", setup.name.c_str(),
                untuned.mean, untuned.error, experiment.optimum(), experiment.nonzeros());
  }
}
