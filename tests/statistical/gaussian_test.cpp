#include <gtest/gtest.h>

#include <cmath>

#include "discreet/oracle/census.hpp"
#include "discreet/privacy/additive_noise.hpp"
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

// Every number of every answer of the census carries the noise that its sensitivity asks for, written down here by
// hand: m columns, z times sqrt(2m) for histograms, 2 sqrt(m) for means, sqrt(2) for row sizes, and half that (by the
// root of two for histograms) when a row is only zeroed out.
struct CensusNoise {
  std::vector<double> mean_squares;  // one for each number
};
CensusNoise census_noise(double multiplier, Neighbours neighbours, int which, int draws) {
  const Dataset data = testing::make_dataset({{0, 0, 0}, {0, 0, 0}}, {0, 0});
  testing::Bench bench;
  const Census census(data, 1, bench.machinery);
  const std::vector<std::size_t> columns{0, 1, 2};
  const std::vector<double> zeros(3, 0.0), ones(3, 1.0);
  SecureRandom source;
  Gaussian gaussian(source);
  Permit permit =
      testing::make_permit("scales", multiplier, static_cast<std::uint64_t>(draws), 3 * Octaves::kCells, neighbours);
  CensusNoise noise;
  for (int k = 0; k < draws; ++k) {
    Payment paid = permit.pay("scales");
    const std::vector<double> answer =
        which == 0   ? gaussian.release(census.sizes(std::move(paid), columns, zeros)).value()
        : which == 1 ? gaussian.release(census.means(std::move(paid), columns, zeros, ones)).value()
                     : gaussian.release(census.row_sizes(std::move(paid), columns, Census::RowSize::mean)).value();
    noise.mean_squares.resize(answer.size(), 0.0);
    for (std::size_t j = 0; j < answer.size(); ++j) noise.mean_squares[j] += answer[j] * answer[j] / draws;
  }
  return noise;
}

TEST(Gaussian, GivesEveryNumberOfACensusItsNoise) {
  constexpr double z = 4;
  constexpr std::size_t kNumbers = 3 * Octaves::kCells;
  const double replaced[] = {z * std::sqrt(6.0), z * 2 * std::sqrt(3.0), z * std::sqrt(2.0)};
  const double zeroed[] = {z * std::sqrt(3.0), z * std::sqrt(3.0), z};
  for (int which = 0; which < 3; ++which) {
    const int draws = which == 1 ? 100'000 : 3000;
    for (const double mean_square : census_noise(z, Neighbours::replace_one, which, draws).mean_squares) {
      ASSERT_TRUE(testing::looks_like_variance(mean_square, replaced[which] * replaced[which],
                                               static_cast<std::size_t>(draws), kNumbers))
          << which;
      ASSERT_FALSE(testing::looks_like_variance(mean_square, 0.5 * replaced[which] * replaced[which],
                                                static_cast<std::size_t>(draws), kNumbers))
          << "a sensitivity short by the root of two must be seen";
    }
    for (const double mean_square : census_noise(z, Neighbours::zero_out, which, draws).mean_squares)
      ASSERT_TRUE(testing::looks_like_variance(mean_square, zeroed[which] * zeroed[which],
                                               static_cast<std::size_t>(draws), kNumbers))
          << which;
  }
}

// Two lines of a plan with different noise, asked in turn: what was drawn ahead for one must not serve the other.
TEST(Gaussian, KeepsTheNoiseOfDifferentQuestionsApart) {
  const Dataset data = testing::make_dataset({{0, 0}, {0, 0}}, {0, 0});
  testing::Bench bench;
  const auto oracle = bench.oracle(data, "squared");
  oracle->set_frame(testing::flat_frame(2));
  SecureRandom source;
  Gaussian gaussian(source);
  Permit weak = testing::make_permit("slopes", 1, kDraws, 1), strong = testing::make_permit("slopes", 1000, kDraws, 1);
  double sum[2] = {};
  for (int k = 0; k < kDraws; ++k) {
    SlopeGroup group = oracle->slopes((k % 2 ? weak : strong).pay("slopes"), {ClipRule::uniform, 1});
    const double noise = gaussian.release(group.slope({0})).value();
    sum[k % 2] += noise * noise / (kDraws / 2);
  }
  const double unit = 2 / std::sqrt(2.0) / 2;  // two thresholds of 1/sqrt(2), over two rows
  EXPECT_TRUE(testing::looks_like_variance(sum[1], unit * unit, kDraws / 2));
  EXPECT_TRUE(testing::looks_like_variance(sum[0], 1e6 * unit * unit, kDraws / 2));
}

TEST(Gaussian, AddsNothingToAnExactAnswer) { EXPECT_EQ(mean_square_of_noise(0, Neighbours::replace_one), 0); }

}  // namespace
}  // namespace discreet
