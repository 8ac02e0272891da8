#include "discreet/privacy/trials.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "discreet/privacy/accountants.hpp"

namespace discreet {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

Plan gaussian(double rho) { return {Neighbours::replace_one, {{"x", GaussianEvent{{1 / std::sqrt(2 * rho)}}, 1, 1}}}; }

// The bound of the proof note by search over both orders, with the plain conversion, which is never better.
double closed_form(double once, double each, double trials, double delta) {
  const double log_trials = std::log(trials);
  double best = kNever;
  for (double a = 1.001; a < 1e5; a *= 1.01) {
    double least = kNever;
    for (double b = 1; b < 1e5; b *= 1.01) least = std::min(least, 2 * (b - 1) * each + 2 * log_trials / b);
    const double divergence = a * (once + each) + least + log_trials / (a - 1);
    best = std::min(best, divergence + std::log1p(-1 / a) - std::log(delta * a) / (a - 1));
  }
  return best;
}

TEST(TrialPlan, CostsWhatTheClosedFormSays) {
  for (const double each : {1e-4, 0.01, 0.3})
    for (const double once : {0.0, 0.005})
      for (const double trials : {1.0, 2.0, 20.0, 1000.0}) {
        const TrialPlan plan{once > 0 ? gaussian(once) : Plan{}, each, trials};
        const double epsilon = epsilon_of(plan, {1e-6}).value, form = closed_form(once, each, trials, 1e-6);
        EXPECT_NEAR(epsilon, form, 2e-3 * form) << each << ' ' << once << ' ' << trials;
        EXPECT_GE(epsilon, form * (1 - 1e-3));
      }
}

TEST(TrialPlan, OfOneTrialCostsWhatItAsks) {
  const ZcdpAccountant accountant;
  EXPECT_NEAR(epsilon_of({{}, 0.02, 1}, {1e-6}).value, accountant.epsilon(gaussian(0.02), {1e-6}).value, 1e-6);
}

TEST(TrialPlan, CostsMoreTheMoreTrialsThereAre) {
  double before = 0;
  for (const double trials : {1.0, 1.5, 3.0, 10.0, 100.0}) {
    const double cost = epsilon_of({{}, 0.01, trials}, {1e-6}).value;
    EXPECT_GT(cost, before);
    before = cost;
  }
}

TEST(TrialPlan, KnowsOnlyWhatIsConcentrated) {
  for (const Event& event : {Event{PoissonGaussianEvent{0.1, {5}}}, Event{LaplaceEvent{{5}}},
                             Event{ApproximateEvent{{0.1}, {1e-9}}}, Event{NonPrivateEvent{}}})
    EXPECT_EQ(trial_rho({Neighbours::zero_out, {{"x", event, 1, 1}}}), kNever);
  EXPECT_NEAR(trial_rho({Neighbours::zero_out, {{"x", ExponentialEvent{{0.4}}, 3, 0}}}), 0.06, 1e-12);
}

TEST(AffordableRho, SpendsTheBudgetAndNoMore) {
  for (const double trials : {1.0, 7.0, 40.0})
    for (const double epsilon : {0.1, 1.0, 8.0}) {
      const double rho = affordable_rho({{epsilon}, {1e-7}}, 0, trials);
      const double cost = epsilon_of({{}, rho, trials}, {1e-7}).value;
      EXPECT_LE(cost, epsilon);
      EXPECT_GE(cost, 0.9999 * epsilon);
    }
  EXPECT_EQ(affordable_rho({{0.1}, {1e-7}}, 1, 5), 0) << "nothing is left";
}

TEST(Trials, AreRefusedWhenTheBudgetDoesNotCoverThem) {
  SecureRandom source;
  const auto refused = Trials::authorize({{}, 0.1, 10}, {{0.5}, {1e-6}}, source);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().fault, Fault::budget);
}

TEST(Trials, ArePaidOneByOneAndNotBeyondWhatWasAuthorised) {
  SecureRandom source;
  auto trials = Trials::authorize({{}, 0.01, 1}, {{8}, {1e-6}}, source);
  ASSERT_TRUE(trials);
  EXPECT_THROW(trials->permit(gaussian(0.01)), ContractViolation) << "no trial has begun";
  ASSERT_TRUE(trials->another());
  EXPECT_THROW(trials->permit(gaussian(0.0101)), ContractViolation);
  Permit permit = trials->permit(gaussian(0.01));
  EXPECT_NO_THROW(permit.pay("x"));
  EXPECT_THROW(trials->permit(gaussian(0.01)), ContractViolation) << "it has been paid";
  EXPECT_FALSE(trials->another()) << "one trial on average is one trial";
}

// The chance of a false alarm is below 1e-9: six and a half standard deviations.
TEST(Trials, AreGeometricInNumber) {
  SecureRandom source;
  constexpr int kRuns = 40'000;
  constexpr double kMean = 4;
  double sum = 0, ones = 0;
  std::vector<int> picked(5, 0);
  for (int run = 0; run < kRuns; ++run) {
    auto trials = Trials::authorize({{}, 0.01, kMean}, {{8}, {1e-6}}, source);
    int count = 0;
    while (trials->another()) ++count;
    sum += count;
    ones += count == 1;
    ++picked[trials->pick(5)];
  }
  EXPECT_NEAR(sum / kRuns, kMean, 6.5 * std::sqrt(kMean * (kMean - 1) / kRuns));
  EXPECT_NEAR(ones / kRuns, 0.25, 6.5 * std::sqrt(0.25 * 0.75 / kRuns));
  for (const int times : picked) EXPECT_NEAR(times / double{kRuns}, 0.2, 6.5 * std::sqrt(0.16 / kRuns));
}

// The bound of one trial, with what it may ask for at most, is what is charged.
TEST(Trials, PermitNoMoreThanIsAccountedFor) {
  SecureRandom source;
  auto trials = Trials::authorize({{}, 0.01, 1}, {{8}, {1e-6}}, source);
  ASSERT_TRUE(trials && trials->another());
  EXPECT_THROW(trials->permit(gaussian(0.01 * (1 + 1e-10))), ContractViolation);
  EXPECT_NO_THROW(trials->permit(gaussian(0.01 * (1 + 1e-13)))) << "sums of lines are rounded";
}

TEST(Trials, ThatWereMovedFromHandOutNothing) {
  SecureRandom source;
  auto first = Trials::authorize({gaussian(0.01), 0.01, 1}, {{8}, {1e-6}}, source);
  ASSERT_TRUE(first && first->another());
  Trials second = *std::move(first);
  EXPECT_THROW(first->permit(gaussian(0.01)), ContractViolation);
  EXPECT_THROW(first->once().pay("x"), ContractViolation);
  EXPECT_FALSE(first->another());
  EXPECT_NO_THROW(second.once().pay("x"));
  EXPECT_NO_THROW(second.permit(gaussian(0.01)));
  auto third = Trials::authorize({{}, 0.01, 1}, {{8}, {1e-6}}, source);
  Trials fourth = *std::move(third);
  EXPECT_FALSE(third->another()) << "its trial is the other's now";
  EXPECT_TRUE(fourth.another());
}

}  // namespace
}  // namespace discreet
