#include "discreet/solver/greedy.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "discreet/accounting/accountants.hpp"
#include "discreet/fit/fit.hpp"
#include "discreet/privacy/additive_noise.hpp"
#include "discreet/solver/retreat.hpp"
#include "tests/support/make.hpp"
#include "tests/support/plans.hpp"

namespace discreet {
namespace {

Options greedy(const std::string& epsilon) {
  Options options;
  options.solver = "greedy";
  options.penalty = "l1:0.05";
  options.epsilon = epsilon;
  return options;
}

TEST(Greedy, PlansAChoiceAndASlopeForEachStep) {
  Options options = greedy("1");
  options.passes = "7";
  const auto blueprint = draw(options, testing::facts(1000, 50));
  ASSERT_TRUE(blueprint);
  EXPECT_EQ(testing::line(blueprint->plan, Greedy::kChoices).groups, 7u);
  EXPECT_EQ(testing::line(blueprint->plan, kSlopes).groups, 7u);
  EXPECT_TRUE(std::holds_alternative<ExponentialEvent>(testing::line(blueprint->plan, Greedy::kChoices).event));
  EXPECT_TRUE(std::holds_alternative<GaussianEvent>(testing::line(blueprint->plan, kSlopes).event));
  EXPECT_LE(blueprint->label.spent.value, 1);
  EXPECT_GE(blueprint->label.spent.value, 0.9999);
  EXPECT_EQ(blueprint->label.accountant, "numeric");
}

TEST(Greedy, PaysForOneOrTwoStepsWithPureEvents) {
  for (const char* passes : {"1", "2"}) {
    Options options = greedy("1");
    options.passes = passes;
    const auto blueprint = draw(options, testing::facts(1000, 50));
    EXPECT_TRUE(std::holds_alternative<PureEvent>(testing::line(blueprint->plan, Greedy::kChoices).event));
    EXPECT_TRUE(std::holds_alternative<LaplaceEvent>(testing::line(blueprint->plan, kSlopes).event));
    EXPECT_LE(blueprint->label.spent.value, 1);
  }
}

TEST(Greedy, PaysForALookBackWhereColumnsMayShareAScale) {
  const auto looks = [](auto change) {
    Options options = greedy("1");
    options.passes = "7";
    change(options);
    const auto blueprint = draw(options, testing::facts(1000, 50));
    EXPECT_TRUE(blueprint);
    std::size_t answers = 0;
    for (const PlanLine& each : blueprint->plan.lines)
      if (each.what == Retreat::kLine) answers += each.groups;
    return answers;
  };
  EXPECT_EQ(looks([](Options&) {}), 5u) << "a level that is bought may be a bad start";
  EXPECT_EQ(looks([](Options& o) { o.intercept = false; }), 4u);
  EXPECT_EQ(looks([](Options& o) { o.passes = "2"; }), 0u) << "pure events alone";
  EXPECT_EQ(looks([](Options& o) { o.epsilon = "inf"; }), 0u);
  EXPECT_EQ(looks([](Options& o) { o.smoothness = "from-data"; }), 0u);
}

// Nothing but public numbers goes into it: the blueprint is drawn without data.
TEST(Greedy, TakesMoreStepsWhenTheyAreWorthMore) {
  const auto steps = [](std::size_t rows, std::size_t features, const char* epsilon) {
    return testing::line(draw(greedy(epsilon), testing::facts(rows, features))->plan, Greedy::kChoices).groups;
  };
  EXPECT_GE(steps(1000, 1000, "1"), 1u);
  EXPECT_GT(steps(100'000, 100, "1"), steps(10'000, 100, "1"));
  EXPECT_GT(steps(10'000, 100, "4"), steps(10'000, 100, "1"));
  EXPECT_GT(steps(10'000, 10, "1"), steps(10'000, 10'000, "1"));
}

TEST(Greedy, LeavesWeightsThatWereNeverChosenAtExactlyZero) {
  const testing::Random made = testing::random_rows(500, 40, 3, false);
  const Dataset data = testing::make_dataset(made.rows, made.labels);
  for (const char* penalty : {"none", "l1:0.1", "l2:0.1", "nonnegative"}) {
    Options options = greedy("2");
    options.penalty = penalty;
    options.passes = "5";
    const auto model = fit(data, options);
    ASSERT_TRUE(model);
    int nonzeros = 0;
    for (const double w : model->value().weights) nonzeros += w != 0;
    EXPECT_LE(nonzeros, 5) << penalty;
  }
}

// A box may leave zero out; the model must be inside it all the same.
TEST(Greedy, StartsInsideTheBox) {
  const testing::Random made = testing::random_rows(100, 10, 3, false);
  const Dataset data = testing::make_dataset(made.rows, made.labels);
  Options options = greedy("1");
  options.penalty = "box:0.5,2";
  options.passes = "3";
  const auto model = fit(data, options);
  for (const double w : model->value().weights) EXPECT_TRUE(w >= 0.5 && w <= 2);
}

TEST(Greedy, KnowsItsRules) {
  for (const std::string_view rule : kScoreRules) {
    Options options = greedy("1");
    options.rule = rule;
    EXPECT_TRUE(draw(options, testing::facts(100, 5)));
  }
  Options options = greedy("1");
  options.rule = "gs-x";
  const auto refused = draw(options, testing::facts(100, 5));
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("rule"), std::string::npos);
}

TEST(Oracle, GivesTheSameSlopeForLaplaceNoiseAsForGaussianNoise) {
  const testing::Random made = testing::random_rows(50, 3, 3, false);
  const Dataset data = testing::make_dataset(made.rows, made.labels);
  testing::Bench bench;
  const auto oracle = bench.oracle(data, "squared");
  oracle->set_frame(testing::flat_frame(3));
  SeededNoise source(1);
  Laplace laplace(source);
  Gaussian gaussian(source);
  Permit permit = testing::make_permit("slopes", 0, 6, 3);
  for (const ClipRule rule : {ClipRule::ball, ClipRule::smoothness, ClipRule::uniform}) {
    const Clip clip{rule, 1.5};
    EXPECT_DOUBLE_EQ(laplace.release(oracle->laplace_slope(permit.pay("slopes"), clip, {1})).value(),
                     gaussian.release(oracle->slopes(permit.pay("slopes"), clip).slope({1})).value());
  }
}

TEST(Outline, SharesTheBudgetAmongAnswersOfAllKinds) {
  using Answer = Outline::Answer;
  const Outline outline{Neighbours::replace_one,
                        {{"a", 4, 1, 1, Answer::gaussian},
                         {"b", 4, 0, 1, Answer::choice},
                         {"c", 4, 1, 1, Answer::laplace},
                         {"d", 4, 0, 1, Answer::single_choice}}};
  const TightAccountant accountant;
  const auto plan = calibrate(accountant, {Epsilon{1}, Delta{1e-6}}, outline);
  ASSERT_TRUE(plan);
  const double noise = std::get<GaussianEvent>(plan->lines[0].event).multiplier.value;
  EXPECT_DOUBLE_EQ(std::get<ExponentialEvent>(plan->lines[1].event).epsilon.value * noise, 2);
  EXPECT_DOUBLE_EQ(std::get<LaplaceEvent>(plan->lines[2].event).multiplier.value, noise);
  EXPECT_DOUBLE_EQ(std::get<PureEvent>(plan->lines[3].event).epsilon.value * noise, 1);
  EXPECT_LE(accountant.epsilon(*plan, Delta{1e-6}).value, 1);
}

}  // namespace
}  // namespace discreet
