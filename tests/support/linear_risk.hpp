// One row that pulls with the same force wherever the weights are: no row of a loss with slopes up to one pulls harder,
// and none can be told from its opposite more easily. For tests of private minima, and of faults planted in them.
#pragma once

#include <cmath>

#include "discreet/oracle/perturbation.hpp"
#include "discreet/penalty/none.hpp"
#include "tests/support/fake_oracle.hpp"

namespace discreet::testing {

class LinearRisk final : public FakeOracle {
 public:
  // Gradients that are found are off by `fault`; margins and derivatives are said to be as precise as `precision`.
  explicit LinearRisk(double pull, double fault = 0, double precision = 0x1p-52)
      : FakeOracle(1, 1, nullptr, 1e-9, precision), pull_(pull + fault) {}

  void restart(std::span<const double> weights) override { w_ = weights[0]; }
  Sensitive<double> risk() override { return Sensitive<double>(pull_ * w_); }
  Sensitive<Eigen::VectorXd> gradient() override {
    return Sensitive<Eigen::VectorXd>(Eigen::VectorXd::Constant(1, pull_));
  }
  Sensitive<Eigen::MatrixXd> curvature(std::span<const Coordinate>) override {
    return Sensitive<Eigen::MatrixXd>(Eigen::MatrixXd::Zero(1, 1));
  }

 private:
  double pull_, w_ = 0;
};

// Rows of length one and a ridge of one, so that a unit is one.
struct UnitMinimum {
  WeightedPenalty penalty{AnyPenalty(None{}), {1.0}};
  double steepest = 1;
  Minimum what() const { return {penalty, {1.0}, 1.0, steepest}; }
};

}  // namespace discreet::testing
