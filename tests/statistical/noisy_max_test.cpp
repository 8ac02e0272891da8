// The published choice on two neighbouring datasets, the worst that a replaced row can do to it. It keeps what it is
// charged with and breaks what it claims, which is half of that.
#include "discreet/privacy/noisy_max.hpp"

#include <gtest/gtest.h>

#include "tests/statistical/audit.hpp"
#include "tests/support/make.hpp"

namespace discreet {
namespace {

constexpr double kCharged = 1, kClaimed = 0.5;
constexpr std::size_t kRuns = 200'000;

// Squared loss at zero with labels of -1: the slope of a column is its clipped sum. 24 rows push both columns, 14 the
// second one only, and the canary pushes them in opposite directions: in units of a row's allowance the sums are (25,
// 37) or (23, 39), where a row can move one by 2 and noise of the claim has a scale of 4. So z/l is 3 and 4, and the
// logarithm of the odds of the first is 2 kClaimed - log(6/5) = 0.82, of which 0.75 is proved by so many runs.
testing::Rows rows(double canary) {
  testing::Rows made{{canary, -canary}};
  for (int k = 0; k < 24; ++k) made.push_back({1000, 1000});
  for (int k = 0; k < 14; ++k) made.push_back({0, 1000});
  return made;
}

double proven(double paid, std::size_t runs) {
  const std::vector<double> labels(39, -1);
  const Dataset data = testing::make_dataset(rows(1000), labels), other = testing::make_dataset(rows(-1000), labels);
  testing::Bench bench;
  SecureRandom source;
  NoisyMax noisy_max(source);
  const auto outcome = [&](Oracle& oracle) {
    oracle.set_frame(testing::flat_frame(2, 4));
    auto permit = std::make_shared<Permit>(testing::make_permit("choices", PureEvent{{paid}}, runs, 0));
    return [&, permit] {
      return noisy_max.release(oracle.largest_slope(permit->pay("choices"), {ClipRule::smoothness, 2})).value();
    };
  };
  const auto here = bench.oracle(data, "squared"), there = bench.oracle(other, "squared");
  return testing::proven_epsilon(outcome(*here), outcome(*there), 2, runs);
}

TEST(NoisyMax, KeepsWhatItIsChargedWithAndBreaksWhatItClaims) {
  const double found = proven(kCharged, kRuns);
  EXPECT_LE(found, kCharged);
  EXPECT_GT(found, 1.3 * kClaimed) << "noise for one sensitivity does not hide a choice";
}

// With half the noise the first column is chosen once in 200 runs or once in 1200: so many that what is proved is 1.47
// on average, with a deviation of 0.04.
TEST(NoisyMax, WouldBeCaughtWithHalfTheNoise) { EXPECT_GT(proven(2 * kCharged, 4 * kRuns), kCharged); }

}  // namespace
}  // namespace discreet
