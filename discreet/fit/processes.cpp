#include "discreet/fit/processes.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <thread>

#include "discreet/solver/all.hpp"

namespace discreet {
namespace {

// Sums of floating-point numbers depend on where they are cut, so nothing that is made of them is spread.
constexpr const char* kStartAlone = "start it without mpirun";

}  // namespace

Result<void> spreads(const Options& options, const PublicFacts& facts, const Problem& problem) {
  if (options.shard != "rows")
    return wrong(Fault::usage, fmt::format("--shard {}: only rows can be spread over processes", options.shard),
                 "use --shard rows");
  if (facts.processes <= 1) return {};
  std::vector<std::string_view> names{"auto"};
  bool known = false, can = false;
  AllSolvers::any([&]<class S>(std::type_identity<S>) {
    constexpr bool kSpreads = requires { S::spreads; };
    known = known || S::name == problem.solver;
    can = can || (kSpreads && S::name == problem.solver);
    if (kSpreads) names.push_back(S::name);
    return false;
  });
  if (known && !can)
    return wrong(Fault::usage,
                 fmt::format("--solver {} runs in one process and was started in {}", problem.solver, facts.processes),
                 fmt::format("{}, or use one of {}", kStartAlone, fmt::join(names, ", ")));
  if (std::isinf(problem.budget.epsilon.value))
    return wrong(Fault::usage,
                 fmt::format("--epsilon inf runs in one process and was started in {}: what is exact is not spread",
                             facts.processes),
                 kStartAlone);
  if (problem.settings.smoothness == SmoothnessSource::from_data)
    return wrong(Fault::usage,
                 fmt::format("--smoothness from-data runs in one process and was started in {}", facts.processes),
                 fmt::format("{}, or use --smoothness private", kStartAlone));
  if (options.standardise != "none")
    return wrong(
        Fault::usage,
        fmt::format("--standardise {} runs in one process and was started in {}", options.standardise, facts.processes),
        kStartAlone);
  return {};
}

std::size_t threads_for(const Problem& problem, const Communicator& processes) {
  if (problem.threads > 0 || processes.here() == 1) return problem.threads;
  return std::max<std::size_t>(1, std::thread::hardware_concurrency() / processes.here());
}

}  // namespace discreet
