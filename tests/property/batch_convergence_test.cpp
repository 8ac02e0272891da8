// Without noise batches hold all rows, and the solvers that ask about batches reach the optimum for every loss, penalty
// and layout. With noise they come to the same model whatever the number of threads and the layout.
#include <gtest/gtest.h>

#include <cmath>

#include "discreet/fit/fit.hpp"
#include "discreet/loss/all.hpp"
#include "discreet/penalty/all.hpp"
#include "tests/support/solved.hpp"

namespace discreet {
namespace {

using testing::objective;

Dataset sparse_copy(Task task) {
  const testing::Random made = testing::mostly_zeros(400, 6, 0.4, 3, task);
  Dataset data = testing::make_sparse_dataset(made.rows, made.labels);
  if (task == Task::classification) data.schema.classes = {"-1", "1"};
  return data;
}

TEST(EveryLossAndPenalty, IsSolvedByBatchesWithoutNoise) {
  AllLosses::each([]<class L>(std::type_identity<L>) {
    for (const bool sparse : {false, true}) {
      const bool classes = L::task == Task::classification;
      const Dataset data = sparse ? sparse_copy(L::task) : testing::crooked(L::task);
      for (const std::string_view penalty : AllPenalties::names())
        for (const bool intercept : {true, false}) {
          Options options;
          options.solver = "exact";
          options.loss = testing::loss_text(L::name);
          options.penalty = testing::example_of(penalty);
          options.intercept = intercept;
          // Without a penalty, sparse rows with columns of zeros and separable labels have no optimum.
          if (sparse && classes && penalty != "l2" && penalty != "elastic-net") continue;
          const double best = objective(*fit(data, options), data);
          options.epsilon = "inf";
          for (const char* solver : {"sgd", "svrg"})
            for (const char* rule : {"ball", "uniform"}) {
              if (std::string(solver) == "svrg" && std::string(rule) == "uniform") continue;
              options.solver = solver;
              options.clip_rule = rule;
              const auto model = fit(data, options);
              ASSERT_TRUE(model) << model.error().message;
              EXPECT_LE(objective(*model, data), best + 1e-4 * std::abs(best))
                  << L::name << ' ' << penalty << ' ' << solver << ' ' << rule << (sparse ? " sparse" : "");
            }
        }
    }
  });
}

Options seeded(const char* solver) {
  Options options;
  options.solver = solver;
  options.epsilon = "1";
  options.noise = "seeded:7";
  options.passes = "2";
  options.batch = "6000";
  return options;
}

TEST(ABatchModel, DoesNotDependOnThreads) {
  const testing::Random made = testing::random_rows(20'000, 5, 9, false);
  const Dataset data = testing::make_dataset(made.rows, made.labels);
  for (const char* solver : {"sgd", "svrg"}) {
    Options one = seeded(solver), four = one;
    one.threads = "1";
    four.threads = "4";
    EXPECT_EQ(fit(data, one)->value().weights, fit(data, four)->value().weights) << solver;
  }
}

TEST(ABatchModel, IsTheSameFromSparseAndDenseStorage) {
  for (const char* solver : {"sgd", "svrg"})
    for (const bool classes : {false, true}) {
      const testing::Random made = testing::mostly_zeros(2000, 12, 0.3, 5, classes);
      Options options = seeded(solver);
      options.intercept = false;
      options.batch = "100";
      options.loss = classes ? "logistic" : "squared";
      EXPECT_EQ(fit(testing::make_dataset(made.rows, made.labels), options)->value().weights,
                fit(testing::make_sparse_dataset(made.rows, made.labels), options)->value().weights)
          << solver;
    }
}

}  // namespace
}  // namespace discreet
