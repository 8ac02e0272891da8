// How far to go from the constant model, decided from noisy slopes whose noise is known: a Gaussian posterior of the
// weights with an empirical prior. Pure functions of released numbers.
#pragma once

#include <Eigen/Core>
#include <vector>

namespace discreet {

// The mean of z z' for standardised rows z, as a matrix that noise was taken out of as far as it is known.
struct Curvature {
  Eigen::MatrixXd vectors;
  Eigen::VectorXd values;        // all positive
  double entry_uncertainty = 0;  // the variance of what is left of the noise in an entry

  double along(const Eigen::VectorXd& w) const { return (vectors.transpose() * w).cwiseAbs2().dot(values); }
  Eigen::MatrixXd matrix() const { return vectors * values.asDiagonal() * vectors.transpose(); }
};

// `products`: the noisy mean of z z'; `expected`: its diagonal as known from elsewhere; `noise`: the standard deviation
// on the diagonal, which is sqrt(2) times that beside it.
Curvature denoised(const Eigen::MatrixXd& products, const Eigen::VectorXd& expected, double noise);

// The negative slope at a point, and the variance of its error along each eigenvector, but for what the uncertainty of
// the curvature adds.
struct SlopeRecord {
  Eigen::VectorXd point, downhill, variance;
  double radius = 0;  // no row's slope was longer than this
};

struct Posterior {
  Eigen::VectorXd mean, variance;  // the variance along each eigenvector
};

struct PosteriorFacts {
  double level = 1;       // the second derivative of the loss: curvature times this is the Hessian
  double explained = 1;   // the prior's unit: a prior variance of v explains about v * sum(h) / explained of the target
  bool quadratic = true;  // the loss is; otherwise the Hessian changes on the way, which is an error of its own
  double before = 0;      // the squared distance of the weights from the optimum as it was last known
};
Posterior posterior_of(const std::vector<SlopeRecord>& records, const Curvature& curvature, const PosteriorFacts& facts,
                       const Eigen::VectorXd& last_variance);

// The part of the way to `w` that slopes along it allow: where they fall faster between the points that were visited
// than the curvature says, beyond their noise, the curvature missed a direction and the way is too long. From 0 to 1.
double allowed_part(const std::vector<SlopeRecord>& records, const Curvature& curvature, double level,
                    const Eigen::VectorXd& w);

}  // namespace discreet
