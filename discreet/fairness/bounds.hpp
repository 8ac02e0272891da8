// How much the accuracy on some rows can change when a model moves, told by the margins of its rows. A row can change
// sides only if its margin is within reach of the move; the bounds differ in how they count such rows.
#pragma once

#include <span>
#include <vector>

#include "discreet/fairness/measures.hpp"

namespace discreet {

// A row as the bounds see it: the size of its margin over how far the move can shift it. At most 1 is within reach.
struct MarginRow {
  double ratio;
  bool right;
};

// The size of a margin over its reach; what cannot move at all is infinitely far.
double margin_ratio(double margin, double reach);

// The most by which the accuracy on the rows can change. All hold; `near` is at most as large as any of the first
// three.
struct AccuracyBounds {
  double markov = 0;     // the mean of 1/ratio: theorem 6.4.1, infinite as soon as one margin is zero
  double truncated = 0;  // the same over the rows within reach
  double chernoff = 0;   // inf over t >= 0 of the mean of exp(t (1 - ratio)); never above markov, for e^(1-u) <= 1/u
  double near = 0;       // the share of rows within reach
  double lost = 0;       // those of them that are judged right: the accuracy falls by this at the most
  double gained = 0;     // and wrong: it rises by this at the most
};
// Without the line search where only the counts are of interest.
AccuracyBounds bounds_of(std::span<const MarginRow> rows, bool search = true);

// The same for a level of fairness, of which the accuracies of the parts are the summands.
struct LevelBounds {
  double markov = 0, truncated = 0, chernoff = 0, near = 0;
  double down = 0, up = 0;  // signed: the level falls and rises by these at the most

  double change() const { return down > up ? down : up; }
};
LevelBounds bounds_of(const FairnessLevel& level, std::span<const AccuracyBounds> parts);

}  // namespace discreet
