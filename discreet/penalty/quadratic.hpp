// The minimum of a quadratic and a penalty: what is left of a problem once its second derivatives are known.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "discreet/base/index.hpp"
#include "discreet/penalty/weighted.hpp"

namespace discreet {

// Minimises gradient.(u - w) + (u - w)' curvature (u - w) / 2 + penalty(u) over the coordinates of a set. Where the
// penalty has neither kink nor end (none, l2) that is a system of equations, and of several minima the one that is
// nearest to w in units in which all coordinates are equally curved. Elsewhere by coordinate descent: passes over the
// coordinates that still move alternate with full ones.
Eigen::VectorXd minimise_quadratic(const WeightedPenalty& penalty, const std::vector<Coordinate>& set,
                                   const Eigen::VectorXd& w, const Eigen::VectorXd& gradient,
                                   const Eigen::MatrixXd& curvature);

}  // namespace discreet
