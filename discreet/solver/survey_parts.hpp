// What the files of the survey share and nobody else needs.
#pragma once

#include <limits>
#include <vector>

#include "discreet/solver/survey.hpp"

namespace discreet {

// Sizes beyond these are of no use to anybody, and their squares still fit a double.
inline constexpr double kSmallestSize = 1e-90, kLargestSize = 1e90;

// Of values of which nothing is known.
inline constexpr double kNoLimit = std::numeric_limits<double>::infinity();

// Shares of the budget where columns are pooled.
inline constexpr double kLargestShare = 0.03, kWildShare = 0.03, kRowsShare = 0.005;

// Limits are this much beyond the highest octave that is seen, or beyond the size of a middling row's values; less
// where the noise may hide more rows beyond it than are rare.
inline constexpr double kBeyondSeen = 4, kBeyondHidden = 2, kBeyondMiddling = 4;
inline constexpr double kRareShare = 0.1;

struct Survey::Columns {
  std::vector<double> centres, sizes, squares;
  std::vector<double> at_size;  // the share of rows that are known to be as large as half the size
  std::vector<bool> seen;
  std::vector<double> reach;  // how far from the centre values are known to go
  std::vector<std::size_t> pooled = {}, dropped = {}, outlying = {};
};

struct Survey::Ask {
  const Census& census;
  Gaussian& gaussian;
  Permit& permit;
};

}  // namespace discreet
