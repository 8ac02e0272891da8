#include <gtest/gtest.h>

#include <cmath>

#include "discreet/fit/fit.hpp"
#include "discreet/penalty/l1_box.hpp"
#include "discreet/solver/objective.hpp"
#include "discreet/solver/output.hpp"
#include "tests/support/make.hpp"
#include "tests/support/solved.hpp"

namespace discreet {
namespace {

// Rows within declared bounds.
Dataset bounded(std::size_t rows) {
  testing::Random made = testing::random_rows(rows, 3, 9, true);
  for (std::size_t i = 0; i < rows; ++i) {
    for (double& x : made.rows[i]) x = std::clamp(x, -3.0, 3.0);
    if (i % 7 == 0) made.labels[i] *= -1;
  }
  Dataset data = testing::labelled(made, true);
  for (auto& bounds : data.schema.bounds) bounds = Interval{-3, 3};
  return data;
}

Options options_for(const char* solver, const char* epsilon, const char* penalty) {
  Options options;
  options.loss = "logistic";
  options.solver = solver;
  options.epsilon = epsilon;
  options.penalty = penalty;
  return options;
}

std::string refusal(const Options& options, const Dataset& data) {
  const auto made = fit(data, options);
  return made ? "" : made.error().message;
}

TEST(Perturbation, RefusesWhatItHasNoProofFor) {
  const Dataset data = bounded(200);
  for (const char* solver : {"output", "objective"}) {
    Options squared = options_for(solver, "1", "l2:0.1");
    squared.loss = "squared";
    EXPECT_NE(refusal(squared, testing::crooked(false)).find("bounded slope"), std::string::npos) << solver;
    Options presence = options_for(solver, "1", "l2:0.1");
    presence.neighbours = "add-remove";
    presence.normaliser = "200";
    EXPECT_NE(refusal(presence, data).find("public number of rows"), std::string::npos) << solver;
    const auto undeclared = fit(testing::crooked(true), options_for(solver, "1", "l2:0.1"));
    ASSERT_FALSE(undeclared);
    EXPECT_EQ(undeclared.error().fault, Fault::precondition) << solver;
    EXPECT_NE(refusal(options_for(solver, "1", "box:1,2"), data).find("zero"), std::string::npos) << solver;
  }
  for (const char* penalty : {"none", "l1:0.1", "elastic-net:0.1,1", "l2:0"})
    EXPECT_NE(refusal(options_for("output", "1", penalty), data).find("strongly convex"), std::string::npos) << penalty;
  Options little = options_for("objective", "1", "none");
  little.ridge = "1e-9";
  EXPECT_NE(refusal(little, data).find("--ridge"), std::string::npos);
}

TEST(Perturbation, IsTheExactSolverWithoutNoise) {
  const Dataset data = bounded(300);
  for (const bool intercept : {true, false}) {
    Options exact = options_for("exact", "", "elastic-net:0.02,0.5");
    exact.intercept = intercept;
    const auto best = fit(data, exact);
    for (const char* solver : {"output", "objective"}) {
      Options options = options_for(solver, "inf", "elastic-net:0.02,0.5");
      options.intercept = intercept;
      const auto made = fit(data, options);
      ASSERT_TRUE(made);
      EXPECT_EQ(made->value().weights, best->value().weights) << solver;
      EXPECT_EQ(made->value().intercept, best->value().intercept);
      EXPECT_FALSE(made->value().privacy.is_private());
    }
  }
}

TEST(Perturbation, SpendsItsBudgetAndNoMore) {
  const Dataset data = bounded(300);
  for (const char* solver : {"output", "objective"})
    for (const char* neighbours : {"replace-one", "zero-out"}) {
      Options options = options_for(solver, "1", "l2:0.1");
      options.neighbours = neighbours;
      const auto made = fit(data, options);
      ASSERT_TRUE(made) << made.error().message;
      EXPECT_LE(made->value().privacy.spent.value, 1);
      EXPECT_GT(made->value().privacy.spent.value, 0.999);
      EXPECT_TRUE(made->value().privacy.is_private());
    }
}

// With an epsilon that is no protection, and rows that are not shrunk, the minimum of the objective with its ridge is
// what comes out. For output the ridge on the intercept is the penalty's, so it is left out here.
TEST(Perturbation, FindsTheMinimumWhenThereIsHardlyAnyNoise) {
  const Dataset data = bounded(2000);
  Options exact = options_for("exact", "", "l2:0.5");
  exact.intercept = false;
  const auto best = fit(data, exact);
  Options output = options_for("output", "1000", "l2:0.5");
  output.intercept = false;
  output.clip = "6";
  Options objective = options_for("objective", "1000", "none");
  objective.intercept = false;
  objective.smoothness = "public:" + testing::declared_frame(data.schema.features);
  objective.clip = "12";      // features are taken in units of 2: a smoothness of 1 is 1/4 of a mean square of 4
  objective.ridge = "0.125";  // so this is 0.5 in their own
  for (const Options& options : {output, objective}) {
    const auto made = fit(data, options);
    ASSERT_TRUE(made) << made.error().message;
    for (std::size_t j = 0; j < 3; ++j)
      EXPECT_NEAR(made->value().weights[j], best->value().weights[j], 0.02) << options.solver;
  }
}

TEST(Perturbation, LeavesZerosWhereThePenaltyPutsThem) {
  const Dataset data = bounded(300);
  const auto made = fit(data, options_for("objective", "3", "l1:10"));
  ASSERT_TRUE(made);
  for (const double w : made->value().weights) EXPECT_EQ(w, 0);
  EXPECT_NE(made->value().intercept, 0);
}

TEST(TidiedPoint, IsWhereThePenaltyAllows) {
  const WeightedPenalty penalty(AnyPenalty(L1Box{0.1, -1, 1}), {1, 1, 1, 0});
  const Iterate w = tidied({5, 1e-9, 1e-3, 1e-9}, {1e-6, 1e-6, 1e-6, 1e-6}, penalty);
  EXPECT_EQ(w[Coordinate{0}], 1);
  EXPECT_EQ(w[Coordinate{1}], 0);
  EXPECT_EQ(w[Coordinate{2}], 1e-3);
  EXPECT_EQ(w[Coordinate{3}], 1e-9) << "the intercept is left alone";
}

}  // namespace
}  // namespace discreet
