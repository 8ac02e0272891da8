// What one row can do to the mean of bounded losses, whatever the row is.
#include <gtest/gtest.h>

#include <cmath>

#include "discreet/privacy/additive_noise.hpp"
#include "tests/support/make.hpp"
#include "tests/support/wild.hpp"

namespace discreet {
namespace {

double released(Oracle& oracle, double most, double multiplier) {
  SeededNoise source(3);
  Gaussian gaussian(source);
  Permit permit = testing::make_permit("score", multiplier, 1);
  return gaussian.release(oracle.bounded_risk(permit.pay("score"), most)).value();
}

TEST(BoundedRisk, MovesByAtMostWhatIsCharged) {
  PublicRandom random(53);
  constexpr std::size_t kRows = 5;
  for (const char* loss : {"squared", "logistic", "squared-hinge", "huber:0.7"}) {
    double largest = 0;
    for (int trial = 0; trial < 300; ++trial) {
      const std::size_t p = 1 + random.below(3);
      const bool classes = std::string(loss) == "logistic" || std::string(loss) == "squared-hinge";
      const testing::Pair pair = testing::neighbours(kRows, p, random, classes);
      std::vector<double> point(p);
      for (double& w : point) w = std::exp(2 * random.normal()) * random.normal();
      const double most = std::exp(random.normal());
      const auto answer = [&](const testing::Rows& rows, const std::vector<double>& labels) {
        const Dataset data = testing::make_dataset(rows, labels);
        testing::Bench bench;
        const auto oracle = bench.oracle(data, loss);
        oracle->set_frame(testing::flat_frame(p));
        oracle->restart(point);
        return released(*oracle, most, 5);
      };
      const double apart = std::abs(answer(pair.rows, pair.labels) - answer(pair.other_rows, pair.other_labels));
      const double paid = most / kRows * (1 + 1e-9);
      ASSERT_LE(apart, paid) << loss << ", trial " << trial;
      largest = std::max(largest, apart / paid);
    }
    EXPECT_GT(largest, 0.99) << "the search reaches the bound, or it would prove nothing";
  }
}

TEST(BoundedRisk, IsTheMeanOfTheLossesBelowTheBound) {
  const Dataset data = testing::make_dataset({{1}, {2}, {100}}, {0, 0, 0});
  testing::Bench bench;
  const auto oracle = bench.oracle(data, "squared");
  oracle->set_frame(testing::flat_frame(1));
  oracle->restart(std::vector<double>{1});
  EXPECT_NEAR(released(*oracle, 10, 0), (0.5 + 2 + 10) / 3, 1e-9);
}

}  // namespace
}  // namespace discreet
