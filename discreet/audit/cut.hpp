// Where scores are cut in two: the event that is counted. It is chosen on runs that are not counted.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "discreet/audit/bounds.hpp"
#include "discreet/audit/discriminator.hpp"

namespace discreet {

// A score above the threshold, or one that is not.
struct Cut {
  std::size_t way = 0;
  double threshold = 0;
  bool above = true;  // and what is then oftener: above it `here`, below it `there`

  bool holds(double score) const { return (score > threshold) == above; }
};

// What the scores of each way were in the runs that the choice is made on.
struct Scored {
  std::array<std::vector<double>, Discriminator::kWays> here, there;
};

enum class Aim { epsilon, mu };

// The cut with the largest bound in these runs. It is the best of many and so better here than it is; bounds of few
// runs are far below what they estimate, which keeps rare events from winning by luck.
Cut best_cut(const Scored& scored, Aim aim, Delta delta, double miss);

}  // namespace discreet
