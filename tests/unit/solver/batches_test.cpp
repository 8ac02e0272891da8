#include "discreet/solver/batches.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "discreet/fit/fit.hpp"
#include "discreet/solver/batch_descent.hpp"
#include "discreet/solver/sgd.hpp"
#include "discreet/solver/svrg.hpp"
#include "tests/support/make.hpp"
#include "tests/support/plans.hpp"
#include "tests/support/solved.hpp"

namespace discreet {
namespace {

Options sampled(const char* solver) {
  Options options;
  options.solver = solver;
  options.epsilon = "1";
  options.batch = "100";
  options.passes = "3";
  return options;
}

TEST(StochasticDescent, PlansBatchesAsManyAsPassesAndSizeAsk) {
  const auto blueprint = draw(sampled("sgd"), testing::facts(10'000, 3));
  ASSERT_TRUE(blueprint) << blueprint.error().message;
  const PlanLine& slopes = testing::line(blueprint->plan, kBatchSlopes);
  EXPECT_EQ(slopes.groups, 300U);
  EXPECT_EQ(slopes.numbers, 4U);
  EXPECT_EQ(std::get<PoissonGaussianEvent>(slopes.event).sampling, 0.01);
  EXPECT_LE(blueprint->label.spent.value, 1);
  EXPECT_GT(blueprint->label.spent.value, 0.999);
}

// The number of rows is private under add-remove; the public number stands for it everywhere.
TEST(StochasticDescent, DrawsByThePublicNumberOfRows) {
  Options options = sampled("sgd");
  options.neighbours = "add-remove";
  options.normaliser = "20000";
  const auto one = draw(options, testing::facts(10'000, 3)), other = draw(options, testing::facts(10'001, 3));
  ASSERT_TRUE(one && other);
  EXPECT_EQ(std::get<PoissonGaussianEvent>(testing::line(one->plan, kBatchSlopes).event).sampling, 0.005);
  for (std::size_t k = 0; k < one->plan.lines.size(); ++k) {
    EXPECT_EQ(one->plan.lines[k].event, other->plan.lines[k].event);
    EXPECT_EQ(one->plan.lines[k].groups, other->plan.lines[k].groups);
  }
}

TEST(StochasticDescent, DrawsBatchesOfOneSizeWhereAskedTo) {
  Options options = sampled("sgd");
  options.sampling = "fixed";
  const auto blueprint = draw(options, testing::facts(10'000, 3));
  ASSERT_TRUE(blueprint);
  const auto& event = std::get<FixedBatchGaussianEvent>(testing::line(blueprint->plan, kBatchSlopes).event);
  EXPECT_EQ(event.rows, 10'000U);
  EXPECT_EQ(event.batch, 100U);
}

TEST(StochasticDescent, TakesAllRowsWhereABatchIsLargerThanThat) {
  Options options = sampled("sgd");
  options.batch = "1000000";
  const auto blueprint = draw(options, testing::facts(10'000, 3));
  ASSERT_TRUE(blueprint);
  EXPECT_EQ(std::get<PoissonGaussianEvent>(testing::line(blueprint->plan, kBatchSlopes).event).sampling, 1);
}

TEST(VarianceReduced, PaysForSnapshotsAndForCorrections) {
  Options options = sampled("svrg");
  options.passes = "6";
  const auto blueprint = draw(options, testing::facts(10'000, 3));
  ASSERT_TRUE(blueprint);
  const PlanLine& snapshots = testing::line(blueprint->plan, VarianceReduced::kSnapshots);
  EXPECT_EQ(snapshots.groups, 3U);
  EXPECT_TRUE(std::holds_alternative<GaussianEvent>(snapshots.event));
  const PlanLine& corrections = testing::line(blueprint->plan, VarianceReduced::kCorrections);
  EXPECT_EQ(corrections.groups, 3U * 99);
  EXPECT_EQ(std::get<PoissonGaussianEvent>(corrections.event).sampling, 0.01);
  EXPECT_LE(blueprint->label.spent.value, 1);
}

std::string refusal(const char* solver, const std::function<void(Options&)>& change) {
  Options options = sampled(solver);
  change(options);
  const auto blueprint = draw(options, testing::facts(1000, 3));
  return blueprint ? "" : blueprint.error().message;
}

TEST(BatchSolvers, RefuseWhatTheyCannotDo) {
  EXPECT_NE(refusal("sgd", [](Options& o) { o.clip_rule = "smoothness"; }).find("--clip-rule"), std::string::npos);
  EXPECT_NE(refusal("sgd", [](Options& o) { o.average = "periodic:3"; }).find("--average"), std::string::npos);
  EXPECT_NE(refusal("sgd", [](Options& o) { o.sampling = "shuffled"; }).find("sampling"), std::string::npos);
  EXPECT_NE(refusal("sgd", [](Options& o) { o.batch = "0"; }).find("batch"), std::string::npos);
  EXPECT_NE(refusal("sgd", [](Options& o) { o.step_schedule = "rising"; }).find("step-schedule"), std::string::npos);
  EXPECT_NE(refusal("sgd", [](Options& o) { o.sampling = "fixed", o.neighbours = "zero-out"; }).find("replaced"),
            std::string::npos);
  EXPECT_NE(refusal("svrg", [](Options& o) { o.clip_rule = "uniform"; }).find("ball"), std::string::npos);
  EXPECT_NE(refusal("svrg", [](Options& o) { o.momentum = "nesterov"; }).find("--momentum"), std::string::npos);
  EXPECT_NE(refusal("svrg", [](Options& o) { o.average = "tail:0.5"; }).find("averages"), std::string::npos);
  EXPECT_NE(refusal("svrg", [](Options& o) { o.step_schedule = "decreasing"; }).find("equally far"), std::string::npos);
  // gdp, zcdp and the closed forms say nothing about batches.
  EXPECT_NE(refusal("sgd", [](Options& o) { o.accounting = "zcdp"; }).find("zcdp"), std::string::npos);
}

// Four ways to hide a row, two ways to clip it, two precisions: none goes astray on a problem that has an answer.
TEST(BatchSolvers, LearnAnEasyProblemUnderEveryRelation) {
  for (const bool classes : {false, true}) {
    testing::Random made = testing::random_rows(20'000, 4, 7, classes);
    for (std::size_t i = 0; classes && i < made.labels.size(); i += 5) made.labels[i] *= -1;
    const Dataset data = testing::labelled(made, classes);
    Options exact;
    exact.solver = "exact";
    exact.loss = classes ? "logistic" : "squared";
    const double best = testing::objective(*fit(data, exact), data);
    Options zero = exact;
    zero.penalty = "box:-1e-9,1e-9";
    const double nothing = testing::objective(*fit(data, zero), data);
    for (const char* solver : {"sgd", "svrg"})
      for (const char* relation : {"replace-one", "zero-out", "add-remove", "fixed"})
        for (const char* rule : {"ball", "uniform"}) {
          if (std::string(solver) == "svrg" && std::string(rule) == "uniform") continue;
          Options options;
          options.loss = exact.loss;
          options.solver = solver;
          options.epsilon = "1";
          options.clip_rule = rule;
          options.noise = "seeded:3";
          if (std::string(relation) == "fixed")
            options.sampling = relation;
          else
            options.neighbours = relation;
          if (options.neighbours == "add-remove") options.normaliser = "20000";
          const auto model = fit(data, options);
          ASSERT_TRUE(model) << model.error().message;
          EXPECT_LT(testing::objective(*model, data), best + 0.05 * (nothing - best))
              << exact.loss << ' ' << solver << ' ' << relation << ' ' << rule;
          EXPECT_LE(model->value().privacy.spent.value, 1);
        }
  }
}

}  // namespace
}  // namespace discreet
