// Without noise the dual solvers reach the optimum for every loss that has a dual and every layout. With noise they
// come to the same model whatever the number of threads and the layout.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "discreet/fit/fit.hpp"
#include "discreet/loss/dual.hpp"
#include "tests/support/solved.hpp"

namespace discreet {
namespace {

using testing::objective;

Dataset rows_for(bool classes, bool sparse) {
  if (!sparse) return testing::crooked(classes);
  const testing::Random made = testing::mostly_zeros(400, 6, 0.4, 3, classes);
  Dataset data = testing::make_sparse_dataset(made.rows, made.labels);
  if (classes) data.schema.classes = {"-1", "1"};
  return data;
}

Options ridge(const std::string& loss, const char* strength = "l2:0.1") {
  Options options;
  options.loss = loss;
  options.penalty = strength;
  options.intercept = false;
  return options;
}

TEST(EverySmoothDual, IsSolvedWithoutNoise) {
  AllLosses::each([]<class L>(std::type_identity<L>) {
    if constexpr (HasDual<L>)
      for (const bool sparse : {false, true})
        for (const char* strength : {"l2:0.1", "l2:0.001"}) {
          const Dataset data = rows_for(L::task == Task::classification, sparse);
          Options options = ridge(testing::loss_text(L::name), strength);
          options.solver = "exact";
          const double best = objective(*fit(data, options), data);
          options.epsilon = "inf";
          for (const char* solver : {"dual", "dual-sequential", "dual-primal"}) {
            options.solver = solver;
            const auto model = fit(data, options);
            ASSERT_TRUE(model) << model.error().message;
            EXPECT_LE(objective(*model, data), best + 1e-4 * std::abs(best))
                << L::name << ' ' << solver << ' ' << strength << (sparse ? " sparse" : "");
          }
        }
  });
}

// The least value of a convex function of one number, to the root of the precision of doubles.
double least(const std::function<double(double)>& f) {
  double low = -50, high = 50;
  for (int step = 0; step < 120; ++step) {
    const double left = low + (high - low) / 3, right = high - (high - low) / 3;
    (f(left) < f(right) ? high : low) = f(left) < f(right) ? right : left;
  }
  return f(0.5 * (low + high));
}

// The hinge loss has no other solver: two weights are searched by nested thirds.
TEST(Hinge, IsSolvedWithoutNoise) {
  testing::Random made = testing::random_rows(60, 2, 8, true);
  for (std::size_t i = 0; i < made.labels.size(); i += 7) made.labels[i] *= -1;
  const Dataset data = testing::labelled(made, true);
  for (const double a : {0.01, 0.1}) {
    const auto value = [&](double u, double v) {
      double sum = 0;
      for (std::size_t i = 0; i < made.rows.size(); ++i)
        sum += Hinge{}.value(u * made.rows[i][0] + v * made.rows[i][1], made.labels[i]);
      return sum / static_cast<double>(made.rows.size()) + 0.5 * a * (u * u + v * v);
    };
    const double best = least([&](double u) { return least([&](double v) { return value(u, v); }); });
    for (const char* solver : {"dual", "dual-sequential"}) {
      Options options = ridge("hinge");
      options.penalty = "l2:" + std::to_string(a);
      options.solver = solver;
      options.epsilon = "inf";
      const auto model = fit(data, options);
      ASSERT_TRUE(model) << model.error().message;
      EXPECT_NEAR(objective(*model, data), best, 1e-6 * best) << solver << ' ' << a;
    }
  }
}

// What the run says of itself is a bound on how far off it is.
TEST(Hinge, ClosesTheDualityGap) {
  for (const bool sparse : {false, true}) {
    const Dataset data = rows_for(true, sparse);
    Options options = ridge("hinge", "l2:0.01");
    options.solver = "dual";
    options.epsilon = "inf";
    const auto model = fit(data, options);
    ASSERT_TRUE(model) << model.error().message;
    double gap = -1;
    for (const auto& [name, value] : model->value().solver)
      if (name == "duality_gap") gap = std::get<double>(value);
    EXPECT_GE(gap, -1e-9);
    EXPECT_LE(gap, 1e-6 * objective(*model, data)) << (sparse ? "sparse" : "dense");
  }
}

Options seeded(const char* solver, bool classes) {
  Options options = ridge(classes ? "hinge" : "squared");
  if (classes && std::string(solver) == "dual-primal") options.loss = "logistic";
  options.solver = solver;
  options.epsilon = "1";
  options.noise = "seeded:7";
  options.passes = "2";
  return options;
}

TEST(ADualModel, DoesNotDependOnThreads) {
  const testing::Random made = testing::random_rows(20'000, 5, 9, false);
  const Dataset data = testing::make_dataset(made.rows, made.labels);
  for (const char* solver : {"dual", "dual-primal"}) {
    Options one = seeded(solver, false), four = one;
    if (std::string(solver) == "dual") one.batch = four.batch = "9000";
    one.threads = "1";
    four.threads = "4";
    EXPECT_EQ(fit(data, one)->value().weights, fit(data, four)->value().weights) << solver;
  }
}

TEST(ADualModel, IsTheSameFromSparseAndDenseStorage) {
  for (const char* solver : {"dual", "dual-sequential", "dual-primal"})
    for (const bool classes : {false, true}) {
      const testing::Random made = testing::mostly_zeros(2000, 12, 0.3, 5, classes);
      Dataset dense = testing::labelled(made, classes), sparse = testing::make_sparse_dataset(made.rows, made.labels);
      sparse.schema.classes = dense.schema.classes;
      const Options options = seeded(solver, classes);
      const auto one = fit(dense, options), other = fit(sparse, options);
      ASSERT_TRUE(one && other);
      EXPECT_EQ(one->value().weights, other->value().weights) << solver;
    }
}

}  // namespace
}  // namespace discreet
