#include "discreet/privacy/ledger.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "discreet/accounting/calibrate.hpp"
#include "discreet/privacy/gdp.hpp"
#include "tests/support/grants.hpp"

namespace discreet {
namespace {

constexpr Budget kOneEpsilon{Epsilon{1.0}, Delta{1e-6}};
const GdpAccountant kAccountant;

Outline slopes(std::uint64_t groups) { return {Neighbours::replace_one, {{"slopes", groups, 1, 1}}}; }

TEST(Ledger, RefusesAPlanTheBudgetDoesNotCover) {
  Ledger ledger = GrantsForTests::budget(kAccountant, kOneEpsilon);
  const auto refused = ledger.authorize({Neighbours::replace_one, {{"slopes", GaussianEvent{{0.1}}, 100, 1}}});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().fault, Fault::budget);
  EXPECT_EQ(ledger.spent(), Epsilon{0}) << "a refused plan costs nothing";
}

TEST(Ledger, GivesTheWholeBudgetOnlyOnce) {
  Ledger ledger = GrantsForTests::budget(kAccountant, kOneEpsilon);
  const Plan plan = *calibrate(kAccountant, kOneEpsilon, slopes(100));
  EXPECT_TRUE(ledger.authorize(plan));
  EXPECT_FALSE(ledger.authorize(plan));
  EXPECT_LE(ledger.spent(), kOneEpsilon.epsilon);
}

TEST(Ledger, ChargesForWhatIsNeverUsed) {
  Ledger ledger = GrantsForTests::budget(kAccountant, kOneEpsilon);
  { const Permit unused = *ledger.authorize(*calibrate(kAccountant, kOneEpsilon, slopes(3))); }
  EXPECT_NEAR(ledger.spent().value, 1, 1e-6);
}

TEST(Ledger, DoesNotMixNeighbouringRelations) {
  Ledger ledger = GrantsForTests::budget(kAccountant, kOneEpsilon);
  EXPECT_TRUE(ledger.authorize({Neighbours::replace_one, {{"a", GaussianEvent{{100}}, 1, 1}}}));
  EXPECT_FALSE(ledger.authorize({Neighbours::zero_out, {{"b", GaussianEvent{{100}}, 1, 1}}}));
}

TEST(Ledger, CoversNothingExactWithAFiniteBudget) {
  Ledger ledger = GrantsForTests::budget(kAccountant, {Epsilon{1e6}, Delta{1e-6}});
  EXPECT_FALSE(ledger.authorize({Neighbours::replace_one, {{"a", NonPrivateEvent{}, 1, 1}}}));
}

TEST(Permit, CannotBeSpentOftenerThanItWasPaidFor) {
  Ledger ledger = GrantsForTests::budget(kAccountant, kOneEpsilon);
  Permit permit = *ledger.authorize({Neighbours::replace_one, {{"slopes", GaussianEvent{{50}}, 2, 1}}});
  permit.pay("slopes");
  permit.pay("slopes");
  EXPECT_THROW(permit.pay("slopes"), ContractViolation);
}

TEST(Permit, PaysOnlyForWhatIsInThePlan) {
  Permit permit = GrantsForTests::exact_answers("this");
  EXPECT_THROW(permit.pay("that"), ContractViolation);
}

TEST(Payment, CoversAsManyNumbersAsWerePlanned) {
  Ledger ledger = GrantsForTests::budget(kAccountant, kOneEpsilon);
  Permit permit = *ledger.authorize({Neighbours::replace_one, {{"slopes", GaussianEvent{{50}}, 1, 3}}});
  Payment payment = permit.pay("slopes");
  payment.take(2);
  Payment moved = std::move(payment);
  EXPECT_THROW(payment.take(1), ContractViolation) << "a payment that was handed on is empty";
  moved.take(1);
  EXPECT_THROW(moved.take(1), ContractViolation);
}

TEST(Calibrate, NeverReturnsLessNoiseThanTheBudgetNeedsNorMuchMore) {
  for (const double epsilon : {0.01, 0.1, 1.0, 4.0, 30.0})
    for (const std::uint64_t groups : {1u, 10u, 10000u}) {
      const Budget budget{Epsilon{epsilon}, Delta{1e-6}};
      const Plan plan = *calibrate(kAccountant, budget, slopes(groups));
      const double spent = kAccountant.epsilon(plan, budget.delta).value;
      EXPECT_LE(spent, epsilon);
      EXPECT_GE(spent, 0.9999 * epsilon);
    }
}

TEST(Calibrate, SplitsTheBudgetByShares) {
  const Outline outline{Neighbours::replace_one, {{"a", 4, 1, 1}, {"b", 9, 1, 3}}};
  const Plan plan = *calibrate(kAccountant, kOneEpsilon, outline);
  const auto square_of_mu = [&](std::size_t k) {
    const double z = std::get<GaussianEvent>(plan.lines[k].event).multiplier.value;
    return static_cast<double>(plan.lines[k].groups) / (z * z);
  };
  EXPECT_NEAR(square_of_mu(1) / square_of_mu(0), 3, 1e-12);
}

TEST(Calibrate, BuysExactAnswersForAnInfiniteEpsilon) {
  const Plan plan = *calibrate(kAccountant, {Epsilon{std::numeric_limits<double>::infinity()}, Delta{1e-6}}, slopes(5));
  EXPECT_TRUE(std::holds_alternative<NonPrivateEvent>(plan.lines[0].event));
}

TEST(Calibrate, RefusesWhatNoNoiseCanMeet) {
  // Without delta no Gaussian noise is enough.
  const auto refused = calibrate(kAccountant, {Epsilon{1}, Delta{0}}, slopes(1));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().fault, Fault::budget);
}

TEST(GdpAccountant, StaysFiniteAtAnyEpsilon) {
  for (const double z : {0.01, 0.1, 1.0}) {
    const Plan continuous{Neighbours::replace_one, {{"a", GaussianEvent{{z}}, 3, 0}}};
    const Plan discrete{Neighbours::replace_one, {{"a", GaussianEvent{{z}}, 3, 10}}};
    const double without = kAccountant.epsilon(continuous, {1e-9}).value,
                 with = kAccountant.epsilon(discrete, {1e-9}).value;
    EXPECT_NEAR(with / without, 1, 1e-10) << z;
  }
}

TEST(GdpAccountant, ChargesALittleForDiscreteNoise) {
  const Plan continuous{Neighbours::replace_one, {{"a", GaussianEvent{{20}}, 400, 0}}};
  const Plan discrete{Neighbours::replace_one, {{"a", GaussianEvent{{20}}, 400, 100}}};
  const double without = kAccountant.epsilon(continuous, {1e-6}).value,
               with = kAccountant.epsilon(discrete, {1e-6}).value;
  EXPECT_GT(with, without);
  EXPECT_LT(with, without + 400 * 100 * 1000 / (24 * std::ldexp(1.0, 48)));
  EXPECT_GT(with, without + 400 * 100 * 100 / (24 * std::ldexp(1.0, 48)));
  EXPECT_NEAR(without, epsilon_of({1}, {1e-6}).value, 1e-12);
}

}  // namespace
}  // namespace discreet
