// All events of a plan seen from one direction: their transforms multiply.
#pragma once

#include <optional>
#include <vector>

#include "discreet/accounting/loss_law.hpp"

namespace discreet {

// The directions in which the plan has to be composed: one, unless an event of it tells them apart. The laws of all
// others are their own mirror images.
std::span<const Direction> directions(const Plan& plan);

class Composition {
 public:
  // Empty when an event of the plan has no computable transform under its relation.
  static std::optional<Composition> of(const Plan& plan, Direction direction);

  double log_moment(double s) const;
  double renyi_log_moment(double s) const;
  double fill(double c, double h, std::span<std::complex<double>> log_moments) const;  // returns their error
  double log_decay(double c, double from) const;
  double work(double c, double h, double terms) const;
  struct Part {
    std::shared_ptr<const LossLaw> law;
    double count;
  };
  const std::vector<Part>& parts() const { return parts_; }

 private:
  std::vector<Part> parts_;
};

}  // namespace discreet
