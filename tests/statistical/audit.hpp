// What two neighbours' outcomes prove about epsilon. Each outcome's frequency is bounded by Clopper and Pearson on both
// sides; the bounds of all outcomes fail together with probability at most kFalseAlarm, so a mechanism that keeps its
// epsilon is found to exceed it no oftener than that. Outcomes are fixed before the draws are made.
#pragma once

#include <algorithm>
#include <boost/math/distributions/binomial.hpp>
#include <cmath>
#include <cstddef>
#include <functional>
#include <vector>

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
  using boost::math::binomial;
  const std::vector<double> seen[2] = {outcome_counts(here, outcomes, runs), outcome_counts(there, outcomes, runs)};
  const double n = static_cast<double>(runs), miss = kFalseAlarm / (4 * static_cast<double>(outcomes));
  double proven = 0;
  for (std::size_t k = 0; k < outcomes; ++k)
    for (const int side : {0, 1}) {
      if (seen[side][k] == 0) continue;
      const double least = binomial::find_lower_bound_on_p(n, seen[side][k], miss),
                   most = binomial::find_upper_bound_on_p(n, seen[1 - side][k], miss);
      proven = std::max(proven, std::log(least / most));
    }
  return proven;
}

}  // namespace discreet::testing
