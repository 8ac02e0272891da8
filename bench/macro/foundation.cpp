// Tuned DP-CD beside the published figures, on the problems of the foundation: run from the repository with the data
// folder as argument.  bench/macro/foundation DATA
#include <cstdio>
#include <string>

#include "bench/macro/harness.hpp"

using namespace discreet;
using namespace discreet::bench;

int main(int count, char** values) {
  const std::string folder = count > 1 ? values[1] : "../shared/data";
  Options logistic;
  logistic.loss = "logistic";
  logistic.penalty = "l2:1/n";
  logistic.epsilon = "1";
  logistic.intercept = false;
  logistic.smoothness = "from-data";
  Options lasso = logistic;
  lasso.loss = "squared";
  lasso.standardise = "from-data";
  lasso.penalty = count > 2 ? values[2] : "l1:0.1";

  struct Row {
    Setup problem;
    const char* passes;
    double published, limit;
  };
  const Row rows[] = {{{"Electricity raw", folder + "/electricity.csv.gz", logistic}, "50", 0.0020, 0.004},
                      {{"California standardised", folder + "/california.csv.gz", lasso}, "2", 0.0007, 0.0007}};
  std::printf("%-24s %-10s %6s %10s %10s  %-10s %-10s %9s %9s %9s\n", "problem", "rule", "passes", "clip", "step",
              "tuning", "fresh", "s.e.", "published", "limit");
  for (const Row& row : rows) {
    const Experiment experiment(row.problem);
    if (!experiment.ready()) continue;
    for (const std::string rule : {"ball", "smoothness"}) {
      Options options = row.problem.options;
      options.passes = row.passes;
      options.order = "cyclic";
      options.clip_rule = rule;
      const Tuned tuned = tune(experiment, options, log_space(-1, 2, 16), log_space(-2, 1, 10), 10);
      const Summary fresh = summarise(experiment.run(tuned.options, 1, 20));
      std::printf("%-24s %-10s %6s %10s %10s  %-10.3g %-10.3g %9.2g %9.4f %9.4f\n", row.problem.name.c_str(),
                  rule.c_str(), row.passes, tuned.options.clip.c_str(), tuned.options.step.c_str(), tuned.tuning_mean,
                  fresh.mean, fresh.error, row.published, row.limit);
      std::fflush(stdout);
    }
    std::printf("  optimum %.8g with %d non-zeros\n", experiment.optimum(), experiment.nonzeros());
  }
}
