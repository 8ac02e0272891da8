// The bound for output perturbation with other budgets and other numbers of rows to train on: the same margins, and a
// reach that grows and shrinks with the noise.
#pragma once

#include <vector>

#include "discreet/fairness/assessment.hpp"

namespace discreet {

struct BandPoint {
  bool over_rows = false;  // or over epsilon
  double at = 0;
  Notion notion = Notion::accuracy;
  std::size_t level = 0;  // its number in the notion's report
  double low = 0, high = 0;
};
// Empty where no distance comes from noise.
std::vector<BandPoint> bands(const Assessment& assessment);

}  // namespace discreet
