#include "discreet/solver/survey.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "discreet/privacy/gdp.hpp"
#include "tests/support/grants.hpp"
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

Scales survey(const testing::Random& made, double epsilon, std::vector<std::optional<Interval>> bounds = {},
              std::uint64_t seed = 1) {
  const Dataset data = testing::make_dataset(made.rows, made.labels);
  testing::Bench bench;
  SurveyFacts facts;
  facts.features = made.rows[0].size();
  facts.intercept = true;
  facts.regression = true;
  facts.normaliser = static_cast<double>(made.rows.size());
  const Budget budget{Epsilon{epsilon}, Delta{1e-8}};
  facts.budget = largest_mu(budget);
  facts.bounds = std::move(bounds);
  const Survey plan_of(facts);
  Outline outline{Neighbours::replace_one, {}};
  outline.lines.push_back({"slopes", 1, 1, 1 - plan_of.plan(outline)});
  const GdpAccountant accountant;
  Ledger ledger = GrantsForTests::budget(accountant, budget);
  Permit permit = *ledger.authorize(*calibrate(accountant, budget, outline));
  const Census census(data, facts.normaliser, bench.machinery);
  SeededNoise source(seed);
  Gaussian gaussian(source);
  return plan_of.run(census, gaussian, permit);
}

TEST(Survey, FindsCentresAndScalesWithoutBeingToldBounds) {
  const testing::Random made = odd_columns(20'000);
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Scales found = survey(made, 1, {}, seed);
    const Frame& frame = found.frame;
    EXPECT_NEAR(frame.centres[0], -119, 6);
    EXPECT_NEAR(std::log2(frame.smoothness[0]), std::log2(4.0), 3.2)
        << "the spread of a column far from zero, not its size";
    EXPECT_NEAR(std::log10(frame.smoothness[1]), 12, 0.6);
    EXPECT_LT(frame.smoothness[2], 1e6) << "a heavy tail does not blow the scale up";
    EXPECT_GT(frame.smoothness[2], 1);
    EXPECT_NEAR(std::log2(frame.smoothness[3]), std::log2(0.09), 2) << "a rare indicator keeps its variance";
    EXPECT_NEAR(frame.centres[4], 5, 1);
    EXPECT_GE(frame.smoothness[5], 1) << "an empty column stays put";
    EXPECT_NEAR(found.target_centre, 1000, 30);
    for (const double m : frame.smoothness) EXPECT_TRUE(m > 0 && std::isfinite(m));
  }
}

TEST(Survey, TakesDeclaredBoundsAtTheirWord) {
  const testing::Random made = odd_columns(20'000);
  const Scales found = survey(
      made, 1,
      {Interval{-130, -100}, Interval{-1e7, 1e7}, Interval{0, 1e5}, Interval{0, 1}, Interval{5, 5}, Interval{0, 1}});
  EXPECT_NEAR(found.frame.centres[0], -119, 1.5);
  EXPECT_NEAR(std::sqrt(found.frame.smoothness[0]), 2, 2);
  for (const double m : found.frame.smoothness)
    EXPECT_TRUE(m > 0 && std::isfinite(m)) << "bounds without a width are no accident";
}

TEST(Survey, TakesAllColumnsForAlikeWhenTheyAreTooManyToAskAbout) {
  const testing::Random made = testing::random_rows(300, 50, 5, false);
  const Scales found = survey(made, 1);
  EXPECT_EQ(found.frame.smoothness[0], found.frame.smoothness[49]);
  EXPECT_EQ(found.frame.centres[0], 0);
  EXPECT_NEAR(std::log2(found.frame.smoothness[0]), 0, 2.5);
}

// Indicators, too many to be asked about one by one, and three measured columns among them.
TEST(Survey, FindsColumnsThatStandOutAmongTooMany) {
  PublicRandom random(9);
  testing::Random made;
  for (std::size_t i = 0; i < 3000; ++i) {
    std::vector<double> row{1e5 * (2 + random.normal()), 40 + random.normal(), 10 * random.uniform()};
    for (int k = 0; k < 100; ++k) row.push_back(random.uniform() < 0.08 ? 1.0 : 0.0);
    made.rows.push_back(row);
    made.labels.push_back(random.normal());
  }
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const Scales found = survey(made, 1, {}, seed);
    const Frame& frame = found.frame;
    EXPECT_NEAR(std::log10(frame.smoothness[0]), 10, 0.8) << seed;
    EXPECT_NEAR(frame.centres[0], 2e5, 1e5) << seed;
    EXPECT_NEAR(frame.centres[1], 40, 10) << seed;
    EXPECT_LT(frame.smoothness[1], 400) << "its spread, not its size";
    EXPECT_NEAR(std::log2(frame.smoothness[2]), std::log2(8.0), 3) << seed;
    for (std::size_t k = 3; k < 103; ++k) {
      EXPECT_GT(frame.smoothness[k], 0.02) << "what is left is alike, " << seed << ' ' << k;
      EXPECT_LT(frame.smoothness[k], 2) << seed << ' ' << k;
    }
  }
}

// A count near the level at which a column is seen must not lead to a scale that is far too small: such a column would
// get an enormous weight. Frequencies around that level, many seeds.
TEST(Survey, NeverTakesARareIndicatorForASmallColumn) {
  PublicRandom random(8);
  testing::Random made;
  for (std::size_t i = 0; i < 20'000; ++i) {
    std::vector<double> row;
    for (int k = 0; k < 20; ++k) row.push_back(random.uniform() < 0.005 * (k + 1) ? 1.0 : 0.0);
    made.rows.push_back(row);
    made.labels.push_back(random.normal());
  }
  for (std::uint64_t seed = 1; seed <= 40; ++seed)
    for (const bool declared : {false, true}) {
      const Scales found = survey(
          made, 1,
          declared ? std::vector<std::optional<Interval>>(20, Interval{0, 1}) : std::vector<std::optional<Interval>>{},
          seed);
      for (std::size_t k = 0; k < 20; ++k)
        EXPECT_GT(found.frame.smoothness[k], 0.2 * 0.005 * static_cast<double>(k + 1)) << seed << ' ' << k;
    }
}

}  // namespace
}  // namespace discreet
