#include "discreet/solver/bayes_posterior.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "discreet/base/public_random.hpp"

namespace discreet {
namespace {

using Vector = Eigen::VectorXd;

Curvature identity(Eigen::Index size) { return {Eigen::MatrixXd::Identity(size, size), Vector::Ones(size), 0}; }

Posterior of(const Vector& slope, double variance) {
  const Vector none = Vector::Zero(slope.size());
  return posterior_of({{none, slope, Vector::Constant(slope.size(), variance)}}, identity(slope.size()), {}, none);
}

TEST(Posterior, FollowsSlopesThatStandOutOfTheirNoise) {
  const Vector slope = Vector::Constant(4, 0.3);
  EXPECT_LT((of(slope, 1e-8).mean - slope).norm(), 1e-4 * slope.norm());
}

// Slopes that are nothing but noise: less than a fifth of them is followed on average.
TEST(Posterior, StaysAtTheConstantModelWhereSlopesAreNoise) {
  PublicRandom random(3);
  double followed = 0, all = 0;
  for (int trial = 0; trial < 200; ++trial) {
    Vector slope(10);
    for (double& g : slope) g = random.normal();
    followed += of(slope, 1).mean.squaredNorm();
    all += slope.squaredNorm();
  }
  EXPECT_LT(followed, 0.04 * all);
}

TEST(Posterior, GoesFartherWhenSlopesAreRepeated) {
  const Vector none = Vector::Zero(3), slope = Vector::Constant(3, 1.0), variance = Vector::Constant(3, 1.0);
  const SlopeRecord record{none, slope, variance};
  const Vector once = posterior_of({record}, identity(3), {}, none).mean;
  const Vector often = posterior_of(std::vector<SlopeRecord>(20, record), identity(3), {}, none).mean;
  EXPECT_GT(often.norm(), 1.2 * once.norm());
  EXPECT_LT(often.norm(), slope.norm());
}

// A curvature of one along the first direction where the truth is nine: slopes at 0 and at 1 show that the minimum is
// at 1/9 of the way, and a record that was clipped beyond recognition shows that it is nearer than a quarter.
TEST(AllowedPart, CutsAWayThatTheCurvatureMadeTooLong) {
  const Vector none = Vector::Zero(2), far{{1.0, 0.0}}, noise = Vector::Constant(2, 1e-6);
  const SlopeRecord first{none, Vector{{1.0, 0.0}}, noise, 100}, second{far, Vector{{-8.0, 0.0}}, noise, 100};
  EXPECT_EQ(allowed_part({first}, identity(2), 1, far), 1) << "one point shows no curvature";
  EXPECT_NEAR(allowed_part({first, second}, identity(2), 1, far), 1.0 / 9, 0.01);
  const SlopeRecord clipped{far, Vector{{-0.5, 0.0}}, noise, 0.6};
  EXPECT_LE(allowed_part({first, clipped}, identity(2), 1, far), 0.25);
  const SlopeRecord as_expected{far, Vector{{0.0, 0.0}}, noise, 100};
  EXPECT_EQ(allowed_part({first, as_expected}, identity(2), 1, far), 1);
  const SlopeRecord loud{far, Vector{{-8.0, 0.0}}, Vector::Constant(2, 1e6), 1e6};
  EXPECT_EQ(allowed_part({first, loud}, identity(2), 1, far), 1) << "noise is no evidence";
}

TEST(DenoisedCurvature, IsTheMatrixWithoutNoise) {
  Eigen::MatrixXd truth(2, 2);
  truth << 1, 0.5, 0.5, 0.8;
  const Curvature found = denoised(truth, truth.diagonal(), 0);
  EXPECT_LT((found.matrix() - truth).norm(), 1e-9);
}

TEST(DenoisedCurvature, IsDiagonalAndPositiveWhereNoiseHidesTheRest) {
  PublicRandom random(5);
  Eigen::MatrixXd noisy = Eigen::MatrixXd::Identity(20, 20);
  for (Eigen::Index a = 0; a < 20; ++a)
    for (Eigen::Index b = 0; b < a; ++b) noisy(a, b) = noisy(b, a) = random.normal() / std::sqrt(2.0);
  const Curvature found = denoised(noisy, Vector::Ones(20), 1);
  EXPECT_GT(found.values.minCoeff(), 0);
  const Eigen::MatrixXd matrix = found.matrix();
  const Eigen::MatrixXd off = matrix - Eigen::MatrixXd(matrix.diagonal().asDiagonal());
  EXPECT_LT(off.norm(), 0.5 * (noisy - Eigen::MatrixXd::Identity(20, 20)).norm());
}

}  // namespace
}  // namespace discreet
