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

}  // namespace
}  // namespace discreet
