// `--solver auto`, untuned and with everything paid for, beside tuned cd and sgd, moments, objective perturbation and
// no privacy at all: relative error and test accuracy for several budgets, as CSV.
//   bench/macro/auto DATA [PROBLEM [SEEDS [auto-only]]]     or     bench/macro/auto --stress [FIRST [LAST]]
// A cd or sgd is tuned on its own seeds and reported on others, and nobody counts what that tells.
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "bench/macro/harness.hpp"
#include "bench/macro/strange.hpp"

using namespace discreet;
using namespace discreet::bench;

namespace {

struct Case {
  Setup setup;
  std::string test;          // another file to measure accuracy on; the same rows if there is none
  bool looked_once = false;  // not used in development: measured once, when everything was settled
};

Options problem(const char* loss, const char* penalty, bool standardised = false) {
  Options options;
  options.loss = loss;
  options.penalty = penalty;
  if (standardised) options.standardise = "from-data";
  return options;
}

struct Figures {
  std::vector<double> errors, held, accuracies;
};

// The weights alone on the rows as they are, and the model as it wants to be applied, values held within its limits.
Figures measure(const Experiment& experiment, const Case& what, Options options, std::size_t first, std::size_t seeds) {
  Figures figures;
  options.threads = "1";
  const bool classes = options.loss == "logistic";
  for (std::size_t seed = first; seed < first + seeds; ++seed) {
    options.noise = "seeded:" + std::to_string(seed);
    options.order_seed = std::to_string(seed);
    const auto model = fit(experiment.data(), options);
    if (!model) {
      std::fprintf(stderr, "%s\n", model.error().message.c_str());
      return figures;
    }
    const IngestRules rules = rules_for(model->value(), true);
    const auto rows = load(what.setup.data, rules);
    const auto test = load(what.test.empty() ? what.setup.data : what.test, rules);
    figures.errors.push_back(objective(*model, experiment.data()) / experiment.optimum() - 1);
    figures.held.push_back(objective(*model, *rows) / experiment.optimum() - 1);
    figures.accuracies.push_back(classes ? metric_of(*evaluate(model->value(), *test), "accuracy") : 0);
  }
  return figures;
}

void print(const Case& what, const char* epsilon, const std::string& solver, const Figures& figures) {
  if (figures.errors.size() < 2) return;
  const Summary error = summarise(figures.errors), held = summarise(figures.held),
                accuracy = summarise(figures.accuracies);
  std::printf("%s,%s,%s,%.6g,%.2g,%.6g,%.6g,%.4f,%s\n", what.setup.name.c_str(), epsilon, solver.c_str(), error.mean,
              error.error, error.largest, held.mean, accuracy.mean,
              what.looked_once ? "looked at once" : "development");
  std::fflush(stdout);
}

void compare(const Case& what, std::size_t seeds, bool alone, std::string_view only_epsilon) {
  const Experiment experiment(what.setup);
  if (!experiment.ready()) return;
  const bool classes = what.setup.options.loss == "logistic";
  Options exact = what.setup.options;
  exact.solver = "exact";
  const auto best = fit(experiment.data(), exact);
  const auto test = load(what.test.empty() ? what.setup.data : what.test, rules_for(best->value(), true));
  std::printf("%s,inf,exact,0,0,0,0,%.4f,%s\n", what.setup.name.c_str(),
              classes ? metric_of(*evaluate(best->value(), *test), "accuracy") : 0,
              what.looked_once ? "looked at once" : "development");
  for (const char* epsilon : {"0.1", "0.5", "1", "2", "8"}) {
    if (!only_epsilon.empty() && only_epsilon != epsilon) continue;
    Options options = what.setup.options;
    options.epsilon = epsilon;
    print(what, epsilon, "auto", measure(experiment, what, options, 1, seeds));
    if (alone) continue;
    for (const char* solver : {"cd", "sgd"}) {
      Options tuned = options;
      tuned.solver = solver;
      double least = 1e300;
      Options chosen = tuned;
      for (const char* passes : {"auto", "10", "40"})
        for (const char* step : {"0.3", "1"})
          for (const double clip : {1.0, 3.0, 9.0, 27.0}) {
            tuned.passes = passes;
            tuned.step = step;
            tuned.clip = std::to_string(clip);
            const double mean = summarise(experiment.run(tuned, 1000, 2)).mean;
            if (mean < least) least = mean, chosen = tuned;
          }
      print(what, epsilon, std::string(solver) + " tuned", measure(experiment, what, chosen, 1, seeds));
    }
    Options other = options;
    if (classes) {
      other.solver = "objective";
      other.smoothness = "from-data";
      print(what, epsilon, "objective (scales from the data)", measure(experiment, what, other, 1, seeds));
      continue;
    }
    other.solver = "moments";
    if (experiment.data().features() <= 500)
      print(what, epsilon, "moments", measure(experiment, what, other, 1, seeds));
  }
}

// What comes nearest to a fault is shown as well: a bound that nothing approaches would test little.
constexpr double kNear = 0.02;

int stress(std::uint64_t first, std::uint64_t last) {
  std::size_t faults = 0;
  for (std::uint64_t seed = first; seed < last; ++seed) {
    const Verdict verdict = judge(seed);
    if (verdict.fault.empty() && verdict.over_zero < kNear) continue;
    if (!verdict.fault.empty()) ++faults;
    std::printf("%llu: %s, %.3g (%s; %s)\n", static_cast<unsigned long long>(seed),
                verdict.fault.empty() ? "near" : verdict.fault.c_str(), verdict.over_zero, verdict.solver.c_str(),
                verdict.story.c_str());
    std::fflush(stdout);
  }
  std::printf("%zu faults in %llu problems\n", faults, static_cast<unsigned long long>(last - first));
  return faults > 0;
}

}  // namespace

int main(int count, char** values) {
  const auto argument = [&](int k, const char* usual) { return std::string(count > k ? values[k] : usual); };
  if (argument(1, "") == "--stress")
    return stress(std::strtoull(argument(2, "100000").c_str(), nullptr, 10),
                  std::strtoull(argument(3, "102000").c_str(), nullptr, 10));
  const std::string folder = argument(1, "../shared/data") + "/", only = argument(2, "");
  const std::size_t seeds = std::stoul(argument(3, "10"));
  Options lasso = problem("squared", "l1:0.345");
  lasso.intercept = false;
  Options sparse = problem("logistic", "l2:1/n"), other_sparse = sparse;
  sparse.features = "68";
  other_sparse.features = "123";
  const Case cases[] = {
      {{"California raw l1:1", folder + "california.csv.gz", problem("squared", "l1:1")}, "", false},
      {{"California raw l1:0.1", folder + "california.csv.gz", problem("squared", "l1:0.1")}, "", false},
      {{"California standardised", folder + "california.csv.gz", problem("squared", "l1:0.1", true)}, "", false},
      {{"Electricity raw", folder + "electricity.csv.gz", problem("logistic", "l2:1/n")}, "", false},
      {{"Electricity standardised", folder + "electricity.csv.gz", problem("logistic", "l2:1/n", true)}, "", false},
      {{"Adult", folder + "adult.csv.gz", problem("logistic", "l2:1/n")}, folder + "adult_test.csv.gz", false},
      {{"Phishing", folder + "phishing.svm.gz", sparse}, "", false},
      {{"Sparse LASSO", "synthetic:sparse-lasso", lasso}, "", false},
      {{"a9a", folder + "a9a.svm.gz", other_sparse}, folder + "a9a_test.svm.gz", true},
      {{"diabetes", folder + "diabetes.csv.gz", problem("squared", "l2:1/n")}, "", true},
      {{"clinic", "synthetic:clinic", problem("logistic", "l2:1/n")}, "", true},
      {{"madelon", folder + "madelon.csv.gz", problem("logistic", "l1:0.01", true)}, "", true}};
  std::printf("problem,epsilon,solver,relative error,standard error,largest,held within limits,accuracy,data\n");
  for (const Case& what : cases)
    if (what.setup.name.find(only) != std::string::npos)
      compare(what, seeds, argument(4, "") == "auto-only", argument(5, ""));
}
