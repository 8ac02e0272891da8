// The noise that publications added, and the epsilon that it really has.
#include "discreet/research/reproduce/laboratory.hpp"

#include <gtest/gtest.h>

#include "discreet/privacy/gdp.hpp"

namespace discreet {
namespace {

// Noise of equation 18 over the least noise, as computed independently (four digits).
TEST(PublishedCd, HasTheNoiseOfEquation18) {
  struct {
    std::size_t rows;
    const char* epsilon;
    double ratio;
  } const cases[] = {
      {1000, "1", 1.266}, {1000, "10", 1.124}, {20640, "1", 1.193}, {45312, "0.1", 1.273}, {45312, "1", 1.180}};
  for (const auto& c : cases) {
    Options problem;
    problem.epsilon = c.epsilon;
    const Options options = published_cd(problem, c.rows);
    const double n = static_cast<double>(c.rows);
    const Delta delta{1 / (n * n)};
    const double least = largest_mu({{std::stod(c.epsilon)}, delta}).value;
    EXPECT_NEAR(least / largest_mu({{std::stod(options.epsilon)}, delta}).value, c.ratio, 6e-4) << c.rows;
    EXPECT_EQ(options.order, "uniform");
    EXPECT_EQ(options.clip_rule, "smoothness");
  }
}

// What was computed for the publication's own settings, to two digits: MSD, Adult.
TEST(RevealedBatches, CostWhatWasFoundBefore) {
  const double claimed[] = {0.1, 0.5, 1, 2}, msd[] = {1.4, 10, 24, 50}, adult[] = {0.44, 3.0, 6.6, 13};
  for (std::size_t k = 0; k < 4; ++k) {
    const Budget budget{{claimed[k]}, {1e-3}};
    EXPECT_NEAR(epsilon_of_revealed_batches(budget, 1000, 347786, 50).value() / msd[k], 1, 0.03);
    EXPECT_NEAR(epsilon_of_revealed_batches(budget, 500, 24420, 10).value() / adult[k], 1, 0.03);
  }
}

TEST(PublishedSgd, CostsMoreWhenARowIsReplaced) {
  Options problem;
  problem.epsilon = "1";
  const auto study = Study::open("synthetic:regression?n=2000&p=3", problem);
  ASSERT_TRUE(study);
  Options options = published_sgd(problem, "100");
  options.passes = "5";
  options.clip = "1";
  const auto real = epsilon_when_replaced(*study, options);
  ASSERT_TRUE(real) << real.error().message;
  EXPECT_GT(*real, 1.2);
  EXPECT_LT(*real, 4);
}

}  // namespace
}  // namespace discreet
