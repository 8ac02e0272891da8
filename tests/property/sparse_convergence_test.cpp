// Without noise every solver leads to the optimum on sparse data too, and wherever the penalty weighs each feature
// differently.
#include <gtest/gtest.h>

#include <cmath>

#include "discreet/fit/fit.hpp"
#include "discreet/penalty/all.hpp"
#include "tests/support/solved.hpp"
#include "tests/support/temporary_file.hpp"

namespace discreet {
namespace {

using testing::objective;

Dataset mostly_zeros(Task task, bool sparse) {
  testing::Random made = testing::mostly_zeros(300, 6, 0.4, 11, task);
  if (task == Task::classification)
    for (std::size_t i = 0; i < made.labels.size(); i += 10) made.labels[i] *= -1;
  Dataset data =
      sparse ? testing::make_sparse_dataset(made.rows, made.labels) : testing::make_dataset(made.rows, made.labels);
  if (task == Task::classification) data.schema.classes = {"-1", "1"};
  return data;
}

void check_every_solver(Options options, const Dataset& data) {
  options.solver = "exact";
  options.epsilon = "";
  const auto exact = fit(data, options);
  ASSERT_TRUE(exact) << exact.error().message;
  const double best = objective(*exact, data);
  options.epsilon = "inf";
  for (const char* solver : {"cd", "block", "greedy"}) {
    options.solver = solver;
    const auto model = fit(data, options);
    ASSERT_TRUE(model) << model.error().message;
    EXPECT_NEAR(objective(*model, data) / best, 1, 1e-5) << options.loss << ' ' << options.penalty << ' ' << solver;
  }
}

TEST(EveryLossAndPenalty, IsSolvedOnSparseDataWithoutNoise) {
  testing::with_every_loss([](const std::string& loss, Task task) {
    const Dataset data = mostly_zeros(task, true);
    for (const std::string_view penalty : AllPenalties::names()) {
      Options options;
      options.loss = loss;
      options.penalty = testing::example_of(penalty);
      check_every_solver(options, data);
    }
  });
}

TEST(EveryLossAndPenalty, IsSolvedWithAWeightForEachFeature) {
  const testing::TemporaryFile weights(".csv", "feature,weight\nx1,0\nx2,3\nx5,0.5\n");
  testing::with_every_loss([&](const std::string& loss, Task task) {
    for (const bool sparse : {false, true}) {
      const Dataset data = mostly_zeros(task, sparse);
      for (const std::string_view penalty : AllPenalties::names()) {
        Options options;
        options.loss = loss;
        options.penalty = testing::example_of(penalty);
        options.penalty_weights = weights.path();
        check_every_solver(options, data);
      }
    }
  });
}

}  // namespace
}  // namespace discreet
