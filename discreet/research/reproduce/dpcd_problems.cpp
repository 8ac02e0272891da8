#include "discreet/research/reproduce/dpcd_problems.hpp"

#include <fmt/format.h>

#include <optional>

#include "discreet/research/compare/grid.hpp"

namespace discreet {
namespace {

constexpr DpcdProblem kProblems[] = {
    {"Electricity imbalanced", "electricity.csv.gz", "logistic", "l2:1/n", "1", false},
    {"Electricity balanced", "electricity.csv.gz", "logistic", "l2:1/n", "1", true},
    {"California imbalanced", "california.csv.gz", "squared", "l1:1", "1", false},
    {"California balanced", "california.csv.gz", "squared", "l1:0.1", "1", true},
    {"Sparse LASSO", "", "squared", "l1:0.345", "10", false},
};

// Variants of a solver: the settings that are not numbers.
struct Variant {
  std::string_view solver, momentum, schedule, average, step_schedule;
};
constexpr Variant kVariants[] = {{"block", "nesterov:0.9", "constant", "tail:0.3", "auto"},
                                 {"cd", "auto", "constant", "tail:0.5", "auto"},
                                 {"sgd", "auto", "constant", "none", "decreasing"}};

void add(std::vector<Options>& all, Options base, const Grid& grid) {
  const std::vector<Options> points = grid.points(base);
  all.insert(all.end(), points.begin(), points.end());
}

// Wide problems: few coordinates matter, and thresholds are those of a vector of a thousand slopes, or of one.
std::vector<Options> wide_candidates(Options base, Extent extent) {
  std::vector<Options> all;
  Options block = base, greedy = base;
  block.solver = "block";
  block.momentum = "nesterov:0.9";
  block.schedule = "growing:8";
  add(all, block, {{{"passes", {"5"}}, {"clip", {"60", "100"}}, {"step", {"2", "4"}}}, ""});
  greedy.solver = "greedy";
  const bool quick = extent == Extent::quick;
  add(all, greedy,
      {{{"passes", quick ? std::vector<std::string>{"20", "30"} : std::vector<std::string>{"10", "20", "30", "50"}},
        {"clip", log_spaced(1.5, 2.5, quick ? 3 : 6)},
        {"step", {"0.7", "1", "1.4"}}},
       ""});
  return all;
}

}  // namespace

Options DpcdProblem::options() const {
  Options options;
  options.loss = loss;
  options.penalty = penalty;
  options.epsilon = epsilon;
  options.intercept = false;
  options.standardise = standardised ? "from-data" : "none";
  return options;
}

Result<std::string> DpcdProblem::data(const ReproduceRequest& request) const {
  if (file.empty()) return "synthetic:sparse-lasso";
  return data_file(request, std::string(file));
}

std::span<const DpcdProblem> dpcd_problems() { return kProblems; }

Result<std::vector<DpcdProblem>> dpcd_problems_there(const ReproduceRequest& request, Reproduction& reproduction) {
  std::vector<DpcdProblem> there;
  std::optional<Error> first;
  bool any = false;
  for (const DpcdProblem& problem : kProblems) {
    const auto data = problem.data(request);
    if (!data && !first) first = data.error();
    any = any || (data && !problem.file.empty());
    if (data)
      there.push_back(problem);
    else
      reproduction.missing.push_back(fmt::format("{}: {}/{} is not there", problem.name, request.folder, problem.file));
  }
  if (!any) return tl::unexpected(*first);
  return there;
}

std::vector<Options> our_candidates(const DpcdProblem& problem, Extent extent) {
  Options base = problem.options();
  base.smoothness = "from-data";
  if (problem.file.empty()) return wide_candidates(base, extent);
  const bool quick = extent == Extent::quick;
  std::vector<Options> all;
  for (const Variant& variant : kVariants) {
    Options options = base;
    options.solver = variant.solver;
    options.momentum = variant.momentum;
    options.schedule = variant.schedule;
    options.average = variant.average;
    options.step_schedule = variant.step_schedule;
    const bool batches = variant.solver == "sgd";
    using Values = std::vector<std::string>;
    // The quick grid was set by hand after looking at earlier runs of this table (docs/reproduce.md says how often), so
    // it is reported on seeds that none of them had.
    const Values passes = quick ? Values{"20", "100"} : Values{"10", "20", "50", "100", "200"},
                 steps = quick ? batches ? Values{"1", "2"} : Values{"0.1", "0.3", "1"}
                               : Values{"0.1", "0.3", "0.6", "1", "2"};
    add(all, options,
        {{{"passes", passes}, {"clip", quick ? log_spaced(0.4, 1, 4) : log_spaced(0, 1.6, 9)}, {"step", steps}}, ""});
  }
  if (problem.loss == "squared") {
    Options moments = base;
    moments.solver = "moments";
    add(all, moments, grid_for("moments", Grain::thin));
  }
  return all;
}

std::vector<std::string> dpcd_notes() {
  return {
      "the publication does not print its penalties: l2:1/n (Electricity), l1:1 (California as it is), l1:0.1 "
      "(standardised) and l1:0.345 (Sparse LASSO, where the zero model then has the printed error 0.7551 or nearly) "
      "are "
      "ours; its Sparse LASSO data is not available, synthetic:sparse-lasso stands for it",
      "DP-CD as it was run: uniform coordinates, thresholds by smoothness, the noise of equation 18; the real epsilon "
      "is "
      "what exact accounting proves of that noise under replace-one",
      "DP-SGD is calibrated for a row that is left out (sensitivity C), as published, and claimed for a row that is "
      "replaced; the real epsilon is that of the same noise under replace-one"};
}

}  // namespace discreet
