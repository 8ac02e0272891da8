// The worst pair of neighbours for a private choice between two columns.
#pragma once

#include "tests/support/make.hpp"

namespace discreet::testing {

// Squared loss at zero with labels of -1: the slope of a column is its clipped sum. Three rows push both columns, ten
// the second one only, and the first row, the canary, pushes them in opposite directions. In units of a row's allowance
// the sums are (2, 14) with one canary and (4, 12) with the other, and a row can move a score by 2.
inline Rows pushed_columns(double canary) {
  Rows made{{-canary, canary}};
  for (int k = 0; k < 3; ++k) made.push_back({1000, 1000});
  for (int k = 0; k < 10; ++k) made.push_back({0, 1000});
  return made;
}

}  // namespace discreet::testing
