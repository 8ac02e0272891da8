// Solvers that are not descents, beside the published figures of tuned DP-CD: moments on California (tuned on one set
// of seeds, reported on twenty others; smoothness from the data, as published, and all private and untuned), and
// perturbation methods on Adult with declared bounds.  bench/macro/rivals DATA [PROBLEM]
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include "bench/macro/harness.hpp"

using namespace discreet;
using namespace discreet::bench;

namespace {

Options lasso(const char* penalty, bool standardised) {
  Options options;
  options.penalty = penalty;
  options.epsilon = "1";
  options.intercept = false;
  options.solver = "moments";
  if (standardised) options.standardise = "from-data";
  return options;
}

void print(const Setup& problem, const char* how, const Summary& fresh, const Options& options, double published) {
  std::printf("%-26s %-18s %-9.3g +- %-8.2g %8.4f  clip %s, ridge %s\n", problem.name.c_str(), how, fresh.mean,
              fresh.error, published, options.clip.c_str(), options.ridge.c_str());
  std::fflush(stdout);
}

void moments(const Setup& problem, double published) {
  const Experiment experiment(problem);
  if (!experiment.ready()) return;
  Options tuned = problem.options;
  tuned.smoothness = "from-data";
  double best = 1e300;
  Options chosen;
  for (const char* clip : {"3.6", "4", "4.3", "4.6", "5", "6"})
    for (const char* ridge : {"0.1", "0.3", "0.6", "1", "2", "3", "4"}) {
      Options options = tuned;
      options.clip = clip;
      options.ridge = ridge;
      const double mean = summarise(experiment.run(options, 1000, 20)).mean;
      if (mean < best) best = mean, chosen = options;
    }
  print(problem, "from-data, tuned", summarise(experiment.run(chosen, 1, 20)), chosen, published);
  tuned.clip = "auto";
  print(problem, "from-data, default", summarise(experiment.run(tuned, 1, 20)), tuned, published);
  const Options bought = problem.options;
  print(problem, "private, default", summarise(experiment.run(bought, 1, 20)), bought, published);
  Options usual = bought;
  usual.intercept = true;
  const Experiment with_intercept({problem.name + ", intercept", problem.data, usual});
  print(with_intercept.problem(), "private, default", summarise(with_intercept.run(usual, 1, 20)), usual, published);
}

// Bounds that anybody could write down: numbers have a range, and gains beyond 20000 count as that much; the rest are
// zeros and ones.
std::string adult_bounds(const Dataset& data) {
  const std::map<std::string, std::pair<double, double>> ranges{{"age", {17, 90}},
                                                                {"fnlwgt", {10'000, 1'500'000}},
                                                                {"education-num", {1, 16}},
                                                                {"capital-gain", {0, 20'000}},
                                                                {"capital-loss", {0, 3'000}},
                                                                {"hours-per-week", {1, 99}}};
  const std::string path = "adult_bounds.csv";
  std::ofstream out(path);
  out << "column,lower,upper\n";
  for (const std::string& feature : data.schema.features) {
    const auto found = ranges.find(feature);
    const auto [low, high] = found == ranges.end() ? std::pair(0.0, 1.0) : found->second;
    out << feature << ',' << low << ',' << high << '\n';
  }
  return path;
}

void adult(const std::string& folder) {
  Options options;
  options.loss = "logistic";
  const std::string train = folder + "/adult.csv.gz", test = folder + "/adult_test.csv.gz";
  const auto names = load(train, *ingest_rules(options));
  if (!names) return void(std::printf("Adult: skipped: %s\n", names.error().message.c_str()));
  options.bounds = adult_bounds(*names);
  const auto rows = load(train, *ingest_rules(options)), held_out = load(test, *ingest_rules(options));
  const auto accuracy = [&](const Options& chosen) {
    const auto model = fit(*rows, chosen);
    if (!model) {
      std::printf("%s\n", model.error().message.c_str());
      return std::nan("");
    }
    return metric_of(*evaluate(model->value(), *held_out), "accuracy");
  };
  Options exact = options;
  exact.solver = "exact";
  exact.penalty = "l2:1e-6";
  std::printf("Adult, not private: %.4f\n", accuracy(exact));
  for (const char* solver : {"objective", "output"})
    for (const char* neighbours : {"replace-one", "zero-out"})
      for (const char* epsilon : {"0.1", "1"}) {
        Options chosen = options;
        chosen.solver = solver;
        chosen.neighbours = neighbours;
        chosen.epsilon = epsilon;
        // Eight of the columns are one of the ones of a word, six are numbers, and there is the intercept.
        chosen.clip = "3.88";
        if (std::string_view(solver) == "output") {
          chosen.ridge = std::string_view(epsilon) == "1" ? "0.02" : "0.1";
        }
        std::vector<double> found;
        for (int seed = 1; seed <= 5; ++seed) {
          chosen.noise = "seeded:" + std::to_string(seed);
          found.push_back(accuracy(chosen));
        }
        const Summary fresh = summarise(found);
        std::printf("Adult, %-10s %-12s epsilon %-4s  test accuracy %.4f +- %.4f (least %.4f)\n", solver, neighbours,
                    epsilon, fresh.mean, fresh.error, fresh.smallest);
        std::fflush(stdout);
      }
}

}  // namespace

int main(int count, char** values) {
  const std::string folder = count > 1 ? values[1] : "../shared/data", only = count > 2 ? values[2] : "";
  const std::string california = folder + "/california.csv.gz";
  const std::pair<Setup, double> problems[] = {
      {{"California raw, l1:1", california, lasso("l1:1", false)}, 0.0124},
      {{"California raw, l1:0.1", california, lasso("l1:0.1", false)}, 0.0124},
      {{"California standardised", california, lasso("l1:0.1", true)}, 0.0007}};
  for (const auto& [problem, published] : problems)
    if (problem.name.find(only) != std::string::npos) moments(problem, published);
  if (std::string("Adult").find(only) != std::string::npos) adult(folder);
}
