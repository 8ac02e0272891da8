#include "discreet/solver/exact.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "discreet/fit/fit.hpp"
#include "tests/support/make.hpp"
#include "tests/support/solved.hpp"

namespace discreet {
namespace {

double said(const Model& model, std::string_view what) {
  for (const auto& [key, value] : model.solver)
    if (key == what) return std::get<double>(value);
  ADD_FAILURE() << "nothing is said of " << what;
  return 0;
}

Options exact(const std::string& loss, const std::string& penalty) {
  Options options;
  options.solver = "exact";
  options.loss = loss;
  options.penalty = penalty;
  return options;
}

struct Kind {
  const char* loss;
  bool classes;
};
constexpr Kind kKinds[] = {{"squared", false}, {"huber:1", false}, {"logistic", true}, {"squared-hinge", true}};

// Columns from 1e-4 to 1e4, skewed and correlated, as tables have them before anybody looked at them.
testing::Random raw_rows(std::size_t n, std::size_t p, bool classes) {
  testing::Random made = testing::random_rows(n, p, 11, classes);
  for (auto& row : made.rows) {
    const double common = row[0];
    for (std::size_t j = 0; j < p; ++j)
      row[j] = std::pow(10.0, static_cast<double>(j % 9) - 4) * std::exp(0.7 * row[j] + 0.5 * common);
  }
  if (classes)  // which cannot be separated
    for (std::size_t i = 0; i < n; i += 4) made.labels[i] *= -1;
  return made;
}

TEST(Exact, TakesFewStepsOnRawColumns) {
  for (const auto& [loss, classes] : kKinds) {
    const testing::Random made = raw_rows(300, 24, classes);
    const Dataset data = testing::labelled(made, classes);
    for (const char* penalty : {"l2:1/n", "l2:1e-6", "none"}) {
      const auto model = fit(data, exact(loss, penalty));
      ASSERT_TRUE(model) << model.error().message;
      EXPECT_LE(said(model->value(), "residual"), 1e-10) << loss << ' ' << penalty;
      EXPECT_LE(said(model->value(), "steps"), 40) << loss << ' ' << penalty;
    }
  }
}

// A column twice, one that is constant, one that is zero, and fewer rows than columns: the optimum is what it is
// without them, and columns that are alike share their weight.
TEST(Exact, StaysExactOnSingularTables) {
  for (const auto& [loss, classes] : kKinds) {
    testing::Random made = raw_rows(200, 5, classes);
    const Dataset data = testing::labelled(made, classes);
    for (auto& row : made.rows) row.insert(row.end(), {row[2], 7, 0, -4 * row[3]});
    const Dataset singular = testing::labelled(made, classes);
    Dataset sparse = testing::make_sparse_dataset(made.rows, made.labels);
    sparse.schema.classes = singular.schema.classes;
    const Options options = exact(loss, "none");
    const auto alone = fit(data, options);
    ASSERT_TRUE(alone) << alone.error().message;
    const double best = testing::objective(*alone, data);
    for (const Dataset* const table : {&singular, static_cast<const Dataset*>(&sparse)}) {
      const auto model = fit(*table, options);
      ASSERT_TRUE(model) << model.error().message;
      EXPECT_LE(said(model->value(), "residual"), 1e-10) << loss;
      EXPECT_NEAR(testing::objective(*model, *table) / best, 1, 1e-9) << loss;
      const auto& weights = model->value().weights;
      EXPECT_NEAR(weights[2], weights[5], 1e-2 * std::abs(weights[2])) << loss;
      EXPECT_EQ(weights[7], 0) << loss;
    }
  }
}

TEST(Exact, FitsFewerRowsThanColumnsWithoutAPenalty) {
  const testing::Random made = testing::random_rows(30, 50, 3, false);
  const Dataset data = testing::make_dataset(made.rows, made.labels);
  const auto model = fit(data, exact("squared", "none"));
  ASSERT_TRUE(model) << model.error().message;
  EXPECT_LE(testing::objective(*model, data), 1e-18);
  for (const double w : model->value().weights) EXPECT_LE(std::abs(w), 10) << "the shortest answer, or near it";
}

}  // namespace
}  // namespace discreet
