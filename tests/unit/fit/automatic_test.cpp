#include "discreet/fit/automatic.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "discreet/fit/fit.hpp"
#include "discreet/solver/all.hpp"
#include "discreet/solver/prospect.hpp"
#include "tests/support/make.hpp"
#include "tests/support/plans.hpp"

namespace discreet {
namespace {

Options at(const char* epsilon, const char* penalty = "none", const char* loss = "squared") {
  Options options;
  options.epsilon = epsilon;
  options.penalty = penalty;
  options.loss = loss;
  return options;
}

std::string chosen(const Options& options, const PublicFacts& facts) {
  const auto blueprint = draw(options, facts);
  if (!blueprint) return blueprint.error().message;
  return blueprint->problem.solver;
}

TEST(Automatic, TakesBayesWhereNoiseMatters) {
  EXPECT_EQ(chosen(at("0.1", "l2:1/n", "logistic"), testing::facts(32'561, 108)), "bayes");
  EXPECT_EQ(chosen(at("0.01"), testing::facts(100, 3)), "bayes") << "it is the one that stays near the constant";
  EXPECT_EQ(chosen(at("1", "l2:1/n", "poisson"), testing::facts(2000, 8)), "bayes");
  EXPECT_EQ(chosen(at("1", "l1:0.1"), testing::facts(20'640, 8)), "newton") << "the noise is too faint to shrink by";
}

TEST(Automatic, TakesNewtonForWhatBayesDoesNotSolve) {
  PublicFacts facts = testing::facts(2000, 8);
  EXPECT_EQ(chosen(at("1", "l2:1/n", "huber:1"), facts), "newton");
  Options options = at("1");
  options.intercept = false;
  EXPECT_EQ(chosen(options, facts), "newton");
  for (const auto& [field, value] : {std::pair(&Options::passes, "5"), std::pair(&Options::step, "0.5"),
                                     std::pair(&Options::clip, "2"), std::pair(&Options::metric, "diagonal")}) {
    options = at("1");
    options.*field = value;
    EXPECT_EQ(chosen(options, facts), "newton") << value;
  }
  facts.sparse = true;
  EXPECT_EQ(chosen(at("1"), facts), "newton");
}

TEST(Automatic, TakesGreedyWhereNoiseDrownsManySlopesAndFewMatter) {
  EXPECT_EQ(chosen(at("10", "l1:0.3"), testing::facts(1000, 1000)), "greedy");
  EXPECT_EQ(chosen(at("10", "l2:0.3"), testing::facts(1000, 500)), "bayes") << "nothing says that few features matter";
  EXPECT_EQ(chosen(at("0.1", "l1:0.3"), testing::facts(1000, 1000)), "newton") << "not even one choice can be afforded";
  EXPECT_EQ(chosen(at("1", "l2:0.3"), testing::facts(1000, 50'000)), "greedy");
}

TEST(Automatic, TakesADualSolverForALossWithAKink) {
  Options options = at("1", "l2:0.01", "hinge");
  const std::string refused = chosen(options, testing::facts(20'000, 8));
  EXPECT_NE(refused.find("--loss hinge is for dual solvers alone"), std::string::npos) << refused;
  EXPECT_NE(refused.find("intercept"), std::string::npos) << refused;
  options.intercept = false;
  EXPECT_EQ(chosen(options, testing::facts(20'000, 8)), "dual");
  options.epsilon = "inf";
  EXPECT_EQ(chosen(options, testing::facts(20'000, 8)), "dual");
}

TEST(Automatic, TakesCoordinateDescentWhereRowsAbound) {
  EXPECT_EQ(chosen(at("1"), testing::facts(10'000'000, 5000)), "cd");
}

TEST(Automatic, LeavesTheChoiceToAnOptionThatOneSolverUnderstands) {
  const PublicFacts facts = testing::facts(20'000, 8);
  struct Case {
    std::string Options::*field;
    const char *value, *solver;
  };
  const Case cases[] = {{&Options::order, "shuffled", "cd"},      {&Options::clip_rule, "smoothness", "cd"},
                        {&Options::passes, "theory", "cd"},       {&Options::accounting, "paper", "cd"},
                        {&Options::average, "tail:0.5", "cd"},    {&Options::block, "size:2", "block"},
                        {&Options::rule, "gs-q", "greedy"},       {&Options::batch, "500", "sgd"},
                        {&Options::momentum, "nesterov", "block"}};
  for (const Case& one : cases) {
    Options options = at("1", "l1:0.1");
    options.*one.field = one.value;
    EXPECT_EQ(chosen(options, facts), one.solver) << one.value;
  }
  Options path = at("1", "l1:0.1");
  path.path = "10";
  EXPECT_EQ(chosen(path, facts), "moments");
}

TEST(Automatic, IsTheExactSolverWithoutNoiseWhereverItCanDoTheProblem) {
  for (const char* loss : {"squared", "logistic", "huber:1", "squared-hinge", "poisson"})
    for (const char* penalty : {"none", "l1:0.1", "l2:1/n", "elastic-net:0.1,0.5", "box:-1,1", "nonnegative"})
      EXPECT_EQ(chosen(at("inf", penalty, loss), testing::facts(2000, 8)), "exact") << loss << ' ' << penalty;
  EXPECT_EQ(chosen(at("inf", "l2:1/n"), testing::facts(2000, 5000)), "exact");
  EXPECT_EQ(chosen(at("inf", "l1:0.1"), testing::facts(800, 100'000)), "exact");
  EXPECT_EQ(chosen(at("inf", "l2:1/n"), testing::facts(800, 100'000)), "cd") << "no matrix is that large";
  EXPECT_EQ(chosen(at("1e6", "l2:1/n"), testing::facts(2000, 8)), "newton");
  PublicFacts many = testing::facts(2000, 8);
  many.processes = 3;
  EXPECT_EQ(chosen(at("inf", "l2:1/n"), many).find("--epsilon inf runs in one process"), 0u) << "whoever is chosen";
  // What the exact solver has no use for was meant for another.
  struct Case {
    std::string Options::*field;
    const char *value, *solver;
  };
  const Case cases[] = {{&Options::passes, "5", "newton"},
                        {&Options::step, "0.5", "newton"},
                        {&Options::metric, "diagonal", "newton"},
                        {&Options::smoothness, "from-data", "newton"},
                        {&Options::order, "shuffled", "cd"}};
  for (const Case& one : cases) {
    Options options = at("inf", "l2:1/n");
    options.*one.field = one.value;
    EXPECT_EQ(chosen(options, testing::facts(2000, 8)), one.solver) << one.value;
  }
}

// Chosen or asked for, the label says the same of it.
TEST(Automatic, StampsTheExactSolverAsIfItHadBeenAskedFor) {
  const testing::Random made = testing::random_rows(300, 3, 1, false);
  const Dataset data = testing::make_dataset(made.rows, made.labels);
  Options options = at("inf", "l2:0.1");
  const auto by_itself = fit(data, options);
  options.solver = "exact";
  const auto asked = fit(data, options);
  ASSERT_TRUE(by_itself && asked);
  EXPECT_EQ(by_itself->value().weights, asked->value().weights);
  const PrivacyLabel &one = by_itself->value().privacy, &other = asked->value().privacy;
  EXPECT_FALSE(one.is_private());
  EXPECT_EQ(one.caveats, other.caveats);
  ASSERT_EQ(one.plan.lines.size(), other.plan.lines.size());
  for (std::size_t k = 0; k < one.plan.lines.size(); ++k) EXPECT_EQ(one.plan.lines[k].event, other.plan.lines[k].event);
  options.solver = "auto";
  options.strict = true;
  EXPECT_FALSE(fit(data, options));
}

TEST(Automatic, WritesItsReasonIntoTheModel) {
  const testing::Random made = testing::random_rows(500, 3, 1, false);
  const Dataset data = testing::make_dataset(made.rows, made.labels);
  const auto reason = [&](const char* solver) {
    Options options = at("1");
    options.solver = solver;
    const auto model = fit(data, options);
    for (const auto& [key, value] : model->value().solver)
      if (key == "chosen") return std::get<std::string>(value);
    return std::string();
  };
  EXPECT_EQ(reason("auto").substr(0, 5), "auto:");
  EXPECT_EQ(reason("newton"), "") << "the user chose";
}

// Only what is public enters: the same facts lead to the same choice whatever the rows are.
TEST(Automatic, DoesNotDependOnTheRows) {
  Options options = at("1", "l1:0.1");
  options.noise = "seeded:1";
  const auto plan_of = [&](std::uint64_t seed, double scale) {
    testing::Random made = testing::random_rows(300, 4, seed, false);
    for (auto& row : made.rows)
      for (double& x : row) x *= scale;
    return fit(testing::make_dataset(made.rows, made.labels), options)->value().privacy.plan;
  };
  const Plan plan = plan_of(1, 1), other = plan_of(2, 1e9);
  ASSERT_EQ(plan.lines.size(), other.lines.size());
  for (std::size_t k = 0; k < plan.lines.size(); ++k) {
    EXPECT_EQ(plan.lines[k].what, other.lines[k].what);
    EXPECT_EQ(plan.lines[k].event, other.lines[k].event);
  }
}

TEST(Prospect, GetsBetterWithRowsAndBudgetAndWorseWithFeatures) {
  const auto ratio = [](const char* epsilon, std::size_t rows, std::size_t features) {
    return draw(at(epsilon), testing::facts(rows, features))->prospect.noise_to_signal;
  };
  EXPECT_LT(ratio("1", 20'000, 8), ratio("1", 2000, 8));
  EXPECT_LT(ratio("1", 20'000, 8), ratio("0.1", 20'000, 8));
  EXPECT_LT(ratio("1", 20'000, 8), ratio("1", 20'000, 80));
  EXPECT_TRUE(draw(at("1"), testing::facts(20'000, 8))->prospect.worth_it());
  EXPECT_FALSE(draw(at("0.01"), testing::facts(200, 8))->prospect.worth_it());
  EXPECT_EQ(ratio("inf", 200, 8), 0);
}

}  // namespace
}  // namespace discreet
