#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "discreet/oracle/oracle.hpp"

namespace discreet {

// Lots of rows that share one payment: no row is in two of them, so one row moves one answer. The dual variables are
// told with it, with noise, as is what they do to the weights; nobody else keeps them. proof: docs/proofs/dual.md
class ToldLots {
 public:
  // How far the variables of the rows of a lot move, and after them the sum of moves times rows over the public number
  // of rows. `duals` are the variables as they have been told, one for each row of the lot.
  VectorQuery moves(const DualStep& step, std::span<const std::uint32_t> lot, std::span<const double> duals);

 private:
  friend class Oracle;
  ToldLots(Oracle& oracle, Payment payment, double most);

  Oracle* oracle_;
  double most_;
  Group group_;
  std::vector<bool> asked_;
};

}  // namespace discreet
