#include "discreet/research/compare/tuning.hpp"

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

namespace {

// Whether an earlier candidate came out the same, to the last bit, in every run that this one has.
bool told_already(const std::vector<Candidate>& candidates, std::size_t k) {
  const std::vector<Outcome>& mine = candidates[k].runs;
  const auto same = [](const Outcome& a, const Outcome& b) { return a.error == b.error; };
  return !mine.empty() && std::any_of(candidates.begin(), candidates.begin() + static_cast<std::ptrdiff_t>(k),
                                      [&](const Candidate& other) {
                                        return other.runs.size() >= mine.size() &&
                                               std::equal(mine.begin(), mine.end(), other.runs.begin(), same);
                                      });
}

}  // namespace

std::vector<std::size_t> still_in_the_race(const std::vector<Candidate>& candidates, std::size_t count) {
  double least = 0, best = std::numeric_limits<double>::infinity();
  std::vector<double> sums;
  for (const Candidate& candidate : candidates) {
    sums.push_back(0);
    for (const Outcome& run : candidate.runs) {
      sums.back() += run.error;
      least = std::min(least, run.error);
    }
    if (candidate.runs.size() == count) best = std::min(best, sums.back());
  }
  std::vector<std::size_t> places;
  for (std::size_t k = 0; k < candidates.size(); ++k) {
    if (candidates[k].runs.size() >= count || !std::isfinite(sums[k])) continue;
    if (sums[k] + least * static_cast<double>(count - candidates[k].runs.size()) > best) continue;
    if (!told_already(candidates, k)) places.push_back(k);
  }
  return places;
}

namespace {

// Runs each of some candidates on so many of the seeds that come next for it.
Result<void> go_on(Runner& runner, std::vector<Candidate>& candidates, const std::vector<std::size_t>& places,
                   const Seeds& seeds, std::size_t more) {
  std::vector<Job> jobs;
  for (const std::size_t k : places)
    for (std::size_t r = 0; r < more; ++r)
      jobs.push_back({candidates[k].options, seeds.first + candidates[k].runs.size() + r});
  auto outcomes = runner.run(jobs, false);
  if (!outcomes) return tl::unexpected(outcomes.error());
  for (std::size_t k = 0; k < outcomes->size(); ++k)
    candidates[places[k / more]].runs.push_back(std::move((*outcomes)[k]));
  return {};
}

// A good mean early on spares most of the others their runs.
constexpr std::size_t kLeaders = 8;
std::vector<std::size_t> leaders(const std::vector<Candidate>& candidates) {
  std::vector<std::size_t> places = still_in_the_race(candidates, 2);
  const auto first = [&](std::size_t k) { return candidates[k].runs[0].error; };
  std::stable_sort(places.begin(), places.end(), [&](std::size_t a, std::size_t b) { return first(a) < first(b); });
  places.resize(std::min(places.size(), kLeaders));
  return places;
}

}  // namespace

Result<std::vector<Candidate>> race(Runner& runner, const std::vector<Options>& options, Seeds seeds) {
  auto candidates = try_all(runner, options, {seeds.first, 1}, false);
  if (!candidates || seeds.count < 2 || runner.stopped()) return candidates;
  if (const auto led = go_on(runner, *candidates, leaders(*candidates), seeds, seeds.count - 1); !led)
    return tl::unexpected(led.error());
  while (!runner.stopped()) {
    const std::vector<std::size_t> places = still_in_the_race(*candidates, seeds.count);
    if (places.empty()) break;
    if (const auto went = go_on(runner, *candidates, places, seeds, 1); !went) return tl::unexpected(went.error());
  }
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
