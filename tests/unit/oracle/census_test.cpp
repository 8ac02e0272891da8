#include "discreet/oracle/census.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "discreet/privacy/gaussian.hpp"
#include "tests/support/make.hpp"

namespace discreet {
namespace {

struct Stage {
  Dataset data = testing::make_dataset({{1, -10}, {2, 20}, {-3, 0}, {4, std::nan("")}}, {5, 6, 7, 8});
  testing::Bench bench;
  Census census{data, Task::regression, 4, bench.machinery};
  Permit permit = testing::make_permit("scales", 0, 9, 3);
  SecureRandom source;
  Gaussian gaussian{source};
  Payment pay() { return permit.pay("scales"); }
};

void expect_near(const std::vector<double>& actual, const std::vector<double>& expected) {
  ASSERT_EQ(actual.size(), expected.size());
  for (std::size_t k = 0; k < actual.size(); ++k) EXPECT_NEAR(actual[k], expected[k], 1e-9) << k;
}

TEST(Census, CountsWhatIsBeyondAThreshold) {
  Stage s;
  const std::vector<double> centres{1, 0, 6}, thresholds{1.5, 5, 1};
  expect_near(s.gaussian.release(s.census.beyond(s.pay(), centres, thresholds)).value(), {0.5, 0.5, 0.25});
}

TEST(Census, ClipsWhatItAverages) {
  Stage s;
  const std::vector<double> centres{0, 0, 5}, bounds{2, 15, 10};
  expect_near(s.gaussian.release(s.census.means(s.pay(), centres, bounds)).value(),
              {(1 + 2 - 2 + 2) / 4.0, (-10 + 15) / 4.0, 6 / 4.0});
  expect_near(s.gaussian.release(s.census.squares(s.pay(), centres, bounds)).value(),
              {(1 + 4 + 4 + 4) / 4.0, (100 + 225) / 4.0, (1 + 4 + 9) / 4.0});
}

TEST(Census, LooksAtTheTargetOnlyInRegression) {
  Stage s;
  EXPECT_EQ(s.census.columns(), 3u);
  EXPECT_EQ(Census(s.data, Task::classification, 4, s.bench.machinery).columns(), 2u);
}

TEST(Census, CountsRowsByTheirSize) {
  Stage s;
  const Census census(s.data, Task::classification, 4, s.bench.machinery);
  // Root mean squares: 7.1, 14.2, 2.1 and one that is not a number.
  EXPECT_NEAR(s.gaussian.release(census.rows_beyond(s.pay(), 7)).value(), 0.5, 1e-9);
}

}  // namespace
}  // namespace discreet
