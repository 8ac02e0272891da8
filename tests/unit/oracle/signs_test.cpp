// Labels of two classes are signs.
#include <gtest/gtest.h>

#include "discreet/oracle/oracle.hpp"
#include "discreet/privacy/additive_noise.hpp"
#include "tests/support/grants.hpp"
#include "tests/support/make.hpp"

namespace discreet {
namespace {

// Whatever was sealed: no derivative is steeper than the loss says, and no dual variable larger.
TEST(LinearOracle, TakesTheSignOfALabelOfTwoClassesAndNothingElse) {
  const testing::Random made = testing::random_rows(40, 2, 5, true);
  std::vector<double> larger = made.labels;
  for (std::size_t i = 0; i < larger.size(); ++i) larger[i] *= i % 3 == 0 ? 20 : 0.25;
  const std::vector<double> weights{0.5, -0.25}, ridge{1, 1};
  for (const char* loss : {"logistic", "squared-hinge", "hinge"}) {
    const Dataset signs = testing::make_dataset(made.rows, made.labels),
                  sizes = testing::make_dataset(made.rows, larger);
    testing::Bench bench;
    const auto here = bench.oracle(signs, loss), there = bench.oracle(sizes, loss);
    Permit permit = testing::make_permit("exact", 0, 100, 100);
    const auto ask = [&](const auto& sealed) { return exactly(permit.pay("exact"), sealed); };
    for (DualOracle* oracle : {here.get(), there.get()}) {
      oracle->set_frame(testing::flat_frame(2));
      oracle->restart(weights);
    }
    EXPECT_EQ(ask(here->gradient()), ask(there->gradient())) << loss;
    EXPECT_EQ(ask(here->risk()), ask(there->risk())) << loss;
    EXPECT_EQ(ask(here->longest_slope()), ask(there->longest_slope())) << loss;
    const DualStep step{weights, ridge, 1};
    std::vector<double> moves[2];
    for (DualOracle* oracle : {here.get(), there.get()}) {
      oracle->forget_duals();
      SeededNoise source(1);
      moves[oracle == there.get()] =
          Gaussian(source).release(oracle->dual_pass(permit.pay("exact"), {ClipRule::ball, 100}, step, 3)).value();
    }
    EXPECT_EQ(moves[0], moves[1]) << loss;
    EXPECT_EQ(ask(here->dual_cost()), ask(there->dual_cost())) << loss;
  }
}

}  // namespace
}  // namespace discreet
