#include "discreet/audit/bounds.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "discreet/base/contract.hpp"
#include "discreet/base/normal.hpp"

namespace discreet {
namespace {

TEST(Chances, AreBoundedByClopperAndPearson) {
  // Where nothing happened in n runs the upper bound solves (1-p)^n = miss, and the lower one is its mirror image.
  EXPECT_EQ(least_chance({100, 0}, 0.01), 0);
  EXPECT_NEAR(most_chance({100, 0}, 0.01), 1 - std::pow(0.01, 0.01), 1e-12);
  EXPECT_NEAR(least_chance({100, 100}, 0.01), std::pow(0.01, 0.01), 1e-12);
  EXPECT_EQ(most_chance({100, 100}, 0.01), 1);
  // Table of exact limits: 10 of 100 at 95 % on both sides.
  EXPECT_NEAR(least_chance({100, 10}, 0.025), 0.0490, 1e-4);
  EXPECT_NEAR(most_chance({100, 10}, 0.025), 0.1762, 1e-4);
  EXPECT_THROW((void)least_chance({10, 11}, 0.01), ContractViolation);
}

TEST(Contrasts, SayWhatTheyRefute) {
  const Contrast seen{0.3, 0.1};
  EXPECT_NEAR(seen.least_epsilon({0.01}).value, std::log(2.9), 1e-12);
  EXPECT_TRUE(seen.breaks({{1.0}, {0.01}}));
  EXPECT_FALSE(seen.breaks({{1.1}, {0.01}}));
  EXPECT_EQ(seen.least_epsilon({0.3}).value, 0) << "all of it may be delta";
  EXPECT_EQ((Contrast{0.1, 0.3}.least_epsilon({0}).value), 0);
  EXPECT_NEAR((Contrast{normal_cdf(0.7), normal_cdf(-0.3)}.least_mu().value), 1, 1e-9);
  EXPECT_EQ((Contrast{0, 1}.least_mu().value), 0);
}

// Worked by hand: two guesses, both right. The chance is q^2, plus 2 m delta times the larger of P(1) and P(0 or 1)/2.
TEST(GuessesOfOneRun, HaveTheChanceOfThePublication) {
  const double epsilon = 0.5, q = 1 / (1 + std::exp(-epsilon)), delta = 1e-3;
  EXPECT_NEAR(chance_of_guesses({10, 2, 2}, {{epsilon}, {0}}), q * q, 1e-14);
  EXPECT_NEAR(chance_of_guesses({10, 2, 2}, {{epsilon}, {delta}}),
              q * q + 2 * 10 * delta * std::max(2 * q * (1 - q), (1 - q * q) / 2), 1e-14);
  EXPECT_EQ(chance_of_guesses({10, 0, 0}, {{epsilon}, {0}}), 1);
  EXPECT_EQ(chance_of_guesses({10, 5, 0}, {{epsilon}, {0}}), 1);
}

TEST(GuessesOfOneRun, ProveMoreTheMoreOfThemAreRight) {
  EXPECT_EQ(least_epsilon({1000, 1000, 500}, {0}, 0.05).value, 0);
  const double some = least_epsilon({1000, 1000, 700}, {0}, 0.05).value,
               all = least_epsilon({1000, 1000, 1000}, {0}, 0.05).value;
  // 70 % right is e^epsilon = 7/3 at best; 1.64 deviations below, 0.676.
  EXPECT_NEAR(some, std::log(0.676 / 0.324), 0.02);
  // All right: q^1000 = 0.05.
  EXPECT_NEAR(all, std::log(std::pow(0.05, 1e-3) / (1 - std::pow(0.05, 1e-3))), 0.02);
  EXPECT_LT(least_epsilon({1000, 1000, 700}, {1e-4}, 0.05).value, some);
}

}  // namespace
}  // namespace discreet
