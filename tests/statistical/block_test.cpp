// Two neighbouring datasets and the slopes of a block, many times. The worst replaced row has all its allowance within
// the block, first one way and then the other; the best test against it adds up the answers along that direction. In
// units of the noise the two sums are normal with means at most 1/multiplier apart, and the difference of the two
// averages of N runs has a standard deviation of sqrt(2/N).
#include <gtest/gtest.h>

#include <cmath>

#include "discreet/oracle/oracle.hpp"
#include "discreet/privacy/additive_noise.hpp"
#include "tests/statistical/support.hpp"
#include "tests/support/fake_oracle.hpp"
#include "tests/support/make.hpp"

namespace discreet {
namespace {

constexpr double kMultiplier = 1;
constexpr int kRuns = 100'000;
const double kTolerance = testing::kDeviations * std::sqrt(2.0 / kRuns);
const std::vector<Coordinate> kBlock{{0}, {2}};
constexpr Clip kClip{ClipRule::ball, 2};

// How far apart two oracles' answers are on average, in standard deviations of their noise, along `direction` (of norm
// 1 in units of the root of the smoothness).
double apart(Oracle& here, Oracle& there, const std::vector<double>& direction) {
  SecureRandom source;
  Gaussian gaussian(source);
  const auto mean = [&](Oracle& oracle) {
    Permit permit = testing::make_permit("slopes", kMultiplier, kRuns, kBlock.size());
    const double noise = kMultiplier * 2 * kClip.threshold / oracle.normaliser();
    double sum = 0;
    for (int run = 0; run < kRuns; ++run) {
      const auto slopes = gaussian.release(oracle.block_slopes(permit.pay("slopes"), kClip, kBlock)).value();
      for (std::size_t k = 0; k < kBlock.size(); ++k)
        sum += direction[k] * slopes[k] / std::sqrt(oracle.frame().smoothness[kBlock[k].value]) / noise;
    }
    return sum / kRuns;
  };
  return mean(here) - mean(there);
}

TEST(BlockSlopes, KeepNeighboursAsCloseAsWasPaidForAndUseAllOfIt) {
  // Most of the canary lies outside the block: a ball for the whole row would use little of the allowance.
  const testing::Rows rows{{30, -800, 10}, {0.1, 0.2, 0.3}, {-0.2, 0.1, 0.1}};
  const Dataset data = testing::make_dataset(rows, {1e5, 0.1, 0.2}),
                other = testing::make_dataset(rows, {-1e5, 0.1, 0.2});
  testing::Bench bench;
  const auto here = bench.oracle(data, "squared"), there = bench.oracle(other, "squared");
  for (Oracle* oracle : {here.get(), there.get()}) oracle->set_frame({{1, 4, 0.25}, {0, 0, 0}});
  const double norm = std::sqrt(30.0 * 30 + 20 * 20);
  const double measured = apart(*here, *there, {-30 / norm, -20 / norm});
  EXPECT_LE(measured, 1 / kMultiplier + kTolerance);
  EXPECT_GE(measured, 0.95 / kMultiplier - kTolerance) << "an audit without power proves nothing";
}

// One row that clips each coordinate of a block to the ball's radius instead of all of them together: the fault of a
// block norm that forgets to add up.
class EachByItself final : public testing::FakeOracle {
 public:
  EachByItself(double sign, double share) : FakeOracle(3), share_(sign * share) {}

 private:
  std::vector<std::int64_t> block_slope_cells(const BlockGrid& grid) override {
    return std::vector<std::int64_t>(grid.block.size(), std::llround(share_ * grid.limit));
  }
  double share_;
};

TEST(BlockSlopes, WouldBeCaughtClippingEachCoordinateByItself) {
  const double half = std::sqrt(0.5);
  for (const double share : {half, 1.0}) {
    EachByItself here(1, share), there(-1, share);
    const double measured = apart(here, there, {half, half});
    EXPECT_EQ(measured <= 1 / kMultiplier + kTolerance, share == half) << measured;
  }
}

}  // namespace
}  // namespace discreet
