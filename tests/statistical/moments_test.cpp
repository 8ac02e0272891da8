// The matrix of products for two neighbouring datasets, many times. The worst replaced row has all its length in one
// direction, and then in another at right angles; the best test against it adds up the answers along the difference of
// the two matrices. In units of the noise the two sums are normal with means at most 1/multiplier apart.
#include <gtest/gtest.h>

#include <cmath>

#include "discreet/oracle/census.hpp"
#include "discreet/privacy/additive_noise.hpp"
#include "tests/statistical/support.hpp"
#include "tests/support/make.hpp"

namespace discreet {
namespace {

constexpr double kMultiplier = 1;
constexpr int kRuns = 100'000;
const double kTolerance = testing::kDeviations * std::sqrt(2.0 / kRuns);

// Radius R and rows of `length`: rows that are longer than they are said to be are those of a covariance of unclipped
// data.
double apart(double radius, double length, bool scaled) {
  SecureRandom source;
  Gaussian gaussian(source);
  testing::Bench bench;
  const std::vector<double> centres{0, 0}, factors{1, 1};
  const Census::Units units{centres, factors, Census::Target{0, 1}};
  const auto mean = [&](const testing::Rows& rows) {
    const Dataset data = testing::make_dataset(rows, {0, 0.1});
    const Census census(data, 1, bench.machinery);
    Permit permit = testing::make_permit("moments", kMultiplier, kRuns, 6);
    // The fault: noise for rows of length R, and rows that only a larger ball contains.
    const double ball = scaled ? radius : length;
    const double noise = kMultiplier * std::sqrt(2.0) * radius * radius;
    double sum = 0;
    for (int run = 0; run < kRuns; ++run) {
      const auto found = gaussian.release(census.products(permit.pay("moments"), units, ball)).value();
      sum += (found[0] - found[2]) / std::sqrt(2.0) / noise;  // the two squares
    }
    return sum / kRuns;
  };
  return mean({{length, 0}, {0.1, 0.1}}) - mean({{0, length}, {0.1, 0.1}});
}

TEST(Moments, KeepNeighboursAsCloseAsWasPaidForAndUseAllOfIt) {
  const double measured = apart(1, 50, true);
  EXPECT_LE(measured, 1 / kMultiplier + kTolerance);
  EXPECT_GE(measured, 0.95 / kMultiplier - kTolerance);
}

TEST(Moments, WouldBeCaughtMultiplyingRowsThatAreLongerThanTheyAreSaidToBe) {
  // A ball of 1.2 with the noise of a ball of 1; the draws are noisier by 1.44, and so is the tolerance.
  EXPECT_GT(apart(1, 1.2, false), 1 / kMultiplier + 1.44 * kTolerance);
}

}  // namespace
}  // namespace discreet
