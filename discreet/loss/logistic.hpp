#pragma once

#include <array>
#include <cmath>

#include "discreet/loss/loss.hpp"

namespace discreet {

struct Logistic {  // log(1 + exp(-margin label)): the margin is the logarithm of the odds.
  static constexpr std::string_view name = "logistic";
  static constexpr Task task = Task::classification;
  static constexpr LabelRole label_role = LabelRole::sign;
  static constexpr bool label_adds_one = true;  // the two outcomes' probabilities add up to 1
  static constexpr std::array<Parameter, 0> parameters{};

  double value(double margin, double label) const {
    // log(1 + exp(-z)) overflows for z far below 0; there it equals -z + log(1 + exp(z)).
    const double z = margin * label;
    return z > 0 ? std::log1p(std::exp(-z)) : -z + std::log1p(std::exp(z));
  }
  template <class T>
  T derivative(T margin, T label) const {
    return -label / (1 + std::exp(margin * label));
  }
  double curvature(double margin, double label) const {
    const double odds = std::exp(-std::abs(margin * label));
    return odds / ((1 + odds) * (1 + odds));
  }
  double smoothness() const { return 0.25; }
  double steepest() const { return 1; }
  double mean(double margin) const { return 1 / (1 + std::exp(-margin)); }
};
static_assert(Loss<Logistic>);

}  // namespace discreet
