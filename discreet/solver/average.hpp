// What a solver returns: the last iterate, the mean of the last part of them, or (as the theory has it) periodic means
// from which the next round starts. All of it is post-processing of released numbers.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "discreet/base/index.hpp"
#include "discreet/oracle/oracle.hpp"
#include "discreet/privacy/iterate.hpp"

namespace discreet {

struct Averaging {
  enum class Kind { none, tail, periodic } kind = Kind::none;
  double fraction = 0.5;    // of the updates, for tail
  std::size_t periods = 1;  // for periodic
};
std::string name_of(const Averaging& averaging);  // as the user writes it

// The mean of the iterates of a stretch of updates, at the cost of one addition an update: a weight that did not change
// need not be added again and again.
class LazyMean {
 public:
  LazyMean(std::size_t coordinates, std::size_t now) : sum_(coordinates, 0.0), since_(coordinates, now), start_(now) {}

  // Coordinate j had `value` until now.
  void note(Coordinate j, double value, std::size_t now) {
    sum_[j.value] += value * static_cast<double>(now - since_[j.value]);
    since_[j.value] = now;
  }
  std::vector<double> mean(std::span<const double> current, std::size_t now) const;

 private:
  std::vector<double> sum_;
  std::vector<std::size_t> since_;
  std::size_t start_;
};

// Follows a run of coordinate updates.
class Averager {
 public:
  Averager(Averaging averaging, std::size_t coordinates, std::size_t updates);

  // Around update t of coordinate j. A period that ends moves the iterate, and the oracle with it, to its mean.
  void before(std::size_t t, Coordinate j, const Iterate& w) {
    if (t >= start_ && averaging_.kind != Averaging::Kind::none) mean_.note(j, w[j], t);
  }
  // Says whether it did.
  bool after(std::size_t t, Iterate& w, Oracle& oracle) {
    now_ = t + 1;
    return averaging_.kind == Averaging::Kind::periodic && end_period(w, oracle);
  }
  Iterate finish(Iterate w) const;

 private:
  bool end_period(Iterate& w, Oracle& oracle);

  Averaging averaging_;
  std::size_t updates_;
  std::size_t start_;       // of the stretch that is averaged
  std::size_t period_ = 0;  // how many of them have ended
  std::size_t now_ = 0;
  LazyMean mean_;
};

}  // namespace discreet
