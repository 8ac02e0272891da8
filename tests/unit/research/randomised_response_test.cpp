#include "discreet/research/randomised_response.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "discreet/base/contract.hpp"
#include "tests/support/make.hpp"

namespace discreet {
namespace {

// In long double, which has eleven digits more than the claim.
TEST(RandomisedResponse, LiesAtLeastAsOftenAsItsEpsilonAsks) {
  for (double epsilon = 1e-4; epsilon < 40; epsilon *= 1.01) {
    const long double lie = RandomisedResponse::lie({epsilon});
    EXPECT_GE(lie * (1 + std::exp(static_cast<long double>(epsilon))), 1 - 0x1p-54L) << epsilon;
    EXPECT_LE(lie * (1 + std::exp(static_cast<long double>(epsilon))), 1 + 2e-15L + 0x1p-60L * std::exp(epsilon));
    EXPECT_LE(lie, 0.5L);
  }
  EXPECT_EQ(RandomisedResponse::lie({0}), 0.5);
  EXPECT_EQ(RandomisedResponse::lie({1e6}), 0x1p-62) << "never less than one word";
}

TEST(RandomisedResponse, EstimatesARateFromTheAnswersExpected) {
  const double epsilon = 1, lie = RandomisedResponse::lie({epsilon});
  for (const double rate : {0.0, 0.3, 1.0})
    EXPECT_NEAR(RandomisedResponse::yes_rate({epsilon}, rate * (1 - lie) + (1 - rate) * lie), rate, 1e-14);
  EXPECT_THROW(RandomisedResponse::yes_rate({0}, 0.5), ContractViolation);
}

TEST(RandomisedResponse, IsPaidForAsPureOrExact) {
  SecureRandom source;
  RandomisedResponse response(source);
  const Sensitive<bool> bit(true);
  Permit exact = testing::make_permit("a", NonPrivateEvent{}, 9, 0), gaussian = testing::make_permit("a", 1.0, 9, 1);
  for (int k = 0; k < 9; ++k) EXPECT_TRUE(response.release(exact.pay("a"), bit).value());
  EXPECT_THROW(response.release(gaussian.pay("a"), bit), ContractViolation);
}

// Whatever two rows hold, the odds of an answer stay within e^epsilon: truth over lie, and lie over truth.
TEST(RandomisedResponse, KeepsTheOddsOfSeveralCategories) {
  for (const std::uint32_t categories : {2u, 3u, 7u, 1000u, RandomisedResponse::kMostCategories})
    for (const double epsilon : {1e-6, 0.1, 1.0, 4.0, 30.0}) {
      const long double lie = RandomisedResponse::lie({epsilon}, categories), each = lie / (categories - 1);
      const long double most = std::exp(static_cast<long double>(epsilon)), any = 1.0L / categories;
      EXPECT_LE(1 - lie, each * most) << categories << ' ' << epsilon;
      EXPECT_LE(each, (1 - lie) * most);
      // A row in none of them.
      EXPECT_LE(1 - lie, any * most);
      EXPECT_LE(any, each * most);
      EXPECT_GT((1 - lie) / each, most * (1 - 1e-5L)) << "and no more is lost than that asks for";
    }
  EXPECT_EQ(RandomisedResponse::lie({1}, 2), RandomisedResponse::lie({1}));
  EXPECT_THROW(RandomisedResponse::lie({1}, 1), ContractViolation);
  EXPECT_THROW(RandomisedResponse::lie({0}, 3), ContractViolation);
}

TEST(RandomisedResponse, AnswersForEveryRowAgainstOnePurePayment) {
  SeededNoise source(1);
  RandomisedResponse response(source);
  const Sensitive<std::vector<std::uint32_t>> rows({0, 1, 2, 3, 9});
  Permit permit = testing::make_permit("a", PureEvent{{40}}, 1, 0), other = testing::make_permit("a", 1.0, 1, 1);
  const std::vector<std::uint32_t> answers = response.release(permit.pay("a"), rows, 4).value();
  ASSERT_EQ(answers.size(), 5u);
  for (std::uint32_t k = 0; k < 4; ++k) EXPECT_EQ(answers[k], k) << "a lie is less likely than one in 10^16";
  EXPECT_LT(answers[4], 4u) << "some category";
  EXPECT_THROW(response.release(other.pay("a"), rows, 4), ContractViolation);
}

TEST(RandomisedResponse, EstimatesTheSharesOfCategories) {
  const double lie = RandomisedResponse::lie({1}, 5);
  for (const double share : {0.0, 0.3, 1.0})
    EXPECT_NEAR(RandomisedResponse::share({1}, share * (1 - lie) + (1 - share) * lie / 4, 5), share, 1e-14);
}

}  // namespace
}  // namespace discreet
