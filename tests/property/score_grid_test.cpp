// Whatever the scores, their sensitivity and epsilon are, the grid never moves two of them further apart than it says
// and the rate never uses more than was paid for, in integers and without rounding.
#include "discreet/mechanism/score_grid.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

#include "discreet/base/public_random.hpp"
#include "discreet/base/wide.hpp"
#ifdef DISCREET_RAPIDCHECK
#include <rapidcheck.h>
#endif

namespace discreet {
namespace {

// Two scores that are at most `sensitivity` apart as real numbers: steps back from any that are not.
bool keeps_apart(double score, double sensitivity, double part) {
  const ScoreGrid grid = ScoreGrid::fitting({1}, {sensitivity});
  double other = score + part * sensitivity;
  // The difference of two doubles is exact when they are close, and in doubt it is rounded to the even one.
  while (std::abs(static_cast<long double>(other) - static_cast<long double>(score)) > sensitivity)
    other = std::nextafter(other, score);
  return std::abs(grid.cells(other) - grid.cells(score)) <= grid.sensitivity();
}

// numerator * spread * sensitivity <= epsilon * 2^exponent; the left side is below 2^64 and the right one a double
// times a power of two, so rounding it down to an integer decides.
bool pays_for(double epsilon, double sensitivity, bool monotone) {
  const ScoreGrid grid = ScoreGrid::fitting({epsilon}, {sensitivity, monotone});
  const Rate rate = grid.rate();
  const Wide used = static_cast<Wide>(rate.numerator) * static_cast<Wide>(grid.sensitivity()) * (monotone ? 1 : 2);
  const double paid = std::floor(std::ldexp(epsilon, rate.exponent));
  return rate.exponent < 128 && rate.exponent >= 0 && (paid >= 0x1p100 || used <= static_cast<Wide>(paid));
}

TEST(ScoreGrid, NeverMovesScoresFurtherApartThanItSays) {
  PublicRandom random(5);
  for (int trial = 0; trial < 200'000; ++trial) {
    const double sensitivity = std::pow(10.0, 600 * random.uniform() - 300);
    const double score = sensitivity * std::pow(10.0, 25 * random.uniform() - 12) * random.normal();
    const double part = random.below(2) == 0 ? 1 : random.uniform();
    ASSERT_TRUE(keeps_apart(score, sensitivity, random.below(2) == 0 ? part : -part)) << score << " " << sensitivity;
  }
}

TEST(ScoreGrid, WouldBeCaughtForgettingThatItRounds) {
  PublicRandom random(6);
  const ScoreGrid grid = ScoreGrid::fitting({1}, {1.3});
  std::int64_t furthest = 0;
  for (int trial = 0; trial < 1000; ++trial) {
    const double score = random.normal();
    furthest = std::max(furthest, std::abs(grid.cells(score + 1.3) - grid.cells(score)));
  }
  EXPECT_EQ(furthest, grid.sensitivity()) << "the cell that is added for rounding is reached";
}

TEST(ScoreGrid, NeverUsesMoreThanWasPaidFor) {
  PublicRandom random(7);
  for (int trial = 0; trial < 200'000; ++trial)
    ASSERT_TRUE(pays_for(std::pow(10.0, 24 * random.uniform() - 12), std::pow(10.0, 40 * random.uniform() - 20),
                         random.below(2) == 0));
}

#ifdef DISCREET_RAPIDCHECK
TEST(ScoreGrid, HoldsForWhatARandomSearchThinksOf) {
  EXPECT_TRUE(rc::check([](double score, double sensitivity, double part) {
    RC_PRE(sensitivity != 0 && std::abs(sensitivity) < 1e150 && std::abs(score) < 1e150);
    RC_ASSERT(keeps_apart(score, std::abs(sensitivity), std::fmod(part, 1.0)));
  }));
  EXPECT_TRUE(rc::check([](double epsilon, double sensitivity, bool monotone) {
    RC_PRE(std::abs(epsilon) > 1e-15 && sensitivity != 0);
    RC_ASSERT(pays_for(std::abs(epsilon), std::abs(sensitivity), monotone));
  }));
}
#endif

}  // namespace
}  // namespace discreet
