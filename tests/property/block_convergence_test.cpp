// Without noise every way of choosing blocks leads to the optimum, for every loss and penalty of the lists.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "discreet/fit/fit.hpp"
#include "discreet/loss/all.hpp"
#include "discreet/penalty/all.hpp"
#include "tests/support/solved.hpp"

namespace discreet {
namespace {

using testing::objective;

std::string declared_partition() {
  const std::string path =
      (std::filesystem::temp_directory_path() / ("discreet_blocks_" + std::to_string(getpid()) + ".csv")).string();
  std::ofstream(path) << "feature,block\nx1,2\nx2,2\nx3,0\nx4,2\nx5,0\n";
  return "partition:" + path;
}

std::vector<Options> ways() {
  std::vector<Options> all;
  const std::vector<std::string> blocks{"full", "size:2", "nice:2", "importance", declared_partition()};
  for (const std::string& block : blocks) {
    Options options;
    options.solver = "block";
    options.epsilon = "inf";
    options.block = block;
    all.push_back(options);
  }
  all[1].order = "uniform";
  all.push_back(all[0]);
  all.back().momentum = "none";
  all.push_back(all[1]);
  all.back().order = "shuffled";
  all.push_back(all[3]);
  all.back().sketch = "unbiased";
  return all;
}

TEST(EveryLossAndPenalty, IsSolvedByBlocksWithoutNoise) {
  AllLosses::each([]<class L>(std::type_identity<L>) {
    for (const testing::Columns kind : testing::kEveryKindOfColumns)
      for (const std::string_view penalty : AllPenalties::names())
        for (const bool intercept : {true, false}) {
          const Dataset data = testing::five(kind, L::task);
          Options exact;
          exact.solver = "exact";
          exact.loss = testing::loss_text(L::name);
          exact.penalty = testing::example_of(penalty);
          exact.intercept = intercept;
          const double best = objective(*fit(data, exact), data);
          for (Options options : ways()) {
            options.loss = exact.loss;
            options.penalty = exact.penalty;
            options.intercept = intercept;
            const auto model = fit(data, options);
            ASSERT_TRUE(model) << model.error().message;
            EXPECT_LE(objective(*model, data), best + 1e-5 * std::abs(best))
                << L::name << ' ' << penalty << ' ' << options.block << ' ' << options.momentum;
          }
        }
  });
}

// Ten columns, each correlated by one half with each other: together they overlap 5.5 times. Steps of 1/smoothness
// along all of them, as published, have a spectral radius of 4.5.
TEST(BlockDescent, StepsSafelyAlongCorrelatedColumns) {
  PublicRandom random(5);
  testing::Random made;
  for (int i = 0; i < 500; ++i) {
    const double common = random.normal();
    std::vector<double> row;
    for (int j = 0; j < 10; ++j) row.push_back(std::sqrt(0.5) * (common + random.normal()));
    made.labels.push_back(row[0] - row[1] + 0.1 * random.normal());
    made.rows.push_back(row);
  }
  const Dataset data = testing::labelled(made, false);
  Options options;
  options.penalty = "l2:0.1";
  options.solver = "exact";
  const double best = objective(*fit(data, options), data);
  options.solver = "block";
  options.epsilon = "inf";
  for (const char* block : {"full", "nice:5"}) {
    options.block = block;
    EXPECT_LE(objective(*fit(data, options), data), best * (1 + 1e-6)) << block;
  }
  options.block = "full";
  options.momentum = "none";
  options.step = "5.5";
  options.passes = "2000";
  EXPECT_FALSE(fit(data, options)) << "the published step was safe after all";
}

}  // namespace
}  // namespace discreet
