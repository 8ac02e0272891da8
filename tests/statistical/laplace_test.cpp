#include <gtest/gtest.h>

#include <cmath>

#include "discreet/oracle/histogram.hpp"
#include "discreet/privacy/additive_noise.hpp"
#include "tests/statistical/support.hpp"
#include "tests/support/make.hpp"

namespace discreet {
namespace {

// So many that two per cent lie 12 deviations away: twice what a false alarm takes, so neither error is ever seen.
constexpr int kDraws = 400'000;

// The noise that three empty cells come back with, through the same door as any others.
std::vector<double> mean_sizes_of_noise(double multiplier, Neighbours neighbours) {
  const Dataset data = testing::make_dataset({{std::nan("")}, {std::nan("")}}, {0, 0});
  testing::Bench bench;
  const Histogram histogram(data, 1, bench.machinery, 0, {0, 1});
  SecureRandom source;
  Laplace laplace(source);
  Permit permit = testing::make_permit("cells", LaplaceEvent{{multiplier}}, kDraws, 3, neighbours);
  std::vector<double> sizes(3, 0.0);
  for (int k = 0; k < kDraws; ++k) {
    const auto noise = laplace.release(histogram.laplace_shares(permit.pay("cells"))).value();
    for (std::size_t j = 0; j < 3; ++j) sizes[j] += std::abs(noise[j]) / kDraws;
  }
  return sizes;
}

// The size of Laplace noise is exponential, which is half of a chi-square with two degrees of freedom.
bool looks_like_scale(double mean_size, double scale) {
  return testing::looks_like_variance(mean_size, scale, 2 * kDraws);
}

TEST(Laplace, AddsNoiseOfTheScaleThatWasPaidFor) {
  for (const double multiplier : {0.5, 3.0, 1000.0}) {
    for (const double seen : mean_sizes_of_noise(multiplier, Neighbours::replace_one)) {
      EXPECT_TRUE(looks_like_scale(seen, 2 * multiplier)) << "a row leaves one cell and enters another";
      EXPECT_FALSE(looks_like_scale(seen, std::sqrt(2.0) * multiplier)) << "the Euclidean distance must be seen";
      EXPECT_FALSE(looks_like_scale(0.98 * seen, 2 * multiplier)) << "and two per cent too little";
    }
    for (const double seen : mean_sizes_of_noise(multiplier, Neighbours::zero_out))
      EXPECT_TRUE(looks_like_scale(seen, multiplier));
  }
}

}  // namespace
}  // namespace discreet
