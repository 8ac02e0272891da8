// What public facts alone say about how much of a signal the noise leaves to see. Rows, features, loss and budget
// decide the noise in units of the frame, where every column and the target have unit spread; what the data will turn
// out to be like is anybody's guess.
#pragma once

#include "discreet/solver/survey.hpp"

namespace discreet {

struct Prospect {
  // What the noise of one full look at all slopes, with the whole budget, adds to the objective, over what there is to
  // gain by a signal of unit scale.
  double noise_to_signal = 0;
  // Of the objective over the optimum's, as a rule of thumb: columns are correlated, and scales cost something too.
  double relative_error = 0;
  bool worth_it() const { return noise_to_signal < 1; }
};
Prospect prospect(const SurveyFacts& facts);

}  // namespace discreet
