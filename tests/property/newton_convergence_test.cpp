// Without noise newton reaches the optimum for every loss, penalty and layout; with noise it comes to the same model
// whatever the number of threads.
#include <gtest/gtest.h>

#include <cmath>

#include "discreet/fit/fit.hpp"
#include "discreet/loss/all.hpp"
#include "discreet/penalty/all.hpp"
#include "tests/support/solved.hpp"

namespace discreet {
namespace {

using testing::objective;

TEST(EveryLossAndPenalty, IsSolvedByNewtonWithoutNoise) {
  AllLosses::each([]<class L>(std::type_identity<L>) {
    for (const bool sparse : {false, true}) {
      const bool classes = L::task == Task::classification;
      const testing::Random made = testing::mostly_zeros(400, 6, 0.4, 3, L::task);
      Dataset data = sparse ? testing::make_sparse_dataset(made.rows, made.labels) : testing::crooked(L::task);
      if (classes) data.schema.classes = {"-1", "1"};
      for (const std::string_view penalty : AllPenalties::names())
        for (const bool intercept : {true, false})
          for (const char* metric : {"full", "diagonal"}) {
            // Without a penalty, sparse rows with columns of zeros and separable labels have no optimum.
            if (sparse && classes && penalty != "l2" && penalty != "elastic-net") continue;
            Options options;
            options.solver = "exact";
            options.loss = testing::loss_text(L::name);
            options.penalty = testing::example_of(penalty);
            options.intercept = intercept;
            const double best = objective(*fit(data, options), data);
            options.epsilon = "inf";
            options.solver = "newton";
            options.metric = metric;
            const auto model = fit(data, options);
            ASSERT_TRUE(model) << model.error().message;
            EXPECT_LE(objective(*model, data), best + 1e-4 * std::abs(best))
                << L::name << ' ' << penalty << ' ' << metric << (sparse ? " sparse" : "") << (intercept ? " i" : "");
          }
    }
  });
}

TEST(ANewtonModel, DoesNotDependOnThreads) {
  const testing::Random made = testing::random_rows(20'000, 5, 9, false);
  const Dataset data = testing::make_dataset(made.rows, made.labels);
  Options one;
  one.solver = "newton";
  one.epsilon = "1";
  one.noise = "seeded:7";
  Options four = one;
  one.threads = "1";
  four.threads = "4";
  EXPECT_EQ(fit(data, one)->value().weights, fit(data, four)->value().weights);
}

}  // namespace
}  // namespace discreet
