// The privacy loss of one event: the logarithm L of how much likelier an outcome is on one dataset than on its
// neighbour, as a random variable under the first. Everything that a composition can cost follows from its moments M(s)
// = E exp(s L), which multiply when events are composed.
#pragma once

#include <complex>
#include <memory>
#include <optional>
#include <span>

#include "discreet/privacy/event.hpp"

namespace discreet {

// Which of two neighbours the outcome is drawn from: the larger dataset (a row is removed to get the other) or the
// smaller. Only subsampled events tell the difference, and then both must be composed to the end.
enum class Direction { remove, add };

class LossLaw {
 public:
  virtual ~LossLaw() = default;

  // log M(s) for real s.
  virtual double log_moment(double s) const = 0;

  // At least log M(s) of every mechanism that the event can stand for. The law itself may be looser: it dominates at
  // all orders at once.
  virtual double renyi_log_moment(double s) const { return log_moment(s); }

  // log M(c + i k h) for k = 0, 1, ...; the imaginary part matters modulo 2 pi only. Returns how far off they may be.
  virtual double fill(double c, double h, std::span<std::complex<double>> log_moments) const = 0;

  // At least |M(c + i t)| / M(c) for every t from `from` on.
  virtual double decay(double c, double from) const = 0;

  // How many operations it takes to fill `terms` terms of spacing h.
  virtual double work(double, double, double terms) const { return 100 * terms; }

  // The probability that the loss is above `low` and at most `high`, under both neighbours.
  struct Mass {
    double here = 0;   // where the outcome is drawn from
    double there = 0;  // on the other side: the integral of exp(-L)
  };
  virtual Mass between(double low, double high) const = 0;
};

// The law that dominates the event under the relation, if it is one that has a computable transform.
std::unique_ptr<LossLaw> loss_law(const Event& event, Neighbours neighbours, Direction direction);

}  // namespace discreet
