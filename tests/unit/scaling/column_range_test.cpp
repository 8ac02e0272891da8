#include "discreet/scaling/column_range.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "discreet/oracle/census.hpp"

namespace discreet {
namespace {

// The cell of a positive octave by its upper end 2^exponent.
std::size_t cell(int exponent) { return 1 + static_cast<std::size_t>(exponent - SignedOctaves::kLowest); }
std::size_t below(int exponent) { return cell(exponent) + SignedOctaves::kEach; }

std::vector<double> empty() { return std::vector<double>(SignedOctaves::kCells, 0.0); }

constexpr double kNoise = 0.002;

TEST(ColumnRange, GoesFromZeroToTheUpperEndOfWhatIsSeen) {
  auto shares = empty();
  shares[0] = 0.5;
  shares[cell(0)] = 0.5;  // zeros and ones
  const auto range = column_range(shares, kNoise);
  ASSERT_TRUE(range);
  EXPECT_EQ(range->low, 0);
  EXPECT_EQ(range->high, 1);
}

TEST(ColumnRange, LeavesZeroOutWhereNearlyAllRowsAreFarFromIt) {
  auto shares = empty();
  shares[cell(11)] = 1;  // years
  const auto range = column_range(shares, kNoise);
  ASSERT_TRUE(range);
  EXPECT_EQ(range->low, 1024);
  EXPECT_EQ(range->high, 2048);
}

TEST(ColumnRange, HasBothSignsWhereBothAreSeen) {
  auto shares = empty();
  shares[cell(3)] = 0.6;
  shares[below(2)] = 0.4;
  const auto range = column_range(shares, kNoise);
  ASSERT_TRUE(range);
  EXPECT_EQ(range->low, -4);
  EXPECT_EQ(range->high, 8);
}

TEST(ColumnRange, IsNotLedFarAwayByChance) {
  auto shares = empty();
  shares[cell(3)] = 1;
  shares[cell(38)] = 5 * kNoise;
  shares[below(30)] = 5 * kNoise;
  const auto range = column_range(shares, kNoise);
  ASSERT_TRUE(range);
  EXPECT_EQ(range->low, 4);
  EXPECT_EQ(range->high, 8);
}

TEST(ColumnRange, IsEmptyWhereTheNoiseHidesAll) {
  auto shares = empty();
  shares[cell(3)] = 3 * kNoise;
  EXPECT_FALSE(column_range(shares, kNoise));
  EXPECT_GT(target_range(shares, kNoise).high, 4) << "a target has some range";
}

TEST(ColumnRange, SeesRareValuesOfAColumnThatIsMostlyZero) {
  auto shares = empty();
  shares[0] = 0.97;
  for (int e = 4; e < 7; ++e) shares[cell(e)] = 0.01;
  const auto range = column_range(shares, 0.005);
  ASSERT_TRUE(range);
  EXPECT_GE(range->high, 32);
  EXPECT_LE(range->high, 256);
}

}  // namespace
}  // namespace discreet
