// How much columns say the same. Coordinates that move together may overshoot together: along a block the risk is
// curved up to overlap(block) times what the smoothness of its coordinates says. That is the largest eigenvalue of the
// block's second moments in the frame, 1 for columns that have nothing in common and at most as many as there are.
#pragma once

#include <Eigen/Core>
#include <span>
#include <utility>
#include <vector>

#include "discreet/base/index.hpp"

namespace discreet {

using Block = std::vector<Coordinate>;  // in increasing order

class Overlap {
 public:
  // Nothing is known but the smoothness: the columns of a block may all be the same one.
  Overlap() = default;
  // The curvature of the risk along pairs of coordinates at the most, in the frame.
  explicit Overlap(Eigen::MatrixXd curvature) : curvature_(std::move(curvature)) {}

  double of(const Block& block) const;
  // How curved the risk is along any direction at the most, in the units of the data: what a step that is the same for
  // all coordinates goes by. Without knowledge, the sum of the smoothness.
  double steepest(std::span<const double> smoothness) const;

 private:
  Eigen::MatrixXd curvature_;
};

}  // namespace discreet
