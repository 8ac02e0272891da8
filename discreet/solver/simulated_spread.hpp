// What the noise of a released matrix does to the weights that are computed from it: more noise of the same law is
// added to it many times, and the weights are computed again. Post-processing, with public chance.
// docs/solvers/noise.md
#pragma once

#include <Eigen/Core>
#include <functional>
#include <span>

#include "discreet/model/model.hpp"

namespace discreet {

// The last weight is the intercept when there are centres, one for each coordinate: columns were taken less their
// centres, and in the model the intercept makes up for it.
NoiseSpread simulated_spread(const Eigen::MatrixXd& released, double deviation,
                             const std::function<Eigen::VectorXd(const Eigen::MatrixXd&)>& weights,
                             std::span<const double> centres);

}  // namespace discreet
