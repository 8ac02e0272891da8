#include "discreet/mechanism/gap.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "discreet/base/public_random.hpp"

namespace discreet {
namespace {

// The long way is hardly ever taken, so it is asked here about what the short way knows.
TEST(AGap, IsTheSameByFewDigitsAndByAll) {
  SeededNoise digits(3), same(3), more(4);
  for (const double rate : {1e-6, 0.01, 0.3, 5.0})
    for (int k = 0; k < 500; ++k) {
      const std::uint64_t first = same.next64();
      EXPECT_EQ(draw_gap(digits, rate, 1 / rate), gap_by_all_digits(more, first, rate)) << rate;
    }
}

// Where the first 64 digits do not tell whether the exponential is beyond k times the rate, those that follow decide:
// exp(-k rate) = 1/2 for a rate of log 2 and k = 1, and 2^63 is where it lies. Just above it the gap is 0, just below
// 1; the double nearest to log 2 is a little less than it, so one half itself has a gap of 1.
TEST(AGap, IsDecidedByLaterDigitsWhereItMustBe) {
  SeededNoise more(5);
  const double rate = std::log(2.0);
  constexpr std::uint64_t kHalf = std::uint64_t{1} << 63;
  EXPECT_EQ(gap_by_all_digits(more, kHalf + 4096, rate), 0U);
  EXPECT_EQ(gap_by_all_digits(more, kHalf - 1, rate), 1U);
  EXPECT_EQ(gap_by_all_digits(more, kHalf, rate), 1U);
  EXPECT_EQ(gap_by_all_digits(more, 0, 1e-30), std::uint64_t{1} << 62) << "beyond all rows";
  // The smallest of first digits: an exponential between 64 log 2 and as far as the other digits say.
  EXPECT_EQ(gap_by_all_digits(more, 1, 44.0), 1U);
  EXPECT_GE(gap_by_all_digits(more, 0, 1.0), 44U);
}

}  // namespace
}  // namespace discreet
