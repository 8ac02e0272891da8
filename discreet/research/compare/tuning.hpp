// Choosing settings as the publications do: the lowest mean error over a few runs of each. The runs that chose flatter
// the choice, so the caller reports it on other seeds.
#pragma once

#include <optional>
#include <vector>

#include "discreet/research/compare/runner.hpp"
#include "discreet/research/compare/summary.hpp"

namespace discreet {

struct Seeds {
  std::uint64_t first = 1;
  std::size_t count = 1;
  Seeds after(std::size_t more) const { return {first + count, more}; }
};

struct Candidate {
  Options options;
  std::vector<Outcome> runs;

  std::vector<double> errors() const;
  bool complete(const Seeds& seeds) const { return runs.size() == seeds.count; }
};

// Every candidate on every seed.
[[nodiscard]] Result<std::vector<Candidate>> try_all(Runner& runner, const std::vector<Options>& options, Seeds seeds,
                                                     bool curve);

// Which candidates can still have the least mean over so many runs, by the runs that there are: those that even runs
// without error would leave behind the best complete one cannot. No error is below zero but for rounding and for models
// that hold values within limits; it is assumed that none is below the least that was seen. Of candidates that came out
// the same to the last bit so far the first stands for all: where a penalty keeps all weights at zero whatever the step
// and the threshold, most of a grid is one candidate.
std::vector<std::size_t> still_in_the_race(const std::vector<Candidate>& candidates, std::size_t count);

// Every candidate on the first seed, the few best of them on all seeds; then seed by seed those that are still in the
// race. What wins is what would win if all of them ran on all seeds, but for ties.
[[nodiscard]] Result<std::vector<Candidate>> race(Runner& runner, const std::vector<Options>& options, Seeds seeds);

// The complete one of least mean error; none if all diverged.
std::optional<std::size_t> best_of(const std::vector<Candidate>& candidates, Seeds seeds);

}  // namespace discreet
