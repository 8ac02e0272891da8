// The corners of an l1 ball and how far down each of them lies, for a mechanism to choose by: what a step of Frank and
// Wolfe asks. Computed from the same clipped integer sums as slopes are; noise comes after the score is finished.
#pragma once

#include <vector>

#include "discreet/mechanism/selection.hpp"
#include "discreet/oracle/oracle.hpp"

namespace discreet {

// A corner: one weight as far out as the ball lets it be, all others zero.
struct Vertex {
  Coordinate j;
  double weight;
};

// The ball has a public reach along each feature: the corners are at plus and minus that. The intercept is no part of
// it. The score of a corner s is -<s, slopes>: where the linear model of the risk is least, the score is highest.
// Thresholds are taken from the frame when it is made. proof: docs/proofs/frank_wolfe.md
class Vertices {
 public:
  Vertices(Oracle& oracle, std::vector<double> reaches, Clip clip);

  // Among all corners, at the oracle's current point.
  Choice choice(Payment payment);
  // Which of them a choice means.
  Vertex operator[](std::size_t chosen) const {
    const double reach = reaches_[chosen / 2];
    return {{chosen / 2}, chosen % 2 == 0 ? reach : -reach};
  }
  // Neighbours move no score, as a double, further than this.
  double sensitivity(Neighbours neighbours) const;

 private:
  void refine(double cells);

  Oracle* oracle_;
  std::vector<double> reaches_;
  Clip clip_;
  std::vector<double> units_;    // what one unit of the grid is worth in each slope, unnormalised
  double cells_ = 0;             // in a row's allowance
  std::vector<double> factors_;  // for the sums, which have one for the intercept too
};

}  // namespace discreet
