// How the risk is curved along all directions at once, bought as one noisy matrix of products of columns: what a step
// in all coordinates together goes by. Directions whose curvature the noise hides are taken for as curved as the noise
// could hide, so that steps along them are short and safe.
#pragma once

#include <Eigen/Core>
#include <string_view>

#include "discreet/solver/solver.hpp"

namespace discreet {

// All of it in the frame, where every column is in units of the root of its smoothness.
struct ColumnMetric {
  Eigen::MatrixXd directions;  // one a column; none where they are the coordinates
  Eigen::VectorXd curvature;   // along each
  double hidden = 0;           // the least that can be told from noise

  // The matrix with those directions and what `along` says of each curvature.
  template <class Function>
  Eigen::MatrixXd with(Function&& along) const {
    const Eigen::VectorXd values = curvature.unaryExpr(along);
    if (directions.size() == 0) return values.asDiagonal();
    return directions * values.asDiagonal() * directions.transpose();
  }
};

class MetricPurchase {
 public:
  MetricPurchase(const SolverSettings& settings, const SurveyFacts& facts) : settings_(settings), facts_(facts) {}

  // Whether the matrix would show more than is known without it: that no direction is curved more than all columns
  // together.
  bool asks() const;
  // What will be hidden, as far as is known beforehand.
  double expected_hidden() const;
  // Adds what will be asked, and returns the share of the budget that it takes.
  double plan(Outline& outline) const;
  ColumnMetric run(SolverContext& context, const Scales& found) const;

  static constexpr std::string_view kLine = "metric";
  static constexpr std::size_t kMostColumns = 600;  // that it is bought for: their products take time

 private:
  std::size_t size() const { return facts_.features + facts_.intercept; }
  bool unpaid() const { return settings_.smoothness == SmoothnessSource::from_data; }
  // What noise of a multiplier hides: half of its largest eigenvalue or so.
  double hidden_by(double multiplier) const;

  SolverSettings settings_;
  SurveyFacts facts_;
};

}  // namespace discreet
