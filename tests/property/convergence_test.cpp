// Without noise every setting leads to the optimum: every loss, penalty, order and clip rule of the lists.
#include <gtest/gtest.h>

#include <cmath>

#include "discreet/fit/evaluate.hpp"
#include "discreet/fit/fit.hpp"
#include "discreet/fit/spec.hpp"
#include "discreet/loss/all.hpp"
#include "discreet/penalty/all.hpp"
#include "discreet/solver/order.hpp"
#include "tests/support/make.hpp"
#include "tests/support/solved.hpp"

namespace discreet {
namespace {

using testing::example_of;
using testing::labelled;
using testing::objective;

TEST(EveryLossAndPenalty, IsSolvedByCoordinateDescentWithoutNoise) {
  AllLosses::each([]<class L>(std::type_identity<L>) {
    const bool classes = L::task == Task::classification;
    const Dataset data = testing::crooked(classes);
    for (const std::string_view penalty : AllPenalties::names())
      for (const bool intercept : {true, false}) {
        Options options;
        options.loss = L::name;
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

// Three datasets: features alike, correlated and off centre, and on very different scales.
TEST(EveryLossAndPenalty, IsSolvedGreedilyWithoutNoise) {
  AllLosses::each([]<class L>(std::type_identity<L>) {
    const bool classes = L::task == Task::classification;
    for (const int kind : {0, 1, 2}) {
      testing::Random made = testing::random_rows(200, 5, 4 + static_cast<std::uint64_t>(kind), classes);
      for (std::size_t i = 0; i < made.rows.size(); ++i) {
        if (kind == 1) made.rows[i][1] += 0.7 * made.rows[i][0] + 3;
        if (kind == 2) made.rows[i][2] *= 100;
        if (classes && i % 10 == 0) made.labels[i] *= -1;
      }
      const Dataset data = labelled(made, classes);
      for (const std::string_view penalty : AllPenalties::names())
        for (const bool intercept : {true, false}) {
          Options options;
          options.loss = L::name;
          options.penalty = example_of(penalty);
          options.intercept = intercept;
          options.solver = "exact";
          const double best = objective(*fit(data, options), data);
          options.solver = "greedy";
          options.epsilon = "inf";
          for (const std::string_view rule : kScoreRules) {
            options.rule = rule;
            EXPECT_NEAR(objective(*fit(data, options), data) / best, 1, 1e-5)
                << L::name << ' ' << penalty << ' ' << intercept << ' ' << rule << " data " << kind;
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
  for (const std::string_view order : AllOrders::names())
    for (const char* rule : {"auto", "smoothness", "uniform"}) {
      Options options = exact;
      options.solver = "cd";
      options.epsilon = "inf";
      options.order = order;
      options.clip_rule = rule;
      options.passes = "300";
      EXPECT_NEAR(objective(*fit(data, options), data) / best, 1, 1e-7) << order << ' ' << rule;
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
