// Where rows of several classes meet the softmax loss. A row's slopes are a matrix, one row of it a class; all of it is
// scaled into one ball, so the slopes of all classes together cost what those of one would: the budget is not split.
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <span>

#include "discreet/data/dataset.hpp"
#include "discreet/loss/softmax.hpp"
#include "discreet/oracle/oracle.hpp"
#include "discreet/oracle/row_gateway.hpp"

namespace discreet {

// For all layouts. Labels are the numbers 0 to classes - 1; a row with another one counts as zero everywhere. Points
// are public and hold the weights of one class after those of another, the intercept last in each.
// proof: docs/proofs/softmax.md
class SoftmaxOracle {
 public:
  SoftmaxOracle(const Dataset& data, std::size_t classes, bool intercept, double normaliser, Machinery machinery);

  std::size_t coordinates() const { return features_ + intercept_; }  // of one class
  std::size_t numbers() const { return classes_ * coordinates(); }

  // Of one class; all have the same.
  void set_frame(Frame frame);
  const Frame& frame() const { return frame_; }

  // All slopes of all classes, each row's in the frame scaled into a ball of `radius`.
  VectorQuery slopes(Payment payment, double radius, std::span<const double> point) const;
  // The share of rows whose slopes are longer than that.
  ScalarQuery rows_beyond(Payment payment, double radius, std::span<const double> point) const;

  // For running without noise. They can only leave through Exact.
  Sensitive<double> risk(std::span<const double> point) const;
  Sensitive<Eigen::VectorXd> gradient(std::span<const double> point) const;

 private:
  Eigen::MatrixXd in_frame(std::span<const double> point) const;
  template <class Visit>
  void each_row(const auto& rows, const auto& stretch, const Eigen::MatrixXd& weights, Visit&& visit) const;

  RowGateway gateway_;
  std::size_t features_, classes_;
  bool intercept_;
  Frame frame_;
  Eigen::VectorXd roots_;  // of the smoothness
};

}  // namespace discreet
