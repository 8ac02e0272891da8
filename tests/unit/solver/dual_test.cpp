#include "discreet/solver/dual.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "discreet/fit/fit.hpp"
#include "tests/support/make.hpp"
#include "tests/support/plans.hpp"

namespace discreet {
namespace {

Options ridge(const char* solver) {
  Options options;
  options.solver = solver;
  options.loss = "logistic";
  options.penalty = "l2:0.01";
  options.intercept = false;
  options.epsilon = "1";
  return options;
}

const PlanLine& moves(const Plan& plan) { return testing::line(plan, ExactDual::kMoves); }

void expect_refusal(const Options& options, const std::string& words) {
  const auto drawn = draw(options, testing::facts(1000, 3));
  ASSERT_FALSE(drawn) << words;
  EXPECT_EQ(drawn.error().fault, Fault::usage);
  EXPECT_NE((drawn.error().message + drawn.error().hint).find(words), std::string::npos) << drawn.error().message;
}

TEST(DualAscent, PlansPoissonBatchesUnderEveryRelation) {
  for (const char* relation : {"replace-one", "zero-out", "add-remove"}) {
    Options options = ridge("dual");
    options.neighbours = relation;
    if (std::string(relation) == "add-remove") options.normaliser = "10000";
    options.batch = "100";
    options.passes = "3";
    const auto blueprint = draw(options, testing::facts(10'000, 3));
    ASSERT_TRUE(blueprint) << blueprint.error().message;
    EXPECT_EQ(moves(blueprint->plan).groups, 300U);
    EXPECT_EQ(moves(blueprint->plan).numbers, 3U);
    EXPECT_EQ(std::get<PoissonGaussianEvent>(moves(blueprint->plan).event).sampling, 0.01);
    EXPECT_LE(blueprint->label.spent.value, 1);
  }
}

TEST(SequentialDual, GetsNoCreditForWhoIsInALot) {
  Options options = ridge("dual-sequential");
  options.batch = "300";
  options.passes = "2";
  const auto blueprint = draw(options, testing::facts(1000, 3));
  ASSERT_TRUE(blueprint) << blueprint.error().message;
  EXPECT_EQ(moves(blueprint->plan).groups, 8U);  // the last lot of a pass is a short one
  EXPECT_TRUE(std::holds_alternative<GaussianEvent>(moves(blueprint->plan).event));
  options.neighbours = "add-remove";
  options.normaliser = "1000";
  expect_refusal(options, "add-remove");
}

TEST(EveryDualSolver, RefusesWhatHasNoDual) {
  const std::pair<std::function<void(Options&)>, const char*> cases[] = {
      {[](Options& o) { o.penalty = "l1:0.1"; }, "--penalty l2:A"},
      {[](Options& o) { o.penalty = "none"; }, "--penalty l2:A"},
      {[](Options& o) { o.penalty = "elastic-net:0.1,0.5"; }, "--penalty l2:A"},
      {[](Options& o) { o.penalty = "l2:0"; }, "A above 0"},
      {[](Options& o) { o.unpenalised = {"x2"}; }, "--unpenalised"},
      {[](Options& o) { o.intercept = true; }, "--no-intercept"},
      {[](Options& o) { o.loss = "poisson"; }, "dual variables"},
      {[](Options& o) { o.clip_rule = "smoothness"; }, "--clip-rule"},
      {[](Options& o) { o.average = "periodic:2"; }, "--average tail"},
      {[](Options& o) { o.sampling = "fixed"; }, "--sampling poisson"},
      {[](Options& o) { o.momentum = "nesterov"; }, "--momentum"},
      {[](Options& o) { o.step_schedule = "decreasing"; }, "--step-schedule"},
      {[](Options& o) { o.passes = "theory"; }, "--passes"},
      {[](Options& o) { o.budget_weights = "smoothness"; }, "--budget-weights"},
  };
  for (const char* solver : {"dual", "dual-sequential", "dual-primal"})
    for (const auto& [change, words] : cases) {
      SCOPED_TRACE(std::string(solver) + ": " + words);
      Options options = ridge(solver);
      change(options);
      expect_refusal(options, words);
    }
}

TEST(Hinge, IsForDualSolversAlone) {
  for (const char* solver : {"cd", "block", "greedy", "sgd", "svrg", "exact", "dual-primal"}) {
    SCOPED_TRACE(solver);
    Options options = ridge(solver);
    options.loss = "hinge";
    if (std::string(solver) == "exact") options.epsilon.clear();
    expect_refusal(options, "--solver dual");
  }
  for (const char* solver : {"auto", "dual", "dual-sequential"}) {
    Options options = ridge(solver);
    options.loss = "hinge";
    EXPECT_TRUE(draw(options, testing::facts(1000, 3))) << solver;
  }
}

// With much budget a private run comes close to the optimum: neither thresholds nor steps keep it away.
TEST(DualAscent, ComesCloseWithMuchBudget) {
  const testing::Random made = testing::random_rows(4000, 4, 3, false);
  const Dataset data = testing::make_dataset(made.rows, made.labels);
  Options options = ridge("dual");
  options.loss = "squared";
  options.epsilon = "50";
  options.noise = "seeded:3";
  const auto model = fit(data, options);
  ASSERT_TRUE(model) << model.error().message;
  for (const double w : model->value().weights) EXPECT_NEAR(w, 1 / 1.01, 0.05);
}

// Batches of fixed size would tell on a row.
TEST(DualMoves, AreNotForBatchesOfFixedSize) {
  const testing::Random made = testing::random_rows(10, 2, 3, false);
  const Dataset data = testing::make_dataset(made.rows, made.labels);
  testing::Bench bench;
  const auto oracle = bench.oracle(data, "squared");
  oracle->set_frame(testing::flat_frame(2));
  oracle->forget_duals();
  Permit permit = testing::make_permit("moves", FixedBatchGaussianEvent{10, 5, {1}}, 1, 2);
  const std::vector<double> zero(2, 0.0), one(2, 1.0);
  EXPECT_THROW((void)oracle->dual_moves(permit.pay_batch("moves"), {ClipRule::ball, 1}, {zero, one, 1}),
               ContractViolation);
}

}  // namespace
}  // namespace discreet
