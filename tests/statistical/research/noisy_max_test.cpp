// The published choice on two neighbouring datasets, the worst that a replaced row can do to it. It keeps what it is
// charged with and breaks what it claims, which is half of that.
#include "discreet/research/noisy_max.hpp"

#include <gtest/gtest.h>

#include "discreet/research/largest_slope.hpp"
#include "tests/statistical/audit.hpp"
#include "tests/support/make.hpp"

namespace discreet {
namespace {

constexpr double kCharged = 1, kClaimed = 0.5;
constexpr std::size_t kRuns = 1'000'000;

// Squared loss at zero with labels of -1: the slope of a column is its clipped sum. 24 rows push both columns, 14 the
// second one only, and the canary pushes them in opposite directions: in units of a row's allowance the sums are (25,
// 37) or (23, 39), where a row can move one by 2 and noise of the claim has a scale of 4. So z/l is 3 and 4, and the
// logarithm of the odds of the first is 2 kClaimed - log(6/5) = 0.82, of which about 0.75 is proved by so many runs,
// 0.65 almost surely.
testing::Rows rows(double canary, int apart) {
  testing::Rows made{{canary, -canary}};
  for (int k = 0; k < 24; ++k) made.push_back({1000, 1000});
  for (int k = 0; k < apart; ++k) made.push_back({0, 1000});
  return made;
}

double proven(double paid, int apart) {
  const std::vector<double> labels(static_cast<std::size_t>(25 + apart), -1);
  const Dataset data = testing::make_dataset(rows(1000, apart), labels),
                other = testing::make_dataset(rows(-1000, apart), labels);
  testing::Bench bench;
  SecureRandom source;
  NoisyMax noisy_max(source);
  const auto outcome = [&](Oracle& oracle) {
    oracle.set_frame(testing::flat_frame(2, 4));
    auto permit = std::make_shared<Permit>(testing::make_permit("choices", PureEvent{{paid}}, kRuns, 0));
    return [&, permit] {
      return noisy_max.release(LargestSlope::ask(oracle, permit->pay("choices"), {ClipRule::smoothness, 2})).value();
    };
  };
  const auto here = bench.oracle(data, "squared"), there = bench.oracle(other, "squared");
  return testing::proven_epsilon(outcome(*here), outcome(*there), 2, kRuns);
}

TEST(NoisyMax, KeepsWhatItIsChargedWithAndBreaksWhatItClaims) {
  const double found = proven(kCharged, 14);
  EXPECT_LE(found, kCharged);
  EXPECT_GT(found, 1.3 * kClaimed) << "noise for one sensitivity does not hide a choice";
}

// Half the noise shows best between columns that are closer: with sums 2 or 6 apart and a scale of 2 the first is
// chosen in 28 % or 6 % of the runs, whose logarithms are 1.5 apart.
TEST(NoisyMax, WouldBeCaughtWithHalfTheNoise) { EXPECT_GT(proven(2 * kCharged, 4), kCharged); }

}  // namespace
}  // namespace discreet
