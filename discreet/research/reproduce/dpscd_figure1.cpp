// Figure 1 of DP-SCD: accuracy against epsilon for dual coordinate descent, its sequential variant and DP-SGD.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "discreet/fit/evaluate.hpp"
#include "discreet/fit/fit.hpp"
#include "discreet/research/compare/grid.hpp"
#include "discreet/research/compare/in_order.hpp"
#include "discreet/research/reproduce/experiments.hpp"
#include "discreet/research/reproduce/laboratory.hpp"
#include "discreet/research/reproduce/published.hpp"
#include "discreet/research/reproduce/unit_rows.hpp"
#include "discreet/solver/all.hpp"

namespace discreet {
namespace {

struct Trial {
  std::string_view name, file, test_file, features, penalty, loss, smooth_loss;
  PartSizes sizes;
};
constexpr Trial kTrials[] = {
    {"Phishing", "phishing.svm.gz", "", "68", "l2:0.0001", "logistic", "logistic", {6218, 2073}},
    {"Adult", "a9a.svm.gz", "a9a_test.svm.gz", "123", "l2:0.00001", "hinge", "squared-hinge", {24420, 8141}}};
constexpr std::string_view kDelta = "0.001", kEpochs = "10";

struct Method {
  std::string_view name, solver;
  Grid quick, full;
};
std::vector<Method> methods() {
  const Grid published = grid_for("dual", Grain::published);
  Grid with_steps = published;
  with_steps.axes.emplace_back("step", log_spaced(-8, 4, 13));
  return {
      {"DP-SCD", "dual", {{{"batch", {"200", "1000"}}, {"clip", {"0.001", "0.003", "0.01", "0.03"}}}, ""}, published},
      {"DP-SGD",
       "sgd",
       {{{"batch", {"200", "1000"}}, {"clip", {"0.3", "1"}}, {"step", {"0.1", "0.3", "1"}}}, ""},
       with_steps},
      {"SeqDP-SCD", "dual-sequential", {{{"batch", {"1", "10"}}, {"clip", {"1e-6", "1e-5", "1e-4"}}}, ""}, published}};
}

Options options_for(const Trial& trial, const Method& method, std::string epsilon) {
  Options options;
  options.solver = method.solver;
  options.loss = method.solver == "sgd" ? trial.smooth_loss : trial.loss;
  options.penalty = trial.penalty;
  options.intercept = false;
  options.features = trial.features;
  options.classes = "-1,1";
  options.epsilon = std::move(epsilon);
  options.delta = kDelta;
  options.neighbours = "zero-out";
  options.smoothness = "from-data";
  options.clip_rule = "uniform";
  options.passes = method.solver == "dual-sequential" ? "1" : kEpochs;
  if (method.solver == "sgd") options.step_schedule = "constant";
  return options;
}

double accuracy(const Dataset& train, const Dataset& judge, Options options, std::uint64_t seed) {
  options.noise = fmt::format("seeded:{}", seed);
  options.order_seed = fmt::format("{}", seed);
  options.threads = "1";
  const auto model = fit(train, options);
  if (!model) return 0;  // settings that run away are not chosen
  const auto metrics = evaluate(model->value(), judge);
  return metrics ? metric_of(*metrics, "accuracy") : 0;
}

// Of every candidate on every seed, candidate by candidate.
std::vector<double> accuracies(const Dataset& train, const Dataset& judge, const std::vector<Options>& candidates,
                               Seeds seeds, const Workplace& place) {
  std::vector<double> found;
  const auto bar = place.bar();
  const std::size_t count = candidates.size() * seeds.count;
  in_order(
      count, place.threads, [&] { return place.stopped(); },
      [&](std::size_t k) { return accuracy(train, judge, candidates[k / seeds.count], seeds.first + k % seeds.count); },
      [&](std::size_t k, double value) {
        found.push_back(value);
        bar->advance(k + 1, count);
      });
  return found;
}

std::string verdict(const std::map<std::string, std::map<std::string, double>>& by_epsilon, const std::string& first,
                    const std::string& second) {
  int ahead = 0;
  for (const auto& [epsilon, by] : by_epsilon)
    ahead += by.contains(first) && by.contains(second) && by.at(first) > by.at(second);
  return fmt::format("{} is ahead of {} at {} of {} epsilons", first, second, ahead, by_epsilon.size());
}

}  // namespace

Result<Reproduction> run_dpscd_figure1(const ReproduceRequest& request, const Workplace& place) {
  const auto names = AllSolvers::names();
  if (std::find(names.begin(), names.end(), "dual") == names.end())
    return wrong(Fault::usage, "dpscd-figure1 needs the solver dual, which this version does not have");
  for (const Trial& trial : kTrials)
    for (const std::string_view file : {trial.file, trial.test_file})
      if (!file.empty())
        if (const auto there = data_file(request, std::string(file)); !there) return tl::unexpected(there.error());
  Reproduction r;
  r.title = "test accuracy of DP-SCD, DP-SGD and SeqDP-SCD against epsilon at delta 0.001";
  r.source = fmt::format("{}, figure 1", published::kDpscd);
  r.columns = {"problem", "epsilon", "algorithm", "published", "measured", "min", "max",
               // the settings chosen, and what they cost
               "batch", "clip", "step", "epsilon_claimed", "epsilon_real", "epsilon_published_recipe"};
  r.missing = {"YearPredictionMSD (ridge, mean squared error), which is not available here"};
  const Seeds choosing{1001, 2}, fresh{1, 10};
  r.seeds = "noise 1001 and 1002 choose on the validation part, 1 to 10 are reported on the test part (median)";
  r.notes = {
      "the figure has no numbers in the text; it says that DP-SCD is ahead of DP-SGD on ridge and support vector "
      "machines and "
      "behind on logistic regression, and that SeqDP-SCD is the worst",
      "Phishing: logistic; Adult: hinge, a9a with 123 binary columns where the publication has 81; sgd has the squared "
      "hinge; rows of "
      "norm one, 10 epochs (the sequential variant 1), no intercept, neighbours zero-out",
      "DP-SCD is --solver dual, whose variables stay hidden, so that the claimed epsilon is real; "
      "epsilon_published_recipe: what the published one has, which releases them (with its batch and its noise)"};
  for (const Trial& trial : kTrials) {
    const std::string path = *data_file(request, std::string(trial.file));
    const std::string test = trial.test_file.empty() ? "" : *data_file(request, std::string(trial.test_file));
    const auto parts = unit_parts(path, test, options_for(trial, methods()[0], "1"), trial.sizes);
    if (!parts) return tl::unexpected(parts.error());
    r.used.push_back(path);
    if (!test.empty()) r.used.push_back(test);
    std::map<std::string, std::map<std::string, double>> medians;
    for (const char* epsilon : {"0.1", "0.5", "1", "2"})
      for (const Method& method : methods()) {
        if (place.stopped()) return r;
        const Grid& grid = request.extent == Extent::full ? method.full : method.quick;
        const std::vector<Options> candidates = grid.points(options_for(trial, method, epsilon));
        const auto tried = accuracies(parts->train, parts->validate, candidates, choosing, place);
        if (tried.size() < candidates.size() * choosing.count) return r;
        std::size_t best = 0;
        for (std::size_t k = 1; k < candidates.size(); ++k)
          if (tried[2 * k] + tried[2 * k + 1] > tried[2 * best] + tried[2 * best + 1]) best = k;
        const Options& chosen = candidates[best];
        auto seen = accuracies(parts->train, parts->test, {chosen}, fresh, place);
        if (seen.size() < fresh.count) return r;
        std::sort(seen.begin(), seen.end());
        const double median = 0.5 * (seen[4] + seen[5]), claimed = std::stod(epsilon);
        medians[epsilon][std::string(method.name)] = median;
        const auto drawn = draw(chosen, public_facts(parts->train));
        Cell revealed;
        if (method.name == "DP-SCD") {
          const auto epsilon_there =
              epsilon_of_revealed_batches({{claimed}, {std::stod(std::string(kDelta))}}, std::stod(chosen.batch),
                                          static_cast<double>(trial.sizes.train), std::stod(std::string(kEpochs)));
          if (!epsilon_there) return tl::unexpected(epsilon_there.error());
          revealed = *epsilon_there;
        }
        r.rows.push_back({std::string(trial.name), claimed, std::string(method.name), Cell(), median, seen.front(),
                          seen.back(), chosen.batch, chosen.clip, chosen.step, claimed,
                          drawn ? Cell(drawn->label.spent.value) : Cell(), revealed});
      }
    r.findings.push_back(fmt::format("{}: {} (published: {}); {} (published: always).", trial.name,
                                     verdict(medians, "DP-SCD", "DP-SGD"), trial.name == "Adult" ? "always" : "never",
                                     verdict(medians, "DP-SCD", "SeqDP-SCD")));
  }
  return r;
}

}  // namespace discreet
