#include "discreet/mechanism/objective_cost.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "discreet/base/normal.hpp"

namespace discreet {
namespace {

// The expectation of (1 - e^(epsilon - loss))_+ for a loss of c + mu^2/2 + mu |Z|, by the midpoint rule.
double integrated(double epsilon, double mu, double c) {
  constexpr double kStep = 1e-4;
  double sum = 0;
  for (double z = 0.5 * kStep; z < 40; z += kStep)
    sum += 2 * normal_density(z) * kStep * std::max(0.0, -std::expm1(epsilon - c - mu * mu / 2 - mu * z));
  return sum;
}

TEST(ObjectiveCost, IsTheIntegralOfItsPrivacyLoss) {
  for (const double epsilon : {0.1, 1.0, 5.0})
    for (const double noise : {0.3, 1.0, 4.0, 30.0})
      for (const double curvature : {0.0, 0.05}) {
        const double c = std::log1p(curvature);
        const double one = integrated(epsilon, 1 / noise, c), two = 2 * integrated(epsilon, 2 / noise, c);
        EXPECT_NEAR(objective_delta(epsilon, noise, curvature, Neighbours::zero_out), one, 1e-7 + 1e-5 * one);
        EXPECT_NEAR(objective_delta(epsilon, noise, curvature, Neighbours::replace_one), std::min(two, 1.0),
                    1e-7 + 1e-5 * two);
      }
}

TEST(ObjectiveCost, IsEverythingWhereTheCurvatureTellsTooMuch) {
  EXPECT_EQ(objective_delta(0.1, 1e6, 0.2, Neighbours::zero_out), 1);
  EXPECT_TRUE(std::isinf(objective_noise({{0.1}, {1e-9}}, 0.2, 5, Neighbours::zero_out)));
}

TEST(ObjectiveNoise, KeepsItsEventAndWastesNothing) {
  for (const Neighbours neighbours : {Neighbours::zero_out, Neighbours::replace_one})
    for (const double epsilon : {0.1, 1.0, 8.0}) {
      const ApproximateEvent event{{epsilon}, {1e-8}};
      const double noise = objective_noise(event, 0.02, 100, neighbours);
      EXPECT_LE(objective_delta(epsilon, noise, 0.02, neighbours), 1e-8);
      EXPECT_GT(objective_delta(epsilon, 0.999 * noise, 0.02, neighbours), 1e-8);
    }
}

// A sensitivity of C where replace-one needs 2C, and one direction where there are two.
TEST(ObjectiveNoise, IsMoreThanTwiceAsMuchWhenARowIsReplaced) {
  const ApproximateEvent event{{1}, {1e-8}};
  EXPECT_GT(objective_noise(event, 0, 1, Neighbours::replace_one),
            2 * objective_noise(event, 0, 1, Neighbours::zero_out));
}

}  // namespace
}  // namespace discreet
