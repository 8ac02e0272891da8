// DP-SGD beside the published figures of tuned DP-SGD (seed 001 table 2): as published (a ball in the units of the
// data, one step length for all coordinates, constant, the last iterate) and as this library does it by default. Each
// is tuned on one set of seeds and reported on ten others. The published grids have 100 thresholds and 10 steps; these
// are every so many of them.  bench/macro/sgd DATA [PROBLEM]
#include <cstdio>
#include <string>
#include <vector>

#include "bench/macro/harness.hpp"

using namespace discreet;
using namespace discreet::bench;

namespace {

struct Line {
  Setup problem;
  double published;
  std::vector<double> raw_clips, clips;  // in the units of the data, and in those of the frame
};

struct Method {
  const char *name, *rule, *schedule, *batch, *average;
  std::vector<double> steps;
  std::vector<const char*> passes;
};

Options research(const char* loss, const char* penalty, bool standardised) {
  Options options;
  options.loss = loss;
  options.penalty = penalty;
  options.epsilon = "1";
  options.intercept = false;
  options.smoothness = "from-data";
  options.standardise = standardised ? "from-data" : "none";
  options.solver = "sgd";
  return options;
}

void report(const Experiment& experiment, const Line& line, const Method& method) {
  Tuned best{line.problem.options, 1e300};
  for (const char* passes : method.passes) {
    Options options = line.problem.options;
    options.clip_rule = method.rule;
    options.step_schedule = method.schedule;
    options.batch = method.batch;
    options.average = method.average;
    options.passes = passes;
    const bool plain = std::string(method.rule) == "uniform";
    const Tuned tuned = tune(experiment, options, plain ? line.raw_clips : line.clips, method.steps, 4);
    if (tuned.tuning_mean < best.tuning_mean) best = tuned;
  }
  const Summary fresh = summarise(experiment.run(best.options, 1, 10));
  std::printf("%-24s %-12s %-9.3g %-9.3g %8.2g %9.4f  %s passes, clip %s, step %s\n", line.problem.name.c_str(),
              method.name, best.tuning_mean, fresh.mean, fresh.error, line.published, best.options.passes.c_str(),
              best.options.clip.c_str(), best.options.step.c_str());
  std::fflush(stdout);
}

}  // namespace

int main(int count, char** values) {
  const std::string folder = count > 1 ? values[1] : "../shared/data", only = count > 2 ? values[2] : "";
  const std::string california = folder + "/california.csv.gz", electricity = folder + "/electricity.csv.gz";
  const Line lines[] = {{{"Electricity raw", electricity, research("logistic", "l2:1/n", false)},
                         0.1484,
                         log_space(-1, 1, 5),
                         log_space(0, 1.2, 4)},
                        {{"Electricity standardised", electricity, research("logistic", "l2:1/n", true)},
                         0.0040,
                         log_space(-0.5, 1, 4),
                         log_space(0, 1.2, 4)},
                        {{"California raw, l1:1", california, research("squared", "l1:1", false)},
                         0.1068,
                         log_space(1, 4, 7),
                         log_space(0.3, 1.2, 4)},
                        {{"California standardised", california, research("squared", "l1:0.1", true)},
                         0.0042,
                         log_space(0, 1.5, 4),
                         log_space(0.3, 1.5, 4)}};
  const std::vector<double> published{1e-2, 0.0464159, 0.215443, 1};
  const Method methods[] = {{"as published", "uniform", "constant", "256", "none", published, {"20", "50"}},
                            {"ours", "ball", "decreasing", "auto", "none", {0.3, 1, 2}, {"10", "50"}},
                            {"ours, tail", "ball", "constant", "auto", "tail:0.5", {0.3, 1, 2}, {"10", "50"}}};
  std::printf("%-24s %-12s %-9s %-9s %8s %9s\n", "problem", "method", "tuning", "fresh", "s.e.", "published");
  for (const Line& line : lines) {
    if (line.problem.name.find(only) == std::string::npos) continue;
    const Experiment experiment(line.problem);
    if (!experiment.ready()) continue;
    for (const Method& method : methods) report(experiment, line, method);
    std::printf("  optimum %.8g\n", experiment.optimum());
  }
}
