#include "discreet/research/compare/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "discreet/base/version.hpp"
#include "discreet/fit/fit.hpp"
#include "discreet/fit/spec.hpp"
#include "discreet/fit/unused.hpp"
#include "discreet/solver/all.hpp"

namespace discreet {
namespace {

// The grid of a solver; what was given stays as it was given.
std::vector<Options> grid_points(const Options& options, Grain grain) {
  Grid grid = grid_for(options.solver, grain);
  const Settings given = solver_settings(options);
  std::erase_if(grid.axes, [&](const auto& axis) {
    return std::any_of(given.begin(), given.end(), [&](const auto& setting) { return setting.first == axis.first; });
  });
  return grid.points(options);
}

Result<void> check_names(const std::vector<std::string>& given) {
  std::vector<std::string_view> names = AllSolvers::names();
  names.insert(names.begin(), "auto");
  for (const std::string& name : given)
    if (std::find(names.begin(), names.end(), name) == names.end()) return unknown_name("solver", name, names);
  return {};
}

// The solvers that were asked for, each with every combination of listed settings that it can take.
Result<std::vector<Options>> contestants(const CompareRequest& request, const Study& study, Comparison& comparison) {
  std::vector<std::string> names = request.solvers;
  if (const auto known = check_names(names); !known) return tl::unexpected(known.error());
  if (names.empty())
    for (const std::string_view name : AllSolvers::names())
      if (name != ExactSolver::name) names.emplace_back(name);
  std::vector<Options> found;
  std::optional<Error> refused;  // the first one
  const PublicFacts facts = public_facts(study.data());
  for (const std::string& epsilon : request.epsilons)
    for (const std::string& name : names)
      for (Options options : each_listed(request.options)) {
        options.solver = name;
        options.epsilon = name == ExactSolver::name ? "" : epsilon;
        Options first = request.grid ? grid_points(options, *request.grid)[0] : options;
        const auto drawn = draw(first, facts);
        if (drawn) {
          // What auto takes has settings that auto chose for it; on a grid they are the grid's.
          const std::string& taken = drawn->problem.solver;
          if (name != taken) comparison.notes.push_back(fmt::format("{} takes {} at epsilon {}", name, taken, epsilon));
          for (const std::string& words : words_about_unused(first, drawn->problem))
            if (std::find(comparison.notes.begin(), comparison.notes.end(), words) == comparison.notes.end())
              comparison.notes.push_back(words);
          if (request.grid) options.solver = taken;
          found.push_back(std::move(options));
        } else {
          if (!refused) refused = drawn.error();
          comparison.left_out.push_back({name, epsilon, solver_settings(first), drawn.error().message});
        }
      }
  if (found.empty())
    return wrong(refused ? refused->fault : Fault::usage,
                 refused ? fmt::format("no solver can do this: {}: {}", comparison.left_out[0].solver, refused->message)
                         : "no solver can do this: none was named",
                 refused ? refused->hint : "");
  return found;
}

}  // namespace

ComparedRun compared(const Candidate& candidate) {
  ComparedRun run;
  run.solver = candidate.options.solver;
  run.epsilon = candidate.options.epsilon.empty() ? "inf" : candidate.options.epsilon;
  run.settings = solver_settings(candidate.options);
  run.error = summarise(candidate.errors());
  std::vector<double> seconds;
  std::size_t passes = 0;
  for (const Outcome& outcome : candidate.runs) {
    run.diverged += !std::isfinite(outcome.error);
    if (outcome.seconds) seconds.push_back(*outcome.seconds);
    passes = std::max(passes, outcome.curve.size());
    if (!std::isfinite(outcome.error)) continue;
    run.delta = outcome.delta;
    run.spent = outcome.spent;
    run.claimed = outcome.claimed;
    run.passes = outcome.passes;
  }
  if (!seconds.empty()) run.seconds = summarise(seconds);
  for (std::size_t pass = 0; pass < passes; ++pass) {
    std::vector<double> there;
    for (const Outcome& outcome : candidate.runs)
      there.push_back(outcome.curve.empty() ? outcome.error : outcome.curve[std::min(pass, outcome.curve.size() - 1)]);
    run.curve.push_back(summarise(there));
  }
  return run;
}

Result<Comparison> compare(const CompareRequest& request, const Workplace& place) {
  const auto study = Study::open(request.data, request.options);
  if (!study) return tl::unexpected(study.error());
  Comparison comparison{request.data,
                        study->data().rows,
                        study->data().features(),
                        problem_settings(study->problem()),
                        study->optimum(),
                        {request.first_seed, request.repeats},
                        {},
                        {},
                        {},
                        0,
                        false};
  const auto entrants = contestants(request, *study, comparison);
  if (!entrants) return tl::unexpected(entrants.error());
  auto opened = Runner::open(*study, request.csv, place);
  if (!opened) return tl::unexpected(opened.error());
  Runner& runner = *opened;
  const Seeds seeds = comparison.seeds, fresh = seeds.after(request.fresh.value_or(request.repeats));
  // Drawn, not read off a run: what a journal has is told as what was run now.
  const auto resolve = [facts = public_facts(study->data())](ComparedRun& run, const Options& options) {
    if (const auto drawn = draw(options, facts)) run.resolved = description_of(*drawn);
  };

  if (!request.grid) {
    auto tried = try_all(runner, *entrants, seeds, request.curve);
    if (!tried) return tl::unexpected(tried.error());
    for (const Candidate& candidate : *tried) {
      if (candidate.runs.empty()) continue;
      comparison.runs.push_back(compared(candidate));
      resolve(comparison.runs.back(), candidate.options);
    }
  } else {
    for (const Options& entrant : *entrants) {
      if (runner.stopped()) break;
      auto tried = race(runner, grid_points(entrant, *request.grid), seeds);
      if (!tried) return tl::unexpected(tried.error());
      const auto best = best_of(*tried, seeds);
      for (std::size_t k = 0; k < tried->size(); ++k) {
        if (!(*tried)[k].complete(seeds)) continue;
        comparison.runs.push_back(compared((*tried)[k]));
        ComparedRun& run = comparison.runs.back();
        if (!best || k != *best || runner.stopped()) continue;
        run.chosen = true;
        run.tuning = run.error;
        resolve(run, (*tried)[k].options);
        if (fresh.count == 0) continue;
        auto again = try_all(runner, {(*tried)[k].options}, fresh, request.curve);
        if (!again) return tl::unexpected(again.error());
        if ((*again)[0].runs.empty()) continue;
        ComparedRun better = compared((*again)[0]);
        better.chosen = true;
        better.tuning = run.error;
        better.resolved = std::move(run.resolved);
        run = std::move(better);
      }
    }
  }
  comparison.fits = runner.fits();
  comparison.interrupted = runner.stopped();
  if (comparison.interrupted) return comparison;  // the file stays as it is, to be gone on with
  std::vector<std::string> left_out;
  for (const LeftOut& cell : comparison.left_out)
    left_out.push_back(left_out_line({cell.solver, cell.epsilon, text_of(cell.settings), 0}, cell.why));
  if (const auto finished = runner.finish(left_out); !finished) return tl::unexpected(finished.error());
  return comparison;
}

}  // namespace discreet
