#include "discreet/fit/batch_options.hpp"

#include "discreet/fit/spec.hpp"

namespace discreet {

Result<void> settle_batches(const Options& options, Problem& problem) {
  SolverSettings& settings = problem.settings;
  if (options.batch != "auto") {
    const Result<std::size_t> batch = read_count("batch", options.batch, 1);
    if (!batch) return tl::unexpected(batch.error());
    settings.batch = static_cast<double>(*batch);
  }
  if (options.sampling != "poisson" && options.sampling != "fixed")
    return unknown_name("sampling", options.sampling, {"poisson", "fixed"});
  settings.fixed_batches = options.sampling == "fixed";
  if (settings.fixed_batches && problem.neighbours != Neighbours::replace_one)
    return wrong(Fault::usage,
                 fmt::format("--sampling fixed hides a row that is replaced, not under --neighbours {}",
                             name(problem.neighbours)),
                 "use --sampling poisson");
  if (options.step_schedule != "auto" && options.step_schedule != "constant" && options.step_schedule != "decreasing")
    return unknown_name("step-schedule", options.step_schedule, {"auto", "constant", "decreasing"});
  if (options.step_schedule != "auto") settings.decreasing_steps = options.step_schedule == "decreasing";
  return {};
}

}  // namespace discreet
