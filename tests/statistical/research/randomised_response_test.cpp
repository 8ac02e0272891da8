#include "discreet/research/randomised_response.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/statistical/support.hpp"
#include "tests/support/make.hpp"

namespace discreet {
namespace {

constexpr int kAnswers = 1'000'000;

// How many of the answers are yes, if the first `true_bits` bits are true.
double yes(double epsilon, int true_bits, NoiseSource& source) {
  RandomisedResponse response(source);
  Permit permit = testing::make_permit("bit", PureEvent{{epsilon}}, kAnswers, 0);
  double count = 0;
  for (int k = 0; k < kAnswers; ++k)
    count += response.release(permit.pay("bit"), Sensitive<bool>(k < true_bits)).value();
  return count;
}

TEST(RandomisedResponse, LiesAsOftenAsWasPaidFor) {
  SecureRandom source;
  for (const double epsilon : {0.2, 1.0, 4.0}) {
    const double lie = 1 / (1 + std::exp(epsilon));
    const double truths = yes(epsilon, kAnswers, source), lies = yes(epsilon, 0, source);
    EXPECT_TRUE(testing::looks_like({truths, kAnswers - truths}, {1 - lie, lie})) << epsilon;
    EXPECT_TRUE(testing::looks_like({lies, kAnswers - lies}, {lie, 1 - lie})) << epsilon;
    const double fewer = 0.9 * lie;
    EXPECT_FALSE(testing::looks_like({lies, kAnswers - lies}, {fewer, 1 - fewer}))
        << "one lie in ten less must be seen";
  }
}

// The share of yes has a standard deviation of at most 1/(2 sqrt(n)); the estimate divides it by 1 - 2 lie.
TEST(RandomisedResponse, EstimatesTheRateWithoutBias) {
  SecureRandom source;
  const double epsilon = 1, lie = RandomisedResponse::lie({epsilon});
  const double tolerance = testing::kDeviations / (2 * std::sqrt(static_cast<double>(kAnswers)) * (1 - 2 * lie));
  const double seen = yes(epsilon, kAnswers / 10, source) / kAnswers;
  EXPECT_NEAR(RandomisedResponse::yes_rate({epsilon}, seen), 0.1, tolerance);
  // The estimator as one paper prints it, with the roles of p and 1 - p exchanged.
  const double p = 2 * lie;
  EXPECT_GT(std::abs((seen - (1 - p) / 2) / p - 0.1), tolerance);
}

// A third category gets half of the lies of each of the others, and rows in none tell all alike.
TEST(RandomisedResponse, SpreadsLiesEvenlyOverOtherCategories) {
  constexpr std::uint32_t kCategories = 3;
  SecureRandom source;
  RandomisedResponse response(source);
  for (const double epsilon : {0.2, 1.0, 4.0}) {
    const double lie = 2 / (2 + std::exp(epsilon));
    for (const std::uint32_t truth : {0u, 1u, 2u, 3u}) {
      Permit permit = testing::make_permit("rows", PureEvent{{epsilon}}, 1, 0);
      const Sensitive<std::vector<std::uint32_t>> rows(std::vector<std::uint32_t>(kAnswers, truth));
      std::vector<double> counts(kCategories), chances(kCategories, lie / 2), fewer(kCategories, 0.45 * lie);
      for (const std::uint32_t answer : response.release(permit.pay("rows"), rows, kCategories).value())
        ++counts[answer];
      if (truth == kCategories) {
        EXPECT_TRUE(testing::looks_like(counts, {1. / 3, 1. / 3, 1. / 3}));
        continue;
      }
      chances[truth] = 1 - lie, fewer[truth] = 1 - 0.9 * lie;
      EXPECT_TRUE(testing::looks_like(counts, chances)) << epsilon << ' ' << truth;
      EXPECT_FALSE(testing::looks_like(counts, fewer)) << "one lie in ten less must be seen";
    }
  }
}

}  // namespace
}  // namespace discreet
