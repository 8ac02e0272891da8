#pragma once

#include "discreet/oracle/oracle.hpp"
#include "discreet/research/noisy_max.hpp"

namespace discreet {

// Asks which slope is the largest in size, as published: all slopes at the current point in units of the root of their
// smoothness. Not under the uniform rule, where a row moves them by different amounts.
// proof: docs/proofs/noisy_max.md
class LargestSlope {
 public:
  static LargestQuery ask(Oracle& oracle, Payment payment, Clip clip);
};

}  // namespace discreet
