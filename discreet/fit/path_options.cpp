#include "discreet/fit/path_options.hpp"

#include <cmath>

#include "discreet/fit/spec.hpp"
#include "discreet/solver/moments.hpp"

namespace discreet {

Result<void> settle_path(const Options& options, Problem& problem) {
  if (options.ridge != "auto") {
    const Result<double> ridge = read_number("ridge", options.ridge, 1e-100, 1e100);
    if (!ridge) return tl::unexpected(ridge.error());
    problem.settings.ridge = *ridge;
  }
  if (options.metric != "full" && options.metric != "diagonal")
    return unknown_name("metric", options.metric, {"full", "diagonal"});
  problem.settings.diagonal_metric = options.metric == "diagonal";
  if (options.path == "none") return {};
  const Spec spec = split_spec(options.path);
  const Result<std::size_t> models = read_count("path", spec.name, 2);
  if (!models) return tl::unexpected(models.error());
  if (*models > 10'000)
    return wrong(Fault::usage, fmt::format("--path: {} models are more than 10000", *models), "ask for fewer");
  problem.settings.path.models = *models;
  if (!spec.arguments.empty()) {
    const Result<double> ratio = read_number("path", spec.arguments, 1e-12, 0.999999);
    if (!ratio) return tl::unexpected(ratio.error());
    problem.settings.path.ratio = *ratio;
  }
  if (problem.solver != Moments::name)
    return wrong(Fault::usage, fmt::format("--path is for --solver moments, not {}", problem.solver),
                 "other solvers pay for each strength");
  // A path begins where the penalty leaves all weights zero, so it must be able to.
  const bool kink =
      std::isfinite(problem.penalty.value(0)) && problem.strength > 0 && problem.penalty.slopes(0).high > 0;
  if (!kink)
    return wrong(Fault::usage,
                 fmt::format("--path: no strength of --penalty {} leaves all weights zero", options.penalty),
                 "use l1:A, elastic-net:A,RATIO or l1-box:A,LO,HI with A above 0");
  return {};
}

}  // namespace discreet
