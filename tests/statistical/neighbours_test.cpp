// Two neighbouring datasets, the same questions, many times: the answers must be as hard to tell apart as was paid for.
// Under the ball rule the worst replaced row points one way with all its allowance and then the other way; the best
// test against it adds up the answers along that direction. In units of the noise the two sums are normal with means at
// most 1/multiplier apart, and the difference of the two averages of N runs has a standard deviation of sqrt(2/N).
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

// How far apart two oracles' passes are on average, in standard deviations of their noise, along `direction` (of norm 1
// in units of the root of the smoothness).
double apart(Oracle& here, Oracle& there, Clip clip, const std::vector<double>& direction) {
  SecureRandom source;
  Gaussian gaussian(source);
  const std::size_t p = direction.size();
  const auto mean = [&](Oracle& oracle) {
    Permit permit = testing::make_permit("slopes", kMultiplier, kRuns, p);
    const double noise = kMultiplier * 2 * clip.threshold / oracle.normaliser();
    double sum = 0;
    for (int run = 0; run < kRuns; ++run) {
      SlopeGroup group = oracle.slopes(permit.pay("slopes"), clip);
      for (std::size_t j = 0; j < p; ++j)
        sum +=
            direction[j] * gaussian.release(group.slope({j})).value() / std::sqrt(oracle.frame().smoothness[j]) / noise;
    }
    return sum / kRuns;
  };
  return mean(here) - mean(there);
}

TEST(BallRule, KeepsNeighboursAsCloseAsWasPaidForAndUsesAllOfIt) {
  const Frame frame{{1, 4, 0.25}, {0, 0, 0}};
  // The first row is the canary: so far out that both versions are clipped.
  const testing::Rows rows{{30, -80, 10}, {0.1, 0.2, 0.3}, {-0.2, 0.1, 0.1}};
  const Dataset data = testing::make_dataset(rows, {1000, 0.1, 0.2}),
                other = testing::make_dataset(rows, {-1000, 0.1, 0.2});
  testing::Bench bench;
  const auto here = bench.oracle(data, "squared"), there = bench.oracle(other, "squared");
  here->set_frame(frame);
  there->set_frame(frame);
  std::vector<double> direction{-30, 40, -20};
  const double norm = std::sqrt(30.0 * 30 + 40 * 40 + 20 * 20);
  for (double& d : direction) d /= norm;
  const double measured = apart(*here, *there, {ClipRule::ball, 2}, direction);
  EXPECT_LE(measured, 1 / kMultiplier + kTolerance);
  EXPECT_GE(measured, 0.95 / kMultiplier - kTolerance) << "an audit without power proves nothing";
}

// Slopes of one row that oversteps its threshold by a factor.
class Overstepping final : public testing::FakeOracle {
 public:
  Overstepping(double sign, double factor) : FakeOracle(1), factor_(sign * factor) {}

 private:
  std::int64_t slope_cells(Coordinate, const Grid& grid) override { return std::llround(factor_ * grid.limit); }
  std::vector<std::int64_t> all_slope_cells(std::span<const double>, double limit, double) override {
    return {std::llround(factor_ * limit)};
  }
  std::vector<std::int64_t> block_slope_cells(const BlockGrid& grid) override {
    return {std::llround(factor_ * grid.limit)};
  }
  double factor_;
};

TEST(BallRule, WouldBeCaughtClippingTenPerCentTooLate) {
  for (const double factor : {1.0, 1.1}) {
    Overstepping here(1, factor), there(-1, factor);
    const double measured = apart(here, there, {ClipRule::ball, 2}, {1});
    EXPECT_EQ(measured <= 1 / kMultiplier + kTolerance, factor == 1.0) << measured;
  }
}

TEST(BoxRule, KeepsNeighboursAsCloseAsWasPaidFor) {
  const Dataset data = testing::make_dataset({{50}, {0.1}}, {1000, 0}),
                other = testing::make_dataset({{50}, {0.1}}, {-1000, 0});
  testing::Bench bench;
  const auto here = bench.oracle(data, "squared"), there = bench.oracle(other, "squared");
  for (Oracle* oracle : {here.get(), there.get()}) oracle->set_frame(testing::flat_frame(1));
  const double measured = apart(*here, *there, {ClipRule::uniform, 2}, {-1});
  EXPECT_NEAR(measured, 1 / kMultiplier, kTolerance);
}

}  // namespace
}  // namespace discreet
