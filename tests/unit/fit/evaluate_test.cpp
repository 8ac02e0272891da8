#include "discreet/fit/evaluate.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "discreet/fit/fit.hpp"
#include "tests/support/make.hpp"

namespace discreet {
namespace {

TEST(Evaluate, CountsTheAreaUnderTheCurve) {
  EXPECT_DOUBLE_EQ(area_under_curve({1, 2, 3, 4}, {-1, -1, 1, 1}), 1);
  EXPECT_DOUBLE_EQ(area_under_curve({4, 3, 2, 1}, {-1, -1, 1, 1}), 0);
  EXPECT_DOUBLE_EQ(area_under_curve({1, 1, 1, 1}, {-1, 1, -1, 1}), 0.5);
  EXPECT_DOUBLE_EQ(area_under_curve({1, 2, 2, 3}, {-1, 1, -1, 1}), 0.875);
}

TEST(Evaluate, HasTheFiguresOfAHandComputedTable) {
  const Dataset data = testing::make_dataset({{1}, {2}, {-1}, {-2}}, {1, -1, -1, -1});
  Model model;
  model.loss = "logistic";
  model.penalty = "l2:2";
  model.task = Task::classification;
  model.weights = {1};
  model.features = {"x1"};
  const auto metrics = evaluate(model, data);
  ASSERT_TRUE(metrics);
  const auto metric = [&](std::string_view name) { return metric_of(*metrics, name); };
  const double loss = (std::log1p(std::exp(-1.0)) + std::log1p(std::exp(2.0)) + std::log1p(std::exp(-1.0)) +
                       std::log1p(std::exp(-2.0))) /
                      4;
  EXPECT_NEAR(metric("loss"), loss, 1e-12);
  EXPECT_NEAR(metric("objective"), loss + 1, 1e-12);
  EXPECT_DOUBLE_EQ(metric("accuracy"), 0.75);
  EXPECT_DOUBLE_EQ(metric("precision"), 0.5);
  EXPECT_DOUBLE_EQ(metric("recall"), 1);
}

}  // namespace
}  // namespace discreet
