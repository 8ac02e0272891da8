// The slopes of all classes for two neighbouring datasets, many times. The worst replaced row is as long as it may be
// and then points the other way; the best test against it adds up the answers along its slopes. In units of the noise
// the two sums are normal with means at most 1/multiplier apart, however many classes there are.
#include <gtest/gtest.h>

#include <cmath>

#include "discreet/oracle/softmax_oracle.hpp"
#include "discreet/privacy/additive_noise.hpp"
#include "tests/statistical/support.hpp"
#include "tests/support/make.hpp"

namespace discreet {
namespace {

constexpr double kMultiplier = 1;
constexpr int kRuns = 40'000;
constexpr std::size_t kClasses = 4;
const double kTolerance = testing::kDeviations * std::sqrt(2.0 / kRuns);

// Noise for a ball of radius 1, and rows in a ball of `radius`.
double apart(double radius) {
  SecureRandom source;
  Gaussian gaussian(source);
  testing::Bench bench;
  const std::vector<double> point(kClasses * 2, 0.0);
  const auto mean = [&](double x) {
    const Dataset data = testing::make_dataset({{x, 0}, {0.1, 0.1}}, {0, 1});
    SoftmaxOracle oracle(data, kClasses, false, 1, bench.machinery);
    oracle.set_frame(testing::flat_frame(2));
    Permit permit = testing::make_permit("slopes", kMultiplier, kRuns, oracle.numbers());
    double sum = 0;
    for (int run = 0; run < kRuns; ++run) {
      const auto found = gaussian.release(oracle.slopes(permit.pay("slopes"), radius, point)).value();
      // Along (-3, 1, 1, 1)/4, over its length.
      for (std::size_t k = 0; k < kClasses; ++k)
        sum += found[2 * k] * (k == 0 ? -0.75 : 0.25) / std::sqrt(0.75) / (2 * kMultiplier);
    }
    return sum / kRuns;
  };
  return mean(50) - mean(-50);
}

TEST(SoftmaxSlopes, KeepNeighboursAsCloseAsWasPaidForAndUseAllOfIt) {
  const double measured = apart(1);
  EXPECT_LE(measured, 1 / kMultiplier + kTolerance);
  EXPECT_GE(measured, 0.95 / kMultiplier - kTolerance);
}

TEST(SoftmaxSlopes, WouldBeCaughtInABallThatIsTooLarge) {
  // The draws are noisier by 1.2, and so is the tolerance.
  EXPECT_GT(apart(1.2), 1 / kMultiplier + 1.2 * kTolerance);
}

}  // namespace
}  // namespace discreet
