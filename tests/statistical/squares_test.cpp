// The published way to buy smoothness constants: means of bounded squares with Laplace noise.
#include <gtest/gtest.h>

#include <cmath>

#include "discreet/oracle/census.hpp"
#include "discreet/privacy/additive_noise.hpp"
#include "tests/statistical/support.hpp"
#include "tests/support/make.hpp"

namespace discreet {
namespace {

constexpr int kDraws = 400'000;
const std::vector<std::size_t> kColumns{0, 1};
const std::vector<double> kBounds{4, 100};

// The size of Laplace noise is exponential, which is half of a chi-square with two degrees of freedom.
bool looks_like_scale(double mean_size, double scale) {
  return testing::looks_like_variance(mean_size, scale, 2 * kDraws);
}

std::vector<double> mean_sizes(double multiplier) {
  const Dataset data = testing::make_dataset({{std::nan(""), std::nan("")}}, {0});
  testing::Bench bench;
  const Census census(data, 10, bench.machinery);
  SecureRandom source;
  Laplace laplace(source);
  Permit permit = testing::make_permit("smoothness", LaplaceEvent{{multiplier}}, kDraws, 2);
  std::vector<double> sizes(2, 0.0);
  for (int k = 0; k < kDraws; ++k) {
    const auto noise = laplace.release(census.squares(permit.pay("smoothness"), kColumns, kBounds)).value();
    for (std::size_t j = 0; j < 2; ++j) sizes[j] += std::abs(noise[j]) / kDraws;
  }
  return sizes;
}

// Two columns: a row moves the sum of both, in units of their bounds, by at most 2 under every relation.
TEST(Squares, CarryNoiseForEveryColumnTogether) {
  const std::vector<double> sizes = mean_sizes(20);
  for (std::size_t j = 0; j < 2; ++j) {
    const double scale = 20 * 2 * kBounds[j] / 10;
    EXPECT_TRUE(looks_like_scale(sizes[j], scale)) << j;
    EXPECT_FALSE(looks_like_scale(sizes[j], scale / 2)) << "noise for one column alone must be seen";
    EXPECT_FALSE(looks_like_scale(0.98 * sizes[j], scale)) << "and two per cent too little";
  }
}

}  // namespace
}  // namespace discreet
