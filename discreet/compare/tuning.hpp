// Choosing settings as the publications do: the lowest mean error over a few runs of each. The runs that chose flatter
// the choice, so the caller reports it on other seeds.
#pragma once

#include <optional>
#include <vector>

#include "discreet/compare/runner.hpp"
#include "discreet/compare/summary.hpp"

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

// Every candidate on the first seed; on the others only those whose first error is below kHopeless times the least. It
// is assumed, not proved, that one that far off on one seed is not the best on average; most of a grid is.
inline constexpr double kHopeless = 4;
[[nodiscard]] Result<std::vector<Candidate>> try_promising(Runner& runner, const std::vector<Options>& options,
                                                           Seeds seeds);

// The complete one of least mean error; none if all diverged.
std::optional<std::size_t> best_of(const std::vector<Candidate>& candidates, Seeds seeds);

}  // namespace discreet
