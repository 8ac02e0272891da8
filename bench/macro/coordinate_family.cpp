// The coordinate family beside the published figures of tuned DP-CD (seed 001 table 2, thesis table D.4): each method
// is tuned on one set of seeds and reported on twenty others.  bench/macro/coordinate_family DATA [PROBLEM [private]]
// The publications read the smoothness off the data; with `private` each method also buys it, and the price is shown.
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "bench/macro/harness.hpp"

using namespace discreet;
using namespace discreet::bench;

namespace {

struct Grid {
  std::vector<double> clips;
  std::vector<const char*> passes;
  std::vector<double> steps = {0.1, 0.3, 0.6, 1.0};
};
struct Line {
  Setup problem;
  double published, limit;
  Grid grid;
  Grid greedy = {};  // its passes are steps and its thresholds are those of single slopes; empty: not tried
};

// Ways to run a solver, among which tuning chooses.
struct Variant {
  const char *momentum, *schedule, *average;
};
struct Method {
  const char* solver;
  std::vector<Variant> variants;
};

Options research(const char* loss, const char* penalty, const char* epsilon) {
  Options options;
  options.loss = loss;
  options.penalty = penalty;
  options.epsilon = epsilon;
  options.intercept = false;
  options.smoothness = "from-data";
  return options;
}

Options standardised(Options options) {
  options.standardise = "from-data";
  return options;
}

// Returns the mean error of the fresh runs; zero if the method was not tried.
double report(const Experiment& experiment, const Line& line, const Method& method, const char* smoothness) {
  Tuned best{line.problem.options, 1e300};
  const Grid& grid = std::string_view("greedy") == method.solver ? line.greedy : line.grid;
  if (grid.passes.empty()) return 0;
  for (const char* passes : grid.passes)
    for (const Variant& variant : method.variants) {
      Options options = line.problem.options;
      options.solver = method.solver;
      options.smoothness = smoothness;
      options.momentum = variant.momentum;
      options.schedule = variant.schedule;
      options.average = variant.average;
      options.passes = passes;
      const Tuned tuned = tune(experiment, options, grid.clips, grid.steps, 6);
      if (tuned.tuning_mean < best.tuning_mean) best = tuned;
    }
  const Summary fresh = summarise(experiment.run(best.options, 1, 20));
  const std::string how = best.options.passes + " passes, clip " + best.options.clip + ", step " + best.options.step +
                          ", " + best.options.momentum + ", " + best.options.schedule + ", " + best.options.average +
                          ", " + smoothness;
  std::printf("%-24s %-6s  %-9.3g %-9.3g %8.2g %9.4f %8.4f  %s\n", line.problem.name.c_str(), method.solver,
              best.tuning_mean, fresh.mean, fresh.error, line.published, line.limit, how.c_str());
  std::fflush(stdout);
  return fresh.mean;
}

}  // namespace

int main(int count, char** values) {
  const std::string folder = count > 1 ? values[1] : "../shared/data", only = count > 2 ? values[2] : "";
  const Options lasso = research("squared", "l1:0.1", "1"), logistic = research("logistic", "l2:1/n", "1");
  // The publications do not give their weights of the l1 penalty. For raw columns two are shown.
  const Options strong = research("squared", "l1:1", "1");
  const std::string california = folder + "/california.csv.gz", electricity = folder + "/electricity.csv.gz";
  const Line lines[] = {
      {{"California raw, l1:1", california, strong}, 0.0124, 0.0020, {log_space(0.6, 1.2, 4), {"50", "100"}}},
      {{"California raw, l1:0.1", california, lasso}, 0.0124, 0.0020, {log_space(0.3, 1.2, 4), {"20", "50"}}},
      {{"California standardised", california, standardised(lasso)},
       0.0007,
       0.0002,
       {log_space(0.3, 1.5, 5), {"10", "20"}}},
      {{"Electricity raw", electricity, logistic}, 0.0020, 0.0012, {log_space(0, 1.2, 5), {"50", "100"}}},
      {{"Electricity standardised", electricity, standardised(logistic)},
       0.0013,
       0.0011,
       {log_space(0, 1.2, 5), {"20", "50"}}},
      {{"Sparse LASSO", "synthetic:sparse-lasso", research("squared", "l1:0.345", "10")},
       0.2498,
       0.03,
       {{60, 100}, {"5"}, {0.3, 2, 4}},
       {log_space(1.5, 2.5, 6), {"10", "20", "30", "50"}, {0.7, 1, 1.4}}}};
  const Method methods[] = {{"block",
                             {{"none", "constant", "tail:0.5"},
                              {"nesterov:0.7", "constant", "tail:0.3"},
                              {"nesterov:0.9", "constant", "tail:0.3"},
                              {"nesterov:0.9", "growing:8", "none"}}},
                            {"cd", {{"auto", "constant", "none"}, {"auto", "constant", "tail:0.5"}}},
                            {"greedy", {{"auto", "constant", "none"}}}};
  std::printf("%-24s %-6s  %-9s %-9s %8s %9s %8s\n", "problem", "solver", "tuning", "fresh", "s.e.", "published",
              "limit");
  for (const Line& line : lines) {
    if (line.problem.name.find(only) == std::string::npos) continue;
    const Experiment experiment(line.problem);
    if (!experiment.ready()) continue;
    for (const Method& method : methods) {
      const double read_off = report(experiment, line, method, "from-data");
      if (count <= 3 || read_off == 0) continue;
      std::printf("  bought instead of read off: %.2f times the error\n",
                  report(experiment, line, method, "private") / read_off);
    }
    std::printf("  optimum %.8g with %d non-zeros\n", experiment.optimum(), experiment.nonzeros());
  }
}
