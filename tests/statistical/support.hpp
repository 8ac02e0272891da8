// The house rule for chance: each assertion below may fail on a correct program with probability at most 1e-9, derived
// where it is made, and the whole folder has far fewer than a thousand of them, so the suite raises a false alarm less
// than once in 10^6 runs. Each test has a twin that breaks the mechanism on purpose and must be caught.
#pragma once

#include <boost/math/distributions/chi_squared.hpp>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

namespace discreet::testing {

inline constexpr double kFalseAlarm = 1e-9;
// |N(0,1)| exceeds this with probability 1e-9.
inline constexpr double kDeviations = 6.11;

// The sum of squares of n independent standard normals has the chi-square law of n degrees of freedom. Where the same
// is asked of many numbers, `among` of them share one false alarm.
inline bool looks_like_variance(double mean_square, double variance, std::size_t draws, std::size_t among = 1) {
  const double n = static_cast<double>(draws), tail = kFalseAlarm / (2 * static_cast<double>(among));
  const boost::math::chi_squared sum(n);
  return mean_square / variance * n > boost::math::quantile(sum, tail) &&
         mean_square / variance * n < boost::math::quantile(boost::math::complement(sum, tail));
}

// Pearson's statistic of counts against probabilities stays below its 1 - 1e-9 quantile. Cells expected less than 20
// times are put together.
inline bool looks_like(const std::vector<double>& counts, const std::vector<double>& probabilities) {
  double draws = 0;
  for (const double c : counts) draws += c;
  double statistic = 0, rest_seen = 0, rest_expected = 0;
  int cells = 0;
  const auto add = [&](double seen, double expected) {
    statistic += (seen - expected) * (seen - expected) / expected;
    ++cells;
  };
  for (std::size_t k = 0; k < counts.size(); ++k) {
    const double expected = draws * probabilities[k];
    if (expected >= 20) {
      add(counts[k], expected);
    } else {
      rest_seen += counts[k];
      rest_expected += expected;
    }
  }
  if (rest_expected > 5) add(rest_seen, rest_expected);
  const boost::math::chi_squared distribution(cells - 1);
  return statistic < boost::math::quantile(boost::math::complement(distribution, kFalseAlarm));
}

}  // namespace discreet::testing
