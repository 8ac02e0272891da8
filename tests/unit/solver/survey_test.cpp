#include "discreet/solver/survey.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "discreet/privacy/gdp.hpp"
#include "tests/support/make.hpp"

namespace discreet {
namespace {

// Columns on very different scales: centred far from zero, heavy-tailed, rare, constant, and empty.
testing::Random odd_columns(std::size_t n) {
  PublicRandom random(4);
  testing::Random made;
  for (std::size_t i = 0; i < n; ++i) {
    const double heavy = std::exp(3 * random.normal());
    made.rows.push_back(
        {-119 + 2 * random.normal(), 1e6 * random.normal(), heavy, random.uniform() < 0.1 ? 1.0 : 0.0, 5.0, 0.0});
    made.labels.push_back(1000 + 10 * random.normal());
  }
  return made;
}

Scales survey(const testing::Random& made, double epsilon, std::vector<std::optional<Interval>> bounds = {}) {
  const Dataset data = testing::make_dataset(made.rows, made.labels);
  testing::Bench bench;
  SurveyFacts facts;
  facts.features = made.rows[0].size();
  facts.intercept = true;
  facts.regression = true;
  facts.normaliser = static_cast<double>(made.rows.size());
  const Budget budget{Epsilon{epsilon}, Delta{1e-8}};
  facts.budget = largest_mu(budget);
  facts.share = 0.1;
  facts.bounds = std::move(bounds);
  const Survey plan_of(facts);
  Outline outline{Neighbours::replace_one, {}};
  plan_of.plan(outline);
  outline.lines.push_back({"slopes", 1, 1, 0.9});
  const GdpAccountant accountant;
  Ledger ledger(accountant, budget);
  Permit permit = *ledger.authorize(*calibrate(accountant, budget, outline));
  const Census census(data, Task::regression, facts.normaliser, bench.machinery);
  SeededNoise source(1);
  Gaussian gaussian(source);
  return plan_of.run(census, gaussian, permit);
}

TEST(Survey, FindsCentresAndScalesWithoutBeingToldBounds) {
  const Scales found = survey(odd_columns(20'000), 1);
  const Frame& frame = found.frame;
  EXPECT_NEAR(frame.centres[0], -119, 3);
  EXPECT_NEAR(std::sqrt(frame.smoothness[0]), 2, 2.5) << "the spread of a column far from zero, not its size";
  EXPECT_NEAR(std::log10(frame.smoothness[1]), 12, 0.5);
  EXPECT_LT(frame.smoothness[2], 1e6) << "a heavy tail does not blow the scale up";
  EXPECT_GT(frame.smoothness[2], 1);
  EXPECT_NEAR(frame.smoothness[3], 0.09, 0.08) << "a rare indicator keeps its variance";
  EXPECT_NEAR(frame.centres[4], 5, 1);
  EXPECT_EQ(frame.smoothness[5], *std::max_element(frame.smoothness.begin(), frame.smoothness.end()))
      << "an empty column stays put";
  EXPECT_NEAR(found.target_centre, 1000, 20);
  for (const double m : frame.smoothness) EXPECT_TRUE(m > 0 && std::isfinite(m));
}

TEST(Survey, TakesDeclaredBoundsAtTheirWord) {
  testing::Random made = odd_columns(20'000);
  const Interval wide{-1e7, 1e7};
  const Scales found = survey(made, 1,
                              {Interval{-130, -100}, wide, Interval{0, 1e5}, Interval{0, 1}, Interval{0, 10},
                               Interval{0, 1}, Interval{0, 2000}});
  EXPECT_NEAR(found.frame.centres[0], -119, 1);
  EXPECT_NEAR(std::sqrt(found.frame.smoothness[0]), 2, 1);
}

TEST(Survey, AsksForOneScaleWhenThereAreTooManyColumnsToAskAbout) {
  const testing::Random made = testing::random_rows(300, 50, 5, false);
  const Scales found = survey(made, 1);
  EXPECT_EQ(found.frame.smoothness[0], found.frame.smoothness[49]);
  EXPECT_EQ(found.frame.centres[0], 0);
}

}  // namespace
}  // namespace discreet
