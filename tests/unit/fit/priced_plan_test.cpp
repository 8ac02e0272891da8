#include "discreet/fit/priced_plan.hpp"

#include <gtest/gtest.h>

#include "discreet/accounting/accountants.hpp"

namespace discreet {
namespace {

const Budget kBudget{Epsilon{1}, Delta{1e-6}};

Outline outline(std::uint64_t groups, double chance) {
  Outline asked;
  asked.lines.push_back({"scales", 1, 4, 0.1});
  asked.lines.push_back({"batch slopes", groups, 4, 0.9, Outline::Answer::poisson_batch, 0, {chance, 1, 1}});
  return asked;
}

double noise_of(const Plan& plan) { return std::get<PoissonGaussianEvent>(plan.lines[1].event).multiplier.value; }

TEST(PricedPlan, IsWhatTheAccountantSaysTheFirstTimeAndTheSecond) {
  const RenyiAccountant accountant;
  const auto plan = calibrate(accountant, kBudget, outline(100, 0.01));
  ASSERT_TRUE(plan);
  for (int time = 0; time < 2; ++time) {
    const auto priced = priced_plan(accountant, kBudget, outline(100, 0.01));
    ASSERT_TRUE(priced);
    EXPECT_EQ(noise_of(priced->plan), noise_of(*plan));
    EXPECT_EQ(priced->spent.value, accountant.epsilon(*plan, kBudget.delta).value);
  }
}

// Whatever changes the price is part of the question.
TEST(PricedPlan, IsNotThatOfAnotherQuestion) {
  const RenyiAccountant renyi;
  const auto noise = [](const Accountant& accountant, Budget budget, const Outline& asked) {
    return noise_of(priced_plan(accountant, budget, asked)->plan);
  };
  const double first = noise(renyi, kBudget, outline(100, 0.01));
  EXPECT_NE(noise(renyi, kBudget, outline(101, 0.01)), first);
  EXPECT_NE(noise(renyi, kBudget, outline(100, 0.02)), first);
  EXPECT_NE(noise(renyi, {Epsilon{2}, Delta{1e-6}}, outline(100, 0.01)), first);
  EXPECT_NE(noise(renyi, {Epsilon{1}, Delta{1e-5}}, outline(100, 0.01)), first);
  EXPECT_NE(noise(NumericAccountant(), kBudget, outline(100, 0.01)), first);
  Outline left_out = outline(100, 0.01), shared = outline(100, 0.01);
  left_out.neighbours = Neighbours::zero_out;
  shared.lines[0].share = 0.2;
  EXPECT_NE(noise(renyi, kBudget, left_out), first);
  EXPECT_NE(noise(renyi, kBudget, shared), first);
}

TEST(PricedPlan, RefusesWhatAnAccountantDoesNotCoverEveryTime) {
  for (int time = 0; time < 2; ++time) EXPECT_FALSE(priced_plan(ZcdpAccountant(), kBudget, outline(100, 0.01)));
}

}  // namespace
}  // namespace discreet
