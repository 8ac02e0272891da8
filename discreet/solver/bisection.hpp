// Finds, for many columns at once, the size that only a given share of the rows exceeds: bisection on a logarithmic
// scale with a noisy count at each step. A wrong turn needs a count close to the wanted share, and then both ends are
// good answers.
#pragma once

#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

namespace discreet {

class Bisection {
 public:
  // Sizes between 2^low and 2^high times `unit`.
  Bisection(std::vector<double> unit, double low, double high)
      : unit_(std::move(unit)), low_(unit_.size(), low), high_(unit_.size(), high), bottom_(low) {}

  std::vector<double> thresholds() const {
    std::vector<double> result(unit_.size());
    for (std::size_t k = 0; k < result.size(); ++k) result[k] = unit_[k] * std::exp2(0.5 * (low_[k] + high_[k]));
    return result;
  }
  // `beyond` are the shares of rows above thresholds().
  void narrow(std::span<const double> beyond, double wanted) {
    for (std::size_t k = 0; k < unit_.size(); ++k)
      (beyond[k] > wanted ? low_[k] : high_[k]) = 0.5 * (low_[k] + high_[k]);
  }
  // The upper ends: not more than the wanted share lies beyond, as far as the noise allows to say.
  std::vector<double> sizes() const {
    std::vector<double> result(unit_.size());
    for (std::size_t k = 0; k < result.size(); ++k) result[k] = unit_[k] * std::exp2(high_[k]);
    return result;
  }
  // Nothing was ever found above the smallest size.
  bool empty(std::size_t k) const { return low_[k] == bottom_; }

 private:
  std::vector<double> unit_;
  std::vector<double> low_, high_;
  double bottom_;
};

}  // namespace discreet
