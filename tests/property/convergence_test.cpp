// Without noise every setting leads to the optimum: every loss, penalty, order and clip rule of the lists.
#include <gtest/gtest.h>

#include <cmath>

#include "discreet/fit/evaluate.hpp"
#include "discreet/fit/fit.hpp"
#include "discreet/fit/spec.hpp"
#include "discreet/io/model_file.hpp"
#include "discreet/loss/all.hpp"
#include "discreet/penalty/all.hpp"
#include "discreet/solver/order.hpp"
#include "tests/support/make.hpp"
#include "tests/support/solved.hpp"
#include "tests/support/temporary_file.hpp"

namespace discreet {
namespace {

using testing::example_of;
using testing::labelled;
using testing::objective;

TEST(EveryLossAndPenalty, IsSolvedByCoordinateDescentWithoutNoise) {
  AllLosses::each([]<class L>(std::type_identity<L>) {
    for (const testing::Columns kind : testing::kEveryKindOfColumns)
      for (const std::string_view penalty : AllPenalties::names())
        for (const bool intercept : {true, false}) {
          const Dataset data = testing::five(kind, L::task);
          Options options;
          options.loss = testing::loss_text(L::name);
          options.penalty = example_of(penalty);
          options.intercept = intercept;
          Options exact = options;
          exact.solver = "exact";
          const double best = objective(*fit(data, exact), data);
          options.epsilon = "inf";
          const double reached = objective(*fit(data, options), data);
          EXPECT_LE(reached, best + 1e-8 * std::abs(best)) << L::name << ' ' << penalty << ' ' << intercept;
          EXPECT_GE(reached, best - 1e-9 * std::abs(best))
              << "the reference is not the optimum: " << L::name << ' ' << penalty;
        }
  });
}

TEST(EveryLossAndPenalty, IsSolvedGreedilyWithoutNoise) {
  AllLosses::each([]<class L>(std::type_identity<L>) {
    for (const testing::Columns kind : testing::kEveryKindOfColumns) {
      const Dataset data = testing::five(kind, L::task);
      for (const std::string_view penalty : AllPenalties::names())
        for (const bool intercept : {true, false}) {
          Options options;
          options.loss = testing::loss_text(L::name);
          options.penalty = example_of(penalty);
          options.intercept = intercept;
          options.solver = "exact";
          const double best = objective(*fit(data, options), data);
          options.solver = "greedy";
          options.epsilon = "inf";
          for (const std::string_view rule : kScoreRules) {
            options.rule = rule;
            EXPECT_NEAR(objective(*fit(data, options), data) / best, 1, 1e-5)
                << L::name << ' ' << penalty << ' ' << intercept << ' ' << rule << " data " << static_cast<int>(kind);
          }
        }
    }
  });
}

TEST(EveryClipRule, IsSolvedGreedilyWithoutNoise) {
  const testing::Random made = testing::random_rows(300, 4, 8, false);
  const Dataset data = labelled(made, false);
  Options options;
  options.penalty = "l1:0.02";
  options.solver = "exact";
  const double best = objective(*fit(data, options), data);
  options.solver = "greedy";
  options.epsilon = "inf";
  for (const char* rule : {"ball", "smoothness", "uniform"}) {
    options.clip_rule = rule;
    EXPECT_NEAR(objective(*fit(data, options), data) / best, 1, 1e-7) << rule;
  }
}

TEST(EveryPenalty, IsSolvedFromMomentsWithoutNoise) {
  const Dataset data = testing::crooked(false);
  for (const std::string_view penalty : AllPenalties::names())
    for (const bool intercept : {true, false}) {
      Options options;
      options.penalty = example_of(penalty);
      options.intercept = intercept;
      options.solver = "exact";
      const double best = objective(*fit(data, options), data);
      options.solver = "moments";
      options.epsilon = "inf";
      EXPECT_NEAR(objective(*fit(data, options), data) / best, 1, 1e-9) << penalty << ' ' << intercept;
    }
}

TEST(EveryOrderAndRule, ConvergesWithoutNoise) {
  const testing::Random made = testing::random_rows(300, 4, 8, false);
  const Dataset data = labelled(made, false);
  Options exact;
  exact.penalty = "l1:0.02";
  exact.solver = "exact";
  const double best = objective(*fit(data, exact), data);
  const testing::TemporaryFile weights(".csv", "feature,weight\nx1,1\nx2,5\nx3,2\nx4,1\n");
  for (const std::string_view name : AllOrders::names())
    for (const char* rule : {"auto", "smoothness", "uniform"}) {
      const std::string order = std::string(name) + (name == Weighted::name ? ":" + weights.path() : "");
      Options options = exact;
      options.solver = "cd";
      options.epsilon = "inf";
      options.order = order;
      options.clip_rule = rule;
      options.passes = "300";
      EXPECT_NEAR(objective(*fit(data, options), data) / best, 1, 1e-7) << order << ' ' << rule;
    }
}

// Columns on different scales, one off centre: every order gets there, wherever it starts.
TEST(EveryOrder, ConvergesOnCrookedColumnsFromAnyStart) {
  for (const bool classes : {false, true}) {
    const Dataset data = testing::crooked(classes);
    const testing::TemporaryFile weights(".csv", "x1,1\nx2,5\nx3,2\nx4,1\nx5,0.5\n(intercept),3\n");
    Options exact;
    exact.loss = classes ? "logistic" : "squared";
    exact.penalty = "elastic-net:0.02,0.5";
    exact.solver = "exact";
    const auto optimum = fit(data, exact);
    const double best = objective(*optimum, data);
    // A point far from the optimum, as a model file.
    Json far = to_json(*optimum);
    for (Json& weight : far["model"]["weights"]) weight = 3 - 5 * weight.get<double>();
    const testing::TemporaryFile start(".json", far.dump());
    for (const std::string_view name : AllOrders::names())
      for (const std::string& from : {std::string(), start.path()}) {
        const std::string order = std::string(name) + (name == Weighted::name ? ":" + weights.path() : "");
        Options options = exact;
        options.solver = "cd";
        options.epsilon = "inf";
        options.order = order;
        options.start = from;
        options.start_is_public = !from.empty();
        const auto model = fit(data, options);
        ASSERT_TRUE(model) << model.error().message;
        EXPECT_NEAR(objective(*model, data) / best, 1, 1e-5) << order << ' ' << from;
      }
  }
}

TEST(Start, LeadsToTheSameOptimumWithoutNoise) {
  const Dataset data = testing::crooked(false);
  Options options;
  options.penalty = "l1:0.05";
  options.solver = "exact";
  const double best = objective(*fit(data, options), data);
  options.penalty = "l2:3";
  const testing::TemporaryFile start(".json", to_json(*fit(data, options)).dump());
  options.penalty = "l1:0.05";
  options.start = start.path();
  options.start_is_public = true;
  for (const std::string solver : {"cd", "block", "greedy", "exact"}) {
    options.solver = solver;
    options.epsilon = solver == "exact" ? "" : "inf";
    const auto model = fit(data, options);
    ASSERT_TRUE(model) << model.error().message;
    EXPECT_NEAR(objective(*model, data) / best, 1, 1e-5) << solver;
  }
}

TEST(EveryAverage, ConvergesWithoutNoise) {
  const testing::Random made = testing::random_rows(300, 4, 8, false);
  const Dataset data = labelled(made, false);
  Options exact;
  exact.penalty = "l2:0.02";
  exact.solver = "exact";
  const double best = objective(*fit(data, exact), data);
  for (const char* average : {"none", "tail:0.5", "tail:0.01", "periodic:20"}) {
    Options options = exact;
    options.solver = "cd";
    options.epsilon = "inf";
    options.average = average;
    options.passes = "400";
    EXPECT_NEAR(objective(*fit(data, options), data) / best, 1, 1e-6) << average;
  }
}

}  // namespace
}  // namespace discreet
