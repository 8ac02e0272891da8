#include "discreet/research/published_dual.hpp"

#include <gtest/gtest.h>

#include "discreet/fit/fit.hpp"
#include "discreet/research/published_move.hpp"
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

// With the noise of its accountant, computed apart from this program, and ten passes of which each costs one release.
TEST(PublishedDual, CostsSeveralTimesWhatItClaims) {
  struct Case {
    std::size_t rows;
    const char *batch, *passes, *epsilon;
    double noise, real;
  };
  for (const Case& c : {Case{24420, "500", "10", "0.1", 17.003, 0.416}, Case{24420, "500", "10", "1", 1.953, 5.759},
                        Case{347786, "1000", "50", "1", 1.625, 22.156}}) {
    Options options = ridge("dual");
    options.recipe = "paper";
    options.neighbours = "zero-out";
    options.delta = "0.001";
    options.clip = "0.1";
    options.epsilon = c.epsilon;
    options.batch = c.batch;
    options.passes = c.passes;
    const auto blueprint = draw(options, testing::facts(c.rows, 3));
    ASSERT_TRUE(blueprint) << blueprint.error().message;
    const PlanLine& line = moves(blueprint->plan);
    EXPECT_EQ(std::to_string(line.groups), c.passes);
    EXPECT_NEAR(std::get<GaussianEvent>(line.event).multiplier.value, c.noise, 1e-3 * c.noise);
    EXPECT_NEAR(blueprint->label.spent.value, c.real, 5e-3 * c.real);
    EXPECT_EQ(blueprint->label.claimed->value, std::stod(c.epsilon));
    EXPECT_GE(blueprint->granted.epsilon.value, blueprint->label.spent.value);
    options.neighbours = "replace-one";
    EXPECT_NEAR(std::get<GaussianEvent>(moves(draw(options, testing::facts(c.rows, 3))->plan).event).multiplier.value,
                c.noise / 2, 1e-3 * c.noise);
  }
}

TEST(PublishedDual, SaysWhatItNeeds) {
  Options options = ridge("dual");
  options.recipe = "paper";
  expect_refusal(options, "--clip");
  options.clip = "0.1";
  options.step = "1";
  expect_refusal(options, "--step");
  options.step = "auto";
  options.neighbours = "add-remove";
  options.normaliser = "1000";
  expect_refusal(options, "zero-out");
  options.neighbours = "replace-one";
  options.normaliser = "";
  options.epsilon = "0.0001";
  options.delta = "1e-9";
  expect_refusal(options, "moments accountant");
}

// From the edge of its domain the curvature is ten thousand, so the published step leads almost nowhere; the exact one
// goes to the middle.
TEST(PublishedDualMove, HardlyLeavesTheEdgeForTheLogisticLoss) {
  EXPECT_NEAR(published_dual_move(Logistic{}, 0, 1, 0, 0), 9.2e-4, 1e-5);
  EXPECT_NEAR(dual_solution(Logistic{}, 0, 1, 0, 0), 0.5, 1e-9);
  EXPECT_EQ(published_dual_move(Squared{}, 0.5, 2, 1, 1), dual_solution(Squared{}, 0.5, 2, 1, 1) - 0.5);
}

}  // namespace
}  // namespace discreet
