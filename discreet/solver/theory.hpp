// How many passes the theory of DP-CD asks for: as many as make its bound on the expected error least, with the noise
// that is really added in place of the closed form of the publication.
#pragma once

#include <cstddef>

namespace discreet {

// All of it public. Slopes and distances are in units of the root of the smoothness.
struct TheoryFacts {
  double coordinates = 1;
  double releases_a_pass = 1;   // that share the budget: 1 under the ball rule, otherwise one a slope
  double noise = 1;             // the deviation of a slope if there were one release
  double radius = 1;            // at least the distance of the start from the optimum and the root of what is to gain
  double step = 1;              // in units of 1/smoothness
  double strong_convexity = 0;  // in the norm of the smoothness; 0 when none is known
};

struct TheoryChoice {
  std::size_t periods = 1;  // each ends with the mean of its iterates, from which the next starts
  std::size_t passes = 1;   // of all periods together
  double bound = 0;         // on the expected error, if the facts are right
};

// Convex: R^2 (1/(2g) + 1)/P + g p u^2 r P, least at P = R sqrt((1/(2g) + 1)/(g p u^2 r)). Strongly convex by m: k = 2
// (1 + 1/(g m)) passes halve what is left, R^2/2^T + 2 g p u^2 r k T. The choice with the lower bound.
TheoryChoice theory_choice(const TheoryFacts& facts);

}  // namespace discreet
