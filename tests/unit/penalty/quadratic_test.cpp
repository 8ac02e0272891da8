#include "discreet/penalty/quadratic.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "discreet/base/public_random.hpp"
#include "discreet/penalty/all.hpp"

namespace discreet {
namespace {

// A minimum to look for: columns on scales from 1e-5 to 1e5, correlated, and where to start from.
struct Bowl {
  std::vector<Coordinate> set;
  Eigen::VectorXd start, gradient;
  Eigen::MatrixXd curvature;

  Eigen::VectorXd slope_at(const Eigen::VectorXd& u) const { return gradient + curvature * (u - start); }
  Eigen::VectorXd roots() const { return curvature.diagonal().cwiseSqrt(); }
};

Bowl crooked_bowl(Eigen::Index size, std::uint64_t seed) {
  PublicRandom random(seed);
  Eigen::MatrixXd columns(3 * size, size);
  Eigen::VectorXd target(3 * size);
  for (Eigen::Index i = 0; i < columns.rows(); ++i) {
    const double common = random.normal();
    for (Eigen::Index j = 0; j < size; ++j) columns(i, j) = common + random.normal();
    target[i] = random.normal() + common;
  }
  Bowl bowl;
  for (Eigen::Index j = 0; j < size; ++j) {
    columns.col(j) *= std::pow(10.0, static_cast<double>(j % 11) - 5);
    bowl.set.push_back({static_cast<std::size_t>(j)});
  }
  bowl.curvature = columns.transpose() * columns / static_cast<double>(columns.rows());
  bowl.gradient = -columns.transpose() * target / static_cast<double>(columns.rows());
  bowl.start = Eigen::VectorXd::Zero(size);
  return bowl;
}

template <class P>
WeightedPenalty even(P penalty, const Bowl& bowl) {
  return {AnyPenalty(penalty), std::vector<double>(bowl.set.size(), 1.0)};
}

TEST(Quadratic, IsSolvedToRoundingWhereEveryStepIsLinear) {
  for (const std::uint64_t seed : {1u, 2u, 3u}) {
    Bowl bowl = crooked_bowl(40, seed);
    bowl.start = bowl.roots().cwiseInverse();
    const Eigen::VectorXd scale = bowl.roots().cwiseInverse();
    for (const double strength : {0.0, 1e-6, 0.5, 1e6}) {
      const Eigen::VectorXd u = minimise_quadratic(even(L2{strength}, bowl), bowl.set, bowl.start, bowl.gradient,
                                                   bowl.curvature),
                            first = bowl.gradient + strength * bowl.start, left = bowl.slope_at(u) + strength * u;
      const double units = 1 / std::sqrt(1 + strength);
      EXPECT_LE(units * scale.cwiseProduct(left).norm(), 1e-12 * (1 + scale.cwiseProduct(first).norm())) << strength;
    }
  }
}

// Elastic nets without a kink and boxes without an end in sight are like any l2, and a kink however small is not.
TEST(Quadratic, MindsKinksAndEnds) {
  const Bowl bowl = crooked_bowl(6, 4);
  const auto solved = [&](const WeightedPenalty& penalty) {
    return minimise_quadratic(penalty, bowl.set, bowl.start, bowl.gradient, bowl.curvature);
  };
  const Eigen::VectorXd plain = solved(even(L2{0.5}, bowl));
  EXPECT_EQ(solved(even(ElasticNet{0.5, 0}, bowl)), plain);
  for (const auto& kinked : {even(ElasticNet{1e6, 1e-3}, bowl), even(L1{1e6}, bowl)})
    EXPECT_EQ(solved(kinked), Eigen::VectorXd::Zero(6));
  const Eigen::VectorXd held = solved(even(Box{0, 1e-7}, bowl));
  EXPECT_GE(held.minCoeff(), 0);
  EXPECT_LE(held.maxCoeff(), 1e-7);
  EXPECT_GT(held.maxCoeff(), 0);
  EXPECT_GT(solved(even(None{}, bowl)).maxCoeff(), 1e-7) << "or the box held nothing";
}

TEST(Quadratic, LeavesCoordinatesFreeThatThePenaltyDoes) {
  const Bowl bowl = crooked_bowl(6, 5);
  const WeightedPenalty penalty(AnyPenalty(L2{1e12}), {0, 1, 1, 1, 1, 0});
  const Eigen::VectorXd u = minimise_quadratic(penalty, bowl.set, bowl.start, bowl.gradient, bowl.curvature),
                        slope = bowl.slope_at(u);
  for (const Eigen::Index free : {0, 5}) EXPECT_NEAR(slope[free] / bowl.gradient[free], 0, 1e-9);
  for (const Eigen::Index held : {1, 2, 3, 4}) EXPECT_NEAR(u[held], 0, 1e-6);
}

// Of all that are equally good the nearest, in units in which coordinates are equally curved: twins share alike, on
// whatever scales they are, and what nothing is known of stays where it is.
TEST(Quadratic, GoesTheShortestWayWhereItIsSingular) {
  constexpr Eigen::Index kSize = 8;
  Bowl bowl = crooked_bowl(kSize, 6);
  const Eigen::VectorXd alone =
      minimise_quadratic(even(None{}, bowl), bowl.set, bowl.start, bowl.gradient, bowl.curvature);
  // Coordinate 1 becomes -3 times coordinate 0; the last has no curvature, and a slope that is rounding.
  Eigen::MatrixXd twins = Eigen::MatrixXd::Identity(kSize, kSize);
  twins(1, 1) = twins(kSize - 1, kSize - 1) = 0;
  twins(0, 1) = -3;
  Bowl singular = bowl;
  singular.curvature = twins.transpose() * bowl.curvature * twins;
  singular.gradient = twins.transpose() * bowl.gradient;
  singular.start = Eigen::VectorXd::Constant(kSize, 0.25);
  singular.gradient[kSize - 1] = 1e-17;
  const Eigen::VectorXd u =
      minimise_quadratic(even(None{}, singular), singular.set, singular.start, singular.gradient, singular.curvature);
  ASSERT_TRUE(u.allFinite());
  EXPECT_EQ(u[kSize - 1], 0.25);
  const Eigen::VectorXd moved = u - singular.start, roots = singular.roots();
  EXPECT_NEAR(moved[1] * roots[1], -moved[0] * roots[0], 1e-9 * std::abs(moved[0] * roots[0]));
  EXPECT_GT(std::abs(moved[0] * roots[0]), 1e-3) << "or it did not move";
  const Eigen::VectorXd left = singular.slope_at(u).head(kSize - 1);
  EXPECT_LE(left.cwiseQuotient(roots.head(kSize - 1)).norm(),
            1e-11 * singular.gradient.head(kSize - 1).cwiseQuotient(roots.head(kSize - 1)).norm());
  EXPECT_NE(alone[1], 0);
}

// More than are taken apart: the answer may be another one, and is as good.
TEST(Quadratic, IsSolvedWhereItIsSingularAndLarge) {
  constexpr Eigen::Index kSize = 1100;
  Bowl bowl = crooked_bowl(20, 7);
  Eigen::MatrixXd spread = Eigen::MatrixXd::Zero(20, kSize);
  for (Eigen::Index j = 0; j < kSize; ++j) spread(j % 20, j) = 1 + static_cast<double>(j % 7);
  bowl.curvature = (spread.transpose() * bowl.curvature * spread).eval();
  bowl.gradient = (spread.transpose() * bowl.gradient).eval();
  bowl.start = Eigen::VectorXd::Zero(kSize);
  bowl.set.clear();
  for (std::size_t j = 0; j < kSize; ++j) bowl.set.push_back({j});
  const Eigen::VectorXd u = minimise_quadratic(even(None{}, bowl), bowl.set, bowl.start, bowl.gradient, bowl.curvature);
  const Eigen::VectorXd units = bowl.roots().cwiseInverse();
  EXPECT_LE(units.cwiseProduct(bowl.slope_at(u)).norm(), 1e-9 * units.cwiseProduct(bowl.gradient).norm());
}

TEST(Quadratic, OfNothingIsNothing) {
  const WeightedPenalty none(AnyPenalty(None{}), {});
  EXPECT_EQ(minimise_quadratic(none, {}, Eigen::VectorXd(), Eigen::VectorXd(), Eigen::MatrixXd()).size(), 0);
}

}  // namespace
}  // namespace discreet
