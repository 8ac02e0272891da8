// The public grid on which scores are compared. A cell is a power of two, so that putting a score on the grid rounds it
// once and nothing else; how fast the odds fall from cell to cell follows from the epsilon that was paid for.
#pragma once

#include <cstdint>

#include "discreet/privacy/lattice.hpp"

namespace discreet {

// What is proved of a vector of scores.
struct ScoreBound {
  double sensitivity;     // neighbouring datasets move no score further than this
  bool monotone = false;  // and they never move two scores in opposite directions
};

// By how much the logarithm of the odds falls with each cell: numerator / 2^exponent, numerator < 2^32.
struct Rate {
  std::uint64_t numerator;
  int exponent;
};

class ScoreGrid {
 public:
  // proof: docs/proofs/selection.md
  static ScoreGrid fitting(Epsilon epsilon, ScoreBound bound);

  // The nearest cell. Scores beyond a thousand million sensitivities are moved to the end, and what is not a number
  // to 0: moving both neighbours' scores in the same way cannot take them apart.
  std::int64_t cells(double score) const;
  std::int64_t sensitivity() const { return sensitivity_; }  // in cells, rounding included
  Rate rate() const { return rate_; }

 private:
  ScoreGrid(int shift, std::int64_t sensitivity, Rate rate) : shift_(shift), sensitivity_(sensitivity), rate_(rate) {}
  int shift_;  // a cell is 2^-shift
  std::int64_t sensitivity_;
  Rate rate_;
};

}  // namespace discreet
