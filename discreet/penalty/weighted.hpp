// One penalty over all coordinates, each with its own weight. Weight zero leaves a coordinate free: the intercept is
// never penalised and never constrained.
#pragma once

#include <utility>
#include <vector>

#include "discreet/base/index.hpp"
#include "discreet/penalty/any_penalty.hpp"

namespace discreet {

class WeightedPenalty {
 public:
  WeightedPenalty(AnyPenalty penalty, std::vector<double> weights)
      : penalty_(std::move(penalty)), weights_(std::move(weights)) {}

  double value(Coordinate j, double w) const {
    const double weight = weights_[j.value];
    return weight == 0 ? 0 : weight * penalty_.value(w);
  }
  double prox(Coordinate j, double w, double step) const {
    const double weight = weights_[j.value];
    return weight == 0 ? w : penalty_.prox(w, step * weight);
  }
  Slopes slopes(Coordinate j, double w) const {
    const double weight = weights_[j.value];
    if (weight == 0) return {0, 0};
    const auto [low, high] = penalty_.slopes(w);
    return {weight * low, weight * high};
  }
  double bend(Coordinate j) const { return weights_[j.value] * penalty_.bend(); }
  // The same penalty, `factor` times as strong; a box stays where it is.
  WeightedPenalty scaled(double factor) const {
    WeightedPenalty other = *this;
    for (double& weight : other.weights_) weight *= factor;
    return other;
  }
  std::size_t coordinates() const { return weights_.size(); }

 private:
  AnyPenalty penalty_;
  std::vector<double> weights_;
};

}  // namespace discreet
