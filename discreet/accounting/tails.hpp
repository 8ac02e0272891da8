// Where a loss lies: its middle, and the points that it hardly ever exceeds.
#pragma once

#include <limits>

#include "discreet/accounting/loss_law.hpp"
#include "discreet/base/bracket.hpp"

namespace discreet {

// Where a law has nearly all its mass in one point, that point is put on the grid.
inline double centre_of(const LossLaw& law) {
  return bisect({-60, 60}, {.steps = 80}, [&](double middle) {
    return !(law.between(-std::numeric_limits<double>::infinity(), middle).here < 0.5);
  });
}

// Where a loss with log moments `moment` is above (or below) with probability exp(log_small) at the most, when it is
// drawn under the tilt exp(c L): by Markov's inequality at the best order.
struct TailPoint {
  double at = std::numeric_limits<double>::infinity();
  double order = 0;  // at which Markov's inequality says so
};
template <class Moment>
TailPoint tail_point(const Moment& moment, double c, double log_small, bool upper) {
  const double base = moment(c);
  TailPoint best;
  for (double a = 1e-3; a < 1e4; a *= 1.3) {
    const double order = upper ? c + a : c - a;
    const double bound = (moment(order) - base - log_small) / a;
    if (!(bound <= best.at)) break;  // it falls and then rises
    best = {bound, order};
  }
  if (!upper) best.at = -best.at;
  return best;
}

}  // namespace discreet
