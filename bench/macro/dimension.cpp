// What dimension and conditioning do to DP-SGD and to coordinate descent (seed 000 figure 2): a linear regression whose
// first column is steeper than the others. Prints the error of tuned DP-SGD over that of tuned cd, at epsilon 1.
// bench/macro/dimension
#include <cstdio>
#include <string>
#include <vector>

#include "bench/macro/harness.hpp"

using namespace discreet;
using namespace discreet::bench;

namespace {

constexpr std::size_t kTuning = 3, kFresh = 10;

// The best of a grid around where the publications find it, on fresh seeds. Thresholds are for a row's whole vector,
// whose size grows with the root of the dimension.
double error_of(const Experiment& experiment, Options options, double clip, const std::vector<double>& steps) {
  Tuned best{options, 1e300};
  for (const char* passes : {"5", "20"}) {
    options.passes = passes;
    const Tuned tuned = tune(experiment, options, {0.5 * clip, clip, 2 * clip}, steps, kTuning);
    if (tuned.tuning_mean < best.tuning_mean) best = tuned;
  }
  return summarise(experiment.run(best.options, 1, kFresh)).mean;
}

}  // namespace

int main() {
  const int dimensions[] = {5, 20, 80}, ratios[] = {1, 10, 100, 1000};
  std::printf("error of DP-SGD (plain ball, one step length, as published) / error of cd; 10,000 rows, epsilon 1\n");
  std::printf("%6s", "p");
  for (const int ratio : ratios) std::printf("   M ratio %-6d", ratio);
  std::printf("\n");
  for (const int p : dimensions) {
    std::printf("%6d", p);
    for (const int ratio : ratios) {
      Options options;
      options.epsilon = "1";
      options.intercept = false;
      options.smoothness = "from-data";
      const Experiment experiment(
          {"dominant", "synthetic:dominant?p=" + std::to_string(p) + "&ratio=" + std::to_string(ratio), options});
      const double rows = std::sqrt(static_cast<double>(p)), residual = rows;
      Options cd = options, sgd = options;
      cd.solver = "cd";
      sgd.solver = "sgd";
      sgd.clip_rule = "uniform";
      sgd.step_schedule = "constant";
      sgd.batch = "256";
      const double raw = std::sqrt(static_cast<double>(p - 1 + ratio));
      const double here = error_of(experiment, cd, rows * residual, {0.3, 1});
      const double there = error_of(experiment, sgd, raw * residual, {0.05, 0.2, 0.7});
      std::printf("   %-8.3g(%.1e)", there / here, here);
      std::fflush(stdout);
    }
    std::printf("\n");
  }
  std::printf("in brackets: the error of cd, (F(w) - F*) / F*\n");
}
