// What is said about the repeats of one setting.
#pragma once

#include <cstddef>
#include <span>

namespace discreet {

struct Summary {
  double mean = 0, std = 0, min = 0, max = 0;  // std: of a single run, with count - 1 in its divisor
  std::size_t count = 0;

  double error_of_mean() const;
};
// A run that diverged has an infinite error, and so has the mean of runs among which there is one.
Summary summarise(std::span<const double> values);

}  // namespace discreet
