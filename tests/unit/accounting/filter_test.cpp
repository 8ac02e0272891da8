#include "discreet/accounting/filter.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "discreet/accounting/accountants.hpp"
#include "discreet/accounting/calibrate.hpp"
#include "discreet/privacy/gdp.hpp"
#include "discreet/privacy/ledger.hpp"
#include "tests/support/grants.hpp"

namespace discreet {
namespace {

constexpr Total kTotal{Total::Kind::approximate, 1, {1e-6}};

Plan plan_of(Event event, std::uint64_t groups, std::uint64_t numbers = 0) {
  return {Neighbours::replace_one, {{"it", event, groups, numbers}}};
}
Bill bill_of(Plan plan, Delta delta = {1e-6}) {
  const Epsilon cost = TightAccountant().epsilon(plan, delta);
  return {std::move(plan), {cost, delta}};
}
void spend(Spending& spending, const Price& price) {
  spending.sum.amount += price.amount;
  spending.sum.delta += price.delta;
  ++spending.charges;
}

// Plans of the kinds that solvers make, each well within the total.
std::vector<Plan> many_plans() {
  Plan mixed = plan_of(GaussianEvent{{40}}, 20, 10);
  mixed.lines.push_back({"choice", ExponentialEvent{{0.01}}, 30, 0});
  mixed.lines.push_back({"counts", LaplaceEvent{{80}}, 5, 3});
  return {plan_of(PoissonGaussianEvent{0.01, {2}}, 400, 10), plan_of(FixedBatchGaussianEvent{1000, 20, {4}}, 100, 10),
          plan_of(PureEvent{{0.1}}, 1), plan_of(ExponentialEvent{{0.02}}, 50), mixed};
}

// What a price says: no test tells the runs apart better than two normal laws mu apart, but for the delta left out.
bool covers(const Price& price, const Plan& plan) {
  // The accountant adds what the grid costs at most, up to 1e-6 here, where the price has it in mu.
  for (double delta = 2e-11; delta < 0.3; delta *= delta < 1e-3 ? 2 : 1.03) {
    if (delta <= price.delta) continue;
    const Epsilon least = TightAccountant().epsilon(plan, {delta});
    if (least.value > epsilon_of(Mu{std::sqrt(price.amount)}, {delta - price.delta}).value * (1 + 1e-9) + 1e-6)
      return false;
  }
  return true;
}

TEST(Filter, PricesOfGaussianPlansAddUpToTheAccountOfTheJointPlan) {
  Spending spending;
  Plan joint{Neighbours::replace_one, {}};
  for (const double z : {20.0, 30.0, 40.0, 50.0}) {
    const Plan plan = plan_of(GaussianEvent{{z}}, 10, 1000);
    const Price price = price_of(bill_of(plan), kTotal);
    ASSERT_TRUE(admits(kTotal, spending, bill_of(plan), price));
    spend(spending, price);
    joint.lines.insert(joint.lines.end(), plan.lines.begin(), plan.lines.end());
  }
  const double tight = TightAccountant().epsilon(joint, kTotal.delta).value;
  EXPECT_GE(spent(kTotal, spending), tight);
  EXPECT_LE(spent(kTotal, spending), tight * 1.001);
}

TEST(Filter, PricesOfOtherPlansAreCloseAndNeverTooLow) {
  for (const Plan& plan : many_plans()) {
    const Price price = price_of(bill_of(plan), kTotal);
    ASSERT_TRUE(std::isfinite(price.amount));
    EXPECT_TRUE(covers(price, plan));
    EXPECT_TRUE(admits(kTotal, {}, bill_of(plan), price));
  }
}

// The check above can fail: five per cent less mu is seen.
TEST(Filter, WouldBeCaughtAskingTooLittle) {
  for (const Plan& plan : many_plans()) {
    Price price = price_of(bill_of(plan), kTotal);
    price.amount *= 0.95 * 0.95;
    EXPECT_FALSE(covers(price, plan));
  }
}

TEST(Filter, ChargesForTheGridWithinWhatItIsWorth) {
  const Price exact = price_of(bill_of(plan_of(GaussianEvent{{30}}, 50, 0)), kTotal),
              grid = price_of(bill_of(plan_of(GaussianEvent{{30}}, 50, 100'000)), kTotal);
  EXPECT_EQ(exact.delta, 0);
  EXPECT_GT(grid.amount, exact.amount);
  EXPECT_LT(grid.amount, exact.amount * (1 + 1e-4));
  EXPECT_TRUE(covers(grid, plan_of(GaussianEvent{{30}}, 50, 100'000)));
}

TEST(Filter, LetsTheFirstSpendEverythingAndNothingFollow) {
  for (const Outline::Answer answer : {Outline::Answer::gaussian, Outline::Answer::laplace}) {
    Outline outline{Neighbours::replace_one, {{"it", 100, 1, 1}}};
    outline.lines[0].answer = answer;
    const Plan plan = *calibrate(TightAccountant(), {{kTotal.amount}, kTotal.delta}, outline);
    Spending spending;
    const Price price = price_of(bill_of(plan), kTotal);
    ASSERT_TRUE(admits(kTotal, spending, bill_of(plan), price));
    spend(spending, price);
    EXPECT_FALSE(admits(kTotal, spending, bill_of(plan), price));
    EXPECT_LT(left(kTotal, spending, kTotal.delta).value, 0.15);
  }
}

TEST(Filter, AdmitsWhatItSaysIsLeft) {
  for (const Total& total : {kTotal, Total{Total::Kind::rho, 0.02, {0}}, Total{Total::Kind::mu, 0.2, {0}}}) {
    Spending spending;
    for (int k = 0; k < 3; ++k) {
      const double part = left(total, spending, {1e-6}).value * (k < 2 ? 0.5 : 1);
      const Plan plan = *calibrate(GdpAccountant(), {{part}, {1e-6}}, {Neighbours::replace_one, {{"it", 100, 1, 5}}});
      const Price price = price_of(bill_of(plan), total);
      ASSERT_TRUE(admits(total, spending, bill_of(plan), price)) << k;
      spend(spending, price);
    }
    EXPECT_LT(left(total, spending, {1e-6}).value, 0.02);
  }
}

TEST(Filter, AddsRhoAndPureEpsilons) {
  const Total rho{Total::Kind::rho, 1, {0}}, pure{Total::Kind::approximate, 1, {0}};
  EXPECT_NEAR(price_of(bill_of(plan_of(GaussianEvent{{2}}, 3)), rho).amount, 3 * 0.125, 1e-12);
  EXPECT_NEAR(price_of(bill_of(plan_of(LaplaceEvent{{10}}, 2, 1)), pure).amount, 0.2, 1e-12);
  EXPECT_GT(price_of(bill_of(plan_of(LaplaceEvent{{10}}, 2, 1)), rho).amount, 0.01);
  EXPECT_TRUE(std::isinf(price_of(bill_of(plan_of(PoissonGaussianEvent{0.01, {2}}, 10)), rho).amount));
  EXPECT_TRUE(std::isinf(price_of(bill_of(plan_of(GaussianEvent{{2}}, 3)), pure).amount));
}

TEST(Filter, AdmitsNothingExactAndNothingWithoutAPrice) {
  for (const Total& total : {kTotal, Total{Total::Kind::rho, 1e5, {0}}, Total{Total::Kind::mu, 100, {0}},
                             Total{Total::Kind::approximate, 1e5, {0}}}) {
    const Bill exact = bill_of(plan_of(NonPrivateEvent{}, 1));
    EXPECT_FALSE(admits(total, {}, exact, price_of(exact, total)));
    const Bill cheap = bill_of(plan_of(GaussianEvent{{1000}}, 1));
    EXPECT_FALSE(admits(total, {}, exact, {std::nan(""), 0}));
    EXPECT_FALSE(admits(total, {{INFINITY, 0}, 1}, cheap, {0, 0}));
  }
}

TEST(Ledger, GrantsNothingThatThePurseRefuses) {
  struct Empty final : Purse {
    Result<void> pay(const Bill&) override { return wrong(Fault::budget, "empty"); }
  } empty;
  const GdpAccountant accountant;
  Ledger ledger = GrantsForTests::budget(accountant, {{1}, {1e-6}}, &empty);
  const auto refused = ledger.authorize(plan_of(GaussianEvent{{100}}, 1));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message, "empty");
  EXPECT_EQ(ledger.spent(), Epsilon{0});
}

}  // namespace
}  // namespace discreet
