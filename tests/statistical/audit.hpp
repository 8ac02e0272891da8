// What two neighbours' outcomes prove about epsilon, where there are a few outcomes that can be counted one by one. The
// bounds of all outcomes fail together with probability at most kFalseAlarm, so a mechanism that keeps its epsilon is
// found to exceed it no oftener than that. Outcomes are fixed before the draws are made.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <vector>

#include "discreet/audit/bounds.hpp"
#include "tests/statistical/support.hpp"

namespace discreet::testing {

using Outcome = std::function<std::size_t()>;

inline std::vector<double> outcome_counts(const Outcome& outcome, std::size_t outcomes, std::size_t runs) {
  std::vector<double> counts(outcomes, 0.0);
  for (std::size_t run = 0; run < runs; ++run) ++counts[outcome()];
  return counts;
}

// The least epsilon that is consistent with what was seen.
inline double proven_epsilon(const Outcome& here, const Outcome& there, std::size_t outcomes, std::size_t runs) {
  const std::vector<double> seen[2] = {outcome_counts(here, outcomes, runs), outcome_counts(there, outcomes, runs)};
  const auto tally = [&](int side, std::size_t k) { return Tally{runs, static_cast<std::uint64_t>(seen[side][k])}; };
  const double miss = kFalseAlarm / (2 * static_cast<double>(outcomes));
  double proven = 0;
  for (std::size_t k = 0; k < outcomes; ++k)
    for (const int side : {0, 1})
      proven = std::max(proven, contrast(tally(side, k), tally(1 - side, k), miss).least_epsilon({0}).value);
  return proven;
}

// What is certain of one event under two neighbours.
using Happens = std::function<bool()>;
inline Contrast proven_contrast(const Happens& here, const Happens& there, std::size_t runs) {
  Tally first{runs, 0}, second{runs, 0};
  for (std::size_t run = 0; run < runs; ++run) first.hits += here(), second.hits += there();
  return contrast(first, second, kFalseAlarm);
}

}  // namespace discreet::testing
