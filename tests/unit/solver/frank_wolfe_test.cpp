#include "discreet/solver/frank_wolfe.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "discreet/fit/fit.hpp"
#include "discreet/privacy/additive_noise.hpp"
#include "discreet/solver/coordinate_descent.hpp"
#include "tests/support/grants.hpp"
#include "tests/support/make.hpp"
#include "tests/support/plans.hpp"

namespace discreet {
namespace {

Options within(const std::string& radius, const std::string& epsilon) {
  Options options;
  options.solver = "frank-wolfe";
  options.radius = radius;
  options.epsilon = epsilon;
  return options;
}

double sum_of_sizes(const std::vector<double>& weights) {
  double sum = 0;
  for (const double w : weights) sum += std::abs(w);
  return sum;
}

TEST(FrankWolfe, PlansAChoiceForEachStepAndASlopeForTheIntercept) {
  for (const bool intercept : {true, false}) {
    Options options = within("3", "1");
    options.passes = "9";
    options.intercept = intercept;
    const auto blueprint = draw(options, testing::facts(1000, 50));
    ASSERT_TRUE(blueprint) << blueprint.error().message;
    const PlanLine& choices = testing::line(blueprint->plan, FrankWolfe::kChoices);
    EXPECT_EQ(choices.groups, 9u);
    EXPECT_TRUE(std::holds_alternative<ExponentialEvent>(choices.event));
    ASSERT_EQ(testing::has_line(blueprint->plan, kSlopes), intercept);
    if (intercept) {
      EXPECT_EQ(testing::line(blueprint->plan, kSlopes).groups, 9u);
    }
    EXPECT_FALSE(testing::has_line(blueprint->plan, FrankWolfe::kLooks)) << "nothing is looked at for free";
    EXPECT_LE(blueprint->label.spent.value, 1);
    EXPECT_GE(blueprint->label.spent.value, 0.9999);
  }
}

TEST(FrankWolfe, PaysForOneOrTwoStepsWithPureEvents) {
  Options options = within("3", "1");
  options.passes = "2";
  const auto blueprint = draw(options, testing::facts(1000, 50));
  EXPECT_TRUE(std::holds_alternative<PureEvent>(testing::line(blueprint->plan, FrankWolfe::kChoices).event));
  EXPECT_TRUE(std::holds_alternative<LaplaceEvent>(testing::line(blueprint->plan, kSlopes).event));
  EXPECT_LE(blueprint->label.spent.value, 1);
}

// Nothing but public numbers goes into it: the blueprint is drawn without data.
TEST(FrankWolfe, TakesMoreStepsWhenTheyAreWorthMore) {
  const auto steps = [](std::size_t rows, std::size_t features, const char* epsilon) {
    return testing::line(draw(within("3", epsilon), testing::facts(rows, features))->plan, FrankWolfe::kChoices).groups;
  };
  EXPECT_GT(steps(10'000, 100, "1"), steps(1'000, 100, "1"));
  EXPECT_GT(steps(1'000, 100, "4"), steps(1'000, 100, "1"));
  EXPECT_GT(steps(1'000, 10, "1"), steps(1'000, 10'000, "1"));
}

// With constants and a threshold declared, the count is the theory's own: (4 R M n mu / (2 C log(2p+1)))^(2/3), C being
// what one slope is clipped to.
TEST(FrankWolfe, TakesTheStepsOfTheTheoryWhereItsNumbersAreDeclared) {
  const PublicFacts known = testing::facts(1000, 4);
  const auto steps = [&](const char* radius, const char* clip) {
    Options options = within(radius, "1");
    options.intercept = false;
    options.smoothness = "public:" + testing::declared_frame(known.features);
    options.clip = clip;
    return static_cast<double>(testing::line(draw(options, known)->plan, FrankWolfe::kChoices).groups);
  };
  EXPECT_NEAR(steps("8", "1") / steps("1", "1"), 4, 0.2);
  EXPECT_NEAR(steps("8", "8") / steps("1", "1"), 1, 0.05);
  EXPECT_EQ(steps("scaled:8", "8"), steps("8", "8")) << "all columns have spread 1";
}

TEST(FrankWolfe, StaysInTheBallAndAddsOneWeightAStep) {
  const testing::Random made = testing::random_rows(500, 40, 3, false);
  for (const bool sparse : {false, true}) {
    const Dataset data =
        sparse ? testing::make_sparse_dataset(made.rows, made.labels) : testing::make_dataset(made.rows, made.labels);
    for (const char* steps : {"1", "5", "30"}) {
      Options options = within("2.5", "2");
      options.passes = steps;
      const auto model = fit(data, options);
      ASSERT_TRUE(model) << model.error().message;
      const std::vector<double>& weights = model->value().weights;
      EXPECT_LE(sum_of_sizes(weights), 2.5 * (1 + 1e-12));
      EXPECT_GT(sum_of_sizes(weights), 0);
      EXPECT_LE(std::count_if(weights.begin(), weights.end(), [](double w) { return w != 0; }), std::stoi(steps));
    }
  }
}

// A start outside the ball helps the first choice and no more: the first step goes all the way.
TEST(FrankWolfe, LeavesAStartOutsideTheBallBehind) {
  const testing::Random made = testing::random_rows(200, 4, 3, false);
  const Dataset data = testing::make_dataset(made.rows, made.labels);
  testing::Bench bench;
  SolverSettings settings;
  settings.penalised = false;
  settings.radius = {1, false};
  settings.passes = 3;
  settings.start = std::vector<double>{5, -5, 5, 5, 0};
  settings.smoothness = SmoothnessSource::declared;
  settings.declared = testing::flat_frame(4);
  settings.clip = 10;
  SurveyFacts known;
  known.features = 4;
  known.regression = true;
  known.normaliser = 200;
  known.budget = {1};
  const auto solver = FrankWolfe::make(settings, known);
  ASSERT_TRUE(solver) << solver.error().message;
  const auto oracle = bench.oracle(data, "squared");
  const Census census(data, 200, bench.machinery);
  const WeightedPenalty none(AnyPenalty(None{}), {1, 1, 1, 1});
  SeededNoise source(1);
  Gaussian gaussian(source);
  Laplace laplace(source);
  Selection selection(source);
  Silent silent;
  Permit permit = testing::make_permit("choices", ExponentialEvent{{50}}, 3, 0);
  Perturbation perturbation(source);
  SolverContext context{*oracle, census, none, gaussian, permit, nullptr, silent, laplace, selection, perturbation};
  const Solution solution = (*solver)->run(context);
  EXPECT_LE(sum_of_sizes({solution.weights.weights().begin(), solution.weights.weights().end()}), 1 + 1e-12);
  // The oracle stands where the weights are: its margins are those of a fresh start there.
  Permit exact = testing::make_permit("exact", 0, 2);
  const double moved = exactly(exact.pay("exact"), oracle->risk());
  oracle->restart(solution.weights.weights());
  EXPECT_NEAR(moved, exactly(exact.pay("exact"), oracle->risk()), 1e-9 * moved);
}

TEST(FrankWolfe, RefusesWhatItDoesNotUnderstand) {
  const auto message = [](auto change) {
    Options options = within("1", "1");
    change(options);
    const auto refused = draw(options, testing::facts(100, 5));
    EXPECT_FALSE(refused);
    return refused ? std::string() : refused.error().message;
  };
  const auto names = [](const std::string& text, const char* what) { return text.find(what) != std::string::npos; };
  EXPECT_TRUE(names(message([](Options& o) { o.radius.clear(); }), "--radius"));
  EXPECT_TRUE(names(message([](Options& o) { o.radius = "0"; }), "radius"));
  EXPECT_TRUE(names(message([](Options& o) { o.radius = "wide"; }), "radius"));
  EXPECT_TRUE(names(message([](Options& o) { o.radius = "scaled:"; }), "radius"));
  EXPECT_TRUE(names(message([](Options& o) { o.penalty = "l1:0.1"; }), "--penalty"));
  EXPECT_TRUE(names(message([](Options& o) { o.step = "1"; }), "--step"));
  EXPECT_TRUE(names(message([](Options& o) { o.average = "tail:0.5"; }), "--average"));
  EXPECT_TRUE(names(message([](Options& o) { o.passes = "theory"; }), "--passes theory"));
  EXPECT_TRUE(names(message([](Options& o) { o.solver = "cd"; }), "--radius"));
}

}  // namespace
}  // namespace discreet
