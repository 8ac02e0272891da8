#include "discreet/research/reproduce/dpgcd_problems.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "discreet/fit/evaluate.hpp"

namespace discreet {
namespace {

constexpr DpgcdProblem kProblems[] = {
    {"square", "synthetic:square", "squared", false, "", 0.755, {}, ""},
    {"california", "california.csv.gz", "squared", true, "", {}, 3, ""},
    {"dorothea", "dorothea.svm.gz", "logistic", false, "100000", 0.78, {}, ""},
    {"madelon", "madelon.csv.gz", "logistic", true, "", 0.0085, {}, ""},
    {"log1", "synthetic:log1", "logistic", false, "", {}, {}, "l2:1/n"},
    {"log2", "synthetic:log2", "logistic", false, "", {}, {}, "l2:1/n"},
    {"madelon l2", "madelon.csv.gz", "logistic", true, "", {}, {}, "l2:1/n"},
    {"mtp", "mtp.csv.gz", "squared", true, "", {}, {}, "l2:1/n"},
};

struct Found {
  double zero_error, nonzeros;
};

Found look(const Study& study) {
  Model zero = study.best();
  std::fill(zero.weights.begin(), zero.weights.end(), 0.0);
  const auto nonzeros =
      std::count_if(study.best().weights.begin(), study.best().weights.end(), [](double w) { return w != 0; });
  return {study.error_of(objective_of(zero, study.data()).value_or(HUGE_VAL)), static_cast<double>(nonzeros)};
}

// Both figures fall as the penalty rises, so the strength at which one has its printed value is found by bisection. A
// count is a step: the middle of the step is taken.
Result<std::string> penalty_for(const DpgcdProblem& problem, const std::string& data, Options options) {
  const auto strength = [&](double wanted, bool count) -> Result<double> {
    double low = 1e-5, high = 1e3;
    while (high / low > 1.002) {
      const double middle = std::sqrt(low * high);
      options.penalty = fmt::format("l1:{:.6g}", middle);
      const auto study = Study::open(data, options);
      if (!study) return tl::unexpected(study.error());
      const Found found = look(*study);
      ((count ? found.nonzeros : found.zero_error) > wanted ? low : high) = middle;
    }
    return std::sqrt(low * high);
  };
  Result<double> found = problem.zero_error ? strength(*problem.zero_error, false) : strength(*problem.nonzeros, true);
  if (!found) return tl::unexpected(found.error());
  if (!problem.zero_error) {
    const Result<double> end = strength(*problem.nonzeros - 0.5, true);
    if (!end) return tl::unexpected(end.error());
    found = std::sqrt(*found * *end);
  }
  return fmt::format("l1:{:.4g}", *found);
}

}  // namespace

std::span<const DpgcdProblem> dpgcd_problems() { return kProblems; }

Result<void> dpgcd_data_is_there(const ReproduceRequest& request) {
  Result<void> fine;
  for (const DpgcdProblem& problem : kProblems) {
    if (problem.file.starts_with("synthetic:") || problem.name == "mtp") continue;
    const auto data = data_file(request, std::string(problem.file));
    if (data) return {};
    if (fine) fine = tl::unexpected(data.error());
  }
  return fine;
}

Result<std::optional<Study>> open_dpgcd(const DpgcdProblem& problem, const ReproduceRequest& request,
                                        Reproduction& reproduction) {
  std::string data(problem.file);
  if (!data.starts_with("synthetic:")) {
    const auto path = data_file(request, data);
    if (!path) {
      reproduction.missing.push_back(fmt::format("{} ({}/{}), which is not {}", problem.name, request.folder, data,
                                                 problem.name == "mtp" ? "public here" : "there"));
      return std::optional<Study>();
    }
    data = *path;
  }
  Options options;
  options.loss = problem.loss;
  options.intercept = false;
  options.standardise = problem.standardised ? "from-data" : "none";
  options.features = problem.features;
  options.penalty = problem.penalty;
  if (problem.sparse_optimum()) {
    const auto penalty = penalty_for(problem, data, options);
    if (!penalty) return tl::unexpected(penalty.error());
    options.penalty = *penalty;
  }
  auto study = Study::open(data, options);
  if (!study) return tl::unexpected(study.error());
  reproduction.used.push_back(
      fmt::format("{} ({}, {:.0f} non-zeros in the optimum)", data, options.penalty, look(*study).nonzeros));
  return std::optional(*std::move(study));
}

}  // namespace discreet
