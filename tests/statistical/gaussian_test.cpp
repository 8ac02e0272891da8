#include "discreet/privacy/gaussian.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/statistical/support.hpp"
#include "tests/support/make.hpp"

namespace discreet {
namespace {

constexpr int kDraws = 200'000;

// The noise that a slope of zero comes back with, through the same door as any other: rows of zeros have no slope.
double mean_square_of_noise(double multiplier, Neighbours neighbours) {
  const Dataset data = testing::make_dataset({{0, 0}, {0, 0}, {0, 0}, {0, 0}}, {0, 0, 0, 0});
  testing::Bench bench;
  const auto oracle = bench.oracle(data, "squared");
  oracle->set_frame(testing::flat_frame(2, 9));
  SecureRandom source;
  Gaussian gaussian(source);
  Permit permit = testing::make_permit("slopes", multiplier, kDraws, 2, neighbours);
  double sum = 0;
  for (int k = 0; k < kDraws; ++k) {
    SlopeGroup group = oracle->slopes(permit.pay("slopes"), {ClipRule::ball, 5});
    const double noise = gaussian.release(group.slope({k % 2 ? 0u : 1u})).value();
    sum += noise * noise;
  }
  return sum / kDraws;
}

// Four rows, threshold 5 in units of sqrt(9): replacing a row moves a mean slope by at most 2 * 5 * 3 / 4.
TEST(Gaussian, AddsNoiseOfTheVarianceThatWasPaidFor) {
  for (const double multiplier : {0.5, 3.0, 200.0}) {
    const double replaced = std::pow(multiplier * 2 * 5 * 3 / 4, 2), zeroed = replaced / 4;
    const double seen = mean_square_of_noise(multiplier, Neighbours::replace_one);
    EXPECT_TRUE(testing::looks_like_variance(seen, replaced, kDraws)) << multiplier;
    EXPECT_TRUE(testing::looks_like_variance(mean_square_of_noise(multiplier, Neighbours::zero_out), zeroed, kDraws))
        << multiplier;
    EXPECT_FALSE(testing::looks_like_variance(seen, zeroed, kDraws))
        << "sensitivity C where replacing needs 2C must be seen";
  }
}

TEST(Gaussian, WouldBeCaughtAddingFivePerCentTooLittle) {
  const double paid = std::pow(3.0 * 2 * 5 * 3 / 4, 2);
  EXPECT_FALSE(testing::looks_like_variance(mean_square_of_noise(0.95 * 3.0, Neighbours::replace_one), paid, kDraws));
}

TEST(Gaussian, AddsNothingToAnExactAnswer) { EXPECT_EQ(mean_square_of_noise(0, Neighbours::replace_one), 0); }

}  // namespace
}  // namespace discreet
