#include "discreet/mechanism/trials.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "discreet/accounting/accountants.hpp"
#include "tests/support/grants.hpp"

namespace discreet {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

Plan gaussian(double rho) { return {Neighbours::replace_one, {{"x", GaussianEvent{{1 / std::sqrt(2 * rho)}}, 1, 1}}}; }

constexpr Budget kBudget{{8}, {1e-6}};
// Releases of so much rho, in a number of trials that is cut off where the budget has it.
TrialPlan trials_of(double rho, double trials, Budget budget = kBudget) {
  return {{}, rho, trials, most_trials(trials, budget)};
}

// The mean of the Poisson law whose larger of one and itself has the mean `trials`.
double poisson_mean(double trials) {
  double mean = trials;
  for (int step = 0; step < 200; ++step) mean = trials - std::exp(-mean);
  return mean;
}

// Scores with Gaussian noise of deviation 1/sqrt(2 rho), 0 or 1 on neighbours; the least of K is told. With S the
// probability of a larger score, its density is that of one score times the derivative of the law's generating function
// at S. All integrals by the plain trapezoidal rule.
struct BestScore {
  double deviation, mean;
  double log_density(double score, double level) const {
    const double z = (score - level) / deviation;
    const double larger = 0.5 * std::erfc(z / std::sqrt(2.0));
    return -0.5 * z * z - std::log(deviation * std::sqrt(2 * std::numbers::pi)) +
           std::log(mean * std::exp(mean * (larger - 1)) + std::exp(-mean));
  }
  template <class Integrand>
  double integral(const Integrand& integrand) const {
    double sum = 0;
    const double step = deviation / 400, far = 14 * deviation;
    for (double score = -far - 1; score < far + 2; score += step) sum += step * integrand(score);
    return sum;
  }
  double delta(double epsilon, double here, double there) const {
    return integral([&](double score) {
      return std::max(0.0, std::exp(log_density(score, here)) - std::exp(epsilon + log_density(score, there)));
    });
  }
};

TEST(TrialPlan, CostsAtLeastWhatTheBestOfNoisyScoresCosts) {
  for (const double rho : {1e-3, 0.01, 0.1, 1.0})
    for (const double trials : {1.0, 1.2, 4.0, 20.0, 300.0}) {
      const BestScore best{1 / std::sqrt(2 * rho), trials > 1 ? poisson_mean(trials) : 0};
      EXPECT_NEAR(best.integral([&](double score) { return std::exp(best.log_density(score, 0)); }), 1, 1e-6);
      for (const double delta : {1e-2, 1e-5}) {
        const double epsilon = epsilon_of(trials_of(rho, trials, {{1000}, {delta}}), {delta}).value;
        ASSERT_TRUE(std::isfinite(epsilon)) << rho << ' ' << trials;
        EXPECT_LE(best.delta(epsilon, 0, 1), delta) << rho << ' ' << trials;
        EXPECT_LE(best.delta(epsilon, 1, 0), delta) << rho << ' ' << trials;
      }
    }
  // One trial accounted for where there are many does not cover them: the integrals see the difference.
  const BestScore many{1 / std::sqrt(2 * 0.1), poisson_mean(300)};
  EXPECT_GT(std::max(many.delta(epsilon_of(trials_of(0.1, 1), {1e-2}).value, 0, 1),
                     many.delta(epsilon_of(trials_of(0.1, 1), {1e-2}).value, 1, 0)),
            1e-2);
}

TEST(TrialPlan, PaysForTheNumbersThatAreDrawnAgain) {
  TrialPlan plan = trials_of(0.01, 20);
  const double cost = epsilon_of(plan, {1e-6}).value;
  plan.most *= 10;
  EXPECT_NEAR(epsilon_of(plan, {1e-6}).value, cost, 1e-9) << "a thousandth of delta, tail or not";
  plan.most = 40;
  EXPECT_GT(epsilon_of(plan, {1e-6}).value, cost);
  plan.most = 20;
  EXPECT_EQ(epsilon_of(plan, {1e-6}).value, kNever) << "delta does not cover every other run";
}

TEST(MostTrials, LeaveAThousandthOfDelta) {
  for (const double trials : {1.0, 1.5, 8.0, 100.0})
    for (const double delta : {1e-2, 1e-6, 1e-12}) {
      const std::uint64_t most = most_trials(trials, {{1}, {delta}});
      const double mean = trials > 1 ? poisson_mean(trials) : 0;
      double probability = std::exp(-mean), tail = 1 - probability;
      if (mean == 0) {
        EXPECT_EQ(most, 1U);
        continue;
      }
      // From far out inwards, so that nothing cancels.
      tail = 0;
      for (int k = 1000; k > static_cast<int>(most); --k)
        tail += std::exp(-mean + k * std::log(mean) - std::lgamma(k + 1));
      EXPECT_LE(tail * (1 + std::exp(1.0)), 1e-3 * delta);
      EXPECT_LE(static_cast<double>(most), 10 * mean + 60) << "and no more than a light tail needs";
    }
}

TEST(TrialPlan, OfOneTrialCostsWhatItAsks) {
  const ZcdpAccountant accountant;
  EXPECT_NEAR(epsilon_of(trials_of(0.02, 1), {1e-6}).value, accountant.epsilon(gaussian(0.02), {1e-6}).value, 1e-6);
}

TEST(TrialPlan, CostsMoreTheMoreTrialsThereAre) {
  double before = 0;
  for (const double trials : {1.0, 1.5, 3.0, 10.0, 100.0}) {
    const double cost = epsilon_of(trials_of(0.01, trials), {1e-6}).value;
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
      const double cost = epsilon_of(trials_of(rho, trials, {{epsilon}, {1e-7}}), {1e-7}).value;
      EXPECT_LE(cost, epsilon);
      EXPECT_GE(cost, 0.9999 * epsilon);
    }
  EXPECT_EQ(affordable_rho({{0.1}, {1e-7}}, 1, 5), 0) << "nothing is left";
}

TEST(Trials, AreRefusedWhenTheBudgetDoesNotCoverThem) {
  SecureRandom source;
  const auto refused = GrantsForTests::trials(trials_of(0.1, 10), {{0.5}, {1e-6}}, source);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().fault, Fault::budget);
}

TEST(Trials, ArePaidOneByOneAndNotBeyondWhatWasAuthorised) {
  SecureRandom source;
  auto trials = GrantsForTests::trials(trials_of(0.01, 1), {{8}, {1e-6}}, source);
  ASSERT_TRUE(trials);
  EXPECT_THROW(trials->permit(gaussian(0.01)), ContractViolation) << "no trial has begun";
  ASSERT_TRUE(trials->another());
  EXPECT_THROW(trials->permit(gaussian(0.0101)), ContractViolation);
  Permit permit = trials->permit(gaussian(0.01));
  EXPECT_NO_THROW(permit.pay("x"));
  EXPECT_THROW(trials->permit(gaussian(0.01)), ContractViolation) << "it has been paid";
  EXPECT_FALSE(trials->another()) << "one trial on average is one trial";
}

// The chance of a false alarm is below 1e-9: six and a half standard deviations for each of fewer than twenty counts.
TEST(Trials, ArePoissonInNumberAndAtLeastOne) {
  SecureRandom source;
  constexpr int kRuns = 40'000;
  constexpr double kMean = 4;
  const double mean = poisson_mean(kMean);
  std::vector<int> seen(60, 0), picked(5, 0);
  for (int run = 0; run < kRuns; ++run) {
    auto trials = GrantsForTests::trials(trials_of(0.01, kMean), {{8}, {1e-6}}, source);
    std::size_t count = 0;
    while (trials->another()) ++count;
    ASSERT_GE(count, 1U);
    ASSERT_LE(count, most_trials(kMean, kBudget));
    ++seen[count];
    ++picked[trials->pick(5)];
  }
  for (int k = 1; k < 12; ++k) {
    const double chance = std::exp(-mean + k * std::log(mean) - std::lgamma(k + 1)) + (k == 1 ? std::exp(-mean) : 0);
    EXPECT_NEAR(seen[static_cast<std::size_t>(k)] / double{kRuns}, chance,
                6.5 * std::sqrt(chance * (1 - chance) / kRuns))
        << k;
  }
  for (const int times : picked) EXPECT_NEAR(times / double{kRuns}, 0.2, 6.5 * std::sqrt(0.16 / kRuns));
}

TEST(Trials, RunTheLargestNumberWhereTimeMustNotTell) {
  SecureRandom source;
  const TrialPlan plan = trials_of(0.01, 4);
  double counted = 0;
  constexpr int kRuns = 2000;
  for (int run = 0; run < kRuns; ++run) {
    auto trials = GrantsForTests::trials(plan, kBudget, source, TrialTime::is_the_same_for_all);
    std::uint64_t all = 0, count = 0;
    bool before = true;
    while (trials->another()) {
      ++all, count += trials->counts();
      EXPECT_LE(trials->counts(), before) << "those that count come first";
      before = trials->counts();
      EXPECT_NO_THROW(trials->permit(gaussian(0.01)));
    }
    ASSERT_EQ(all, plan.most);
    ASSERT_GE(count, 1U);
    counted += static_cast<double>(count);
  }
  EXPECT_NEAR(counted / kRuns, 4, 6.5 * 2 / std::sqrt(kRuns));
}

// The bound of one trial, with what it may ask for at most, is what is charged.
TEST(Trials, PermitNoMoreThanIsAccountedFor) {
  SecureRandom source;
  auto trials = GrantsForTests::trials(trials_of(0.01, 1), {{8}, {1e-6}}, source);
  ASSERT_TRUE(trials && trials->another());
  EXPECT_THROW(trials->permit(gaussian(0.01 * (1 + 1e-10))), ContractViolation);
  EXPECT_NO_THROW(trials->permit(gaussian(0.01 * (1 + 1e-13)))) << "sums of lines are rounded";
}

TEST(Trials, ThatWereMovedFromHandOutNothing) {
  SecureRandom source;
  auto first = GrantsForTests::trials({gaussian(0.01), 0.01, 1, 1}, {{8}, {1e-6}}, source);
  ASSERT_TRUE(first && first->another());
  Trials second = *std::move(first);
  EXPECT_THROW(first->permit(gaussian(0.01)), ContractViolation);
  EXPECT_THROW(first->once().pay("x"), ContractViolation);
  EXPECT_FALSE(first->another());
  EXPECT_NO_THROW(second.once().pay("x"));
  EXPECT_NO_THROW(second.permit(gaussian(0.01)));
  auto third = GrantsForTests::trials(trials_of(0.01, 1), {{8}, {1e-6}}, source);
  Trials fourth = *std::move(third);
  EXPECT_FALSE(third->another()) << "its trial is the other's now";
  EXPECT_TRUE(fourth.another());
}

}  // namespace
}  // namespace discreet
