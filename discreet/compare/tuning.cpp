#include "discreet/compare/tuning.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace discreet {

std::vector<double> Candidate::errors() const {
  std::vector<double> errors;
  for (const Outcome& run : runs) errors.push_back(run.error);
  return errors;
}

Result<std::vector<Candidate>> try_all(Runner& runner, const std::vector<Options>& options, Seeds seeds, bool curve) {
  std::vector<Job> jobs;
  for (const Options& one : options)
    for (std::size_t r = 0; r < seeds.count; ++r) jobs.push_back({one, seeds.first + r});
  auto outcomes = runner.run(jobs, curve);
  if (!outcomes) return tl::unexpected(outcomes.error());
  std::vector<Candidate> candidates;
  for (const Options& one : options) candidates.push_back({one, {}});
  for (std::size_t k = 0; k < outcomes->size(); ++k)
    candidates[k / seeds.count].runs.push_back(std::move((*outcomes)[k]));
  return candidates;
}

Result<std::vector<Candidate>> try_promising(Runner& runner, const std::vector<Options>& options, Seeds seeds) {
  auto candidates = try_all(runner, options, {seeds.first, 1}, false);
  if (!candidates || seeds.count < 2 || runner.stopped()) return candidates;
  double least = std::numeric_limits<double>::infinity();
  for (const Candidate& candidate : *candidates) least = std::min(least, candidate.runs[0].error);
  std::vector<Options> promising;
  std::vector<std::size_t> places;
  for (std::size_t k = 0; k < candidates->size(); ++k) {
    const double error = (*candidates)[k].runs[0].error;
    // A run can be a rounding error below the optimum, and then nothing is four times as much.
    if (!std::isfinite(error) || error > std::max(kHopeless * least, 1e-9)) continue;
    promising.push_back((*candidates)[k].options);
    places.push_back(k);
  }
  auto more = try_all(runner, promising, {seeds.first + 1, seeds.count - 1}, false);
  if (!more) return more;
  for (std::size_t k = 0; k < places.size(); ++k)
    for (Outcome& run : (*more)[k].runs) (*candidates)[places[k]].runs.push_back(std::move(run));
  return candidates;
}

std::optional<std::size_t> best_of(const std::vector<Candidate>& candidates, Seeds seeds) {
  std::optional<std::size_t> best;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < candidates.size(); ++k) {
    if (!candidates[k].complete(seeds)) continue;
    const double mean = summarise(candidates[k].errors()).mean;
    if (mean < least) {
      least = mean;
      best = k;
    }
  }
  return best;
}

}  // namespace discreet
