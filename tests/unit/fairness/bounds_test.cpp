#include "discreet/fairness/bounds.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "discreet/fairness/distance.hpp"
#include "discreet/privacy/gdp.hpp"

namespace discreet {
namespace {

TEST(AccuracyBounds, AreWhatWasWorkedOutByHand) {
  const std::vector<MarginRow> rows{{0.5, true}, {0.8, false}, {2, true}, {4, true}};
  const AccuracyBounds found = bounds_of(rows);
  EXPECT_NEAR(found.markov, (2 + 1.25 + 0.5 + 0.25) / 4, 1e-12);
  EXPECT_NEAR(found.truncated, (2 + 1.25) / 4, 1e-12);
  EXPECT_NEAR(found.near, 0.5, 1e-12);
  EXPECT_NEAR(found.lost, 0.25, 1e-12);
  EXPECT_NEAR(found.gained, 0.25, 1e-12);
  double least = 1;  // by brute force
  for (double t = 0; t < 10; t += 1e-4)
    least = std::min(least, (std::exp(0.5 * t) + std::exp(0.2 * t) + std::exp(-t) + std::exp(-3 * t)) / 4);
  EXPECT_NEAR(found.chernoff, least, 1e-7);
}

TEST(AccuracyBounds, AreNothingForRowsThatCannotMove) {
  const AccuracyBounds still =
      bounds_of(std::vector<MarginRow>{{margin_ratio(0, 0), true}, {margin_ratio(3, 0), false}});
  for (const double bound : {still.markov, still.truncated, still.chernoff, still.near, still.lost, still.gained})
    EXPECT_EQ(bound, 0);
  const AccuracyBounds far = bounds_of(std::vector<MarginRow>{{1.5, true}, {2, true}});
  EXPECT_EQ(far.near, 0);
  EXPECT_LT(far.chernoff, 1e-6) << "nobody is within reach, and t may grow without end";
  EXPECT_EQ(bounds_of(std::vector<MarginRow>{}).near, 0);
}

TEST(AccuracyBounds, CountAMarginOfZeroAsWithinReach) {
  const AccuracyBounds found = bounds_of(std::vector<MarginRow>{{margin_ratio(0, 1), true}, {3, true}});
  EXPECT_TRUE(std::isinf(found.markov));
  EXPECT_EQ(found.near, 0.5);
  EXPECT_LE(found.chernoff, 1);
}

TEST(LevelBounds, TakeLossesAndGainsWhereTheyCount) {
  FairnessLevel level;
  level.weights = {0.75, -0.25, 0};
  AccuracyBounds first, second, third;
  first.near = 0.3, first.lost = 0.2, first.gained = 0.1;
  second.near = 0.5, second.lost = 0.1, second.gained = 0.4;
  third.markov = HUGE_VAL;
  const LevelBounds found = bounds_of(level, std::vector<AccuracyBounds>{first, second, third});
  EXPECT_NEAR(found.down, 0.75 * 0.2 + 0.25 * 0.4, 1e-12);
  EXPECT_NEAR(found.up, 0.75 * 0.1 + 0.25 * 0.1, 1e-12);
  EXPECT_NEAR(found.near, 0.75 * 0.3 + 0.25 * 0.5, 1e-12);
  EXPECT_EQ(found.markov, 0) << "a part that does not count adds nothing, not even an infinite bound";
}

TEST(Distance, OfOutputPerturbationIsTheQuantileOfTheNoise) {
  // The 99 % quantile of chi-square with 1 and with 38 degrees of freedom, from tables.
  EXPECT_NEAR(output_distance(2, 1, 0.01), 2 * 2.5758293, 1e-6);
  EXPECT_NEAR(std::pow(output_distance(1, 38, 0.01), 2), 61.1621, 1e-3);
  EXPECT_NEAR(normal_distance(2, 0.01), 2 * 2.5758293, 1e-6);
}

TEST(Distance, OfThePublicationIsLooser) {
  const double n = 182'339, sensitivity = sensitivity_of_minimum(6, 1, n, Neighbours::replace_one);
  const Budget budget{{1}, {1 / (n * n)}};
  EXPECT_NEAR(sensitivity, 12 / n, 1e-12);
  // d^2 = 32 p L^2 log(1.25/delta) log(2/zeta) / (mu^2 n^2 eps^2), by hand.
  const double published = std::sqrt(32 * 38 * 36 * std::log(1.25 * n * n) * std::log(200.)) / n;
  EXPECT_NEAR(published_distance(sensitivity, budget, 38, 0.01), published, 1e-9);
  const double exact = output_distance(output_deviation(sensitivity, budget), 38, 0.01);
  EXPECT_GT(published / exact, 3.6) << "what its tail gives away, times what exact accounting saves";
  EXPECT_LT(published / exact, 5);
}

TEST(Distance, OfSgdHasTheNoiseOfAllCoordinates) {
  const SgdRun run{0.5, 2, 0.1, 100, 3, 0.7, 0.2, 10};
  const double square = std::pow(1 - 0.05, 100) * 9 + 0.1 * (1.4 + 10 * 0.04) / 0.5;
  EXPECT_NEAR(sgd_distance(run, 0.1), std::sqrt(square / 0.1), 1e-9);
  SgdRun longer = run;
  longer.step = 0.3;
  EXPECT_TRUE(std::isinf(sgd_distance(longer, 0.1))) << "the step is above 1/(2 smoothness)";
}

}  // namespace
}  // namespace discreet
