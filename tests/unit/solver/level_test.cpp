// Where a fit of counts starts, and what step lengths are made for.
#include <gtest/gtest.h>

#include <cmath>

#include "discreet/fit/fit.hpp"
#include "discreet/loss/poisson.hpp"
#include "discreet/privacy/gdp.hpp"
#include "discreet/solver/survey.hpp"
#include "tests/support/grants.hpp"
#include "tests/support/make.hpp"

namespace discreet {
namespace {

Scales survey_of_counts(double label, double epsilon, bool intercept) {
  testing::Random made = testing::random_rows(20'000, 2, 1, false);
  for (double& y : made.labels) y = label;
  const Dataset data = testing::make_dataset(made.rows, made.labels);
  testing::Bench bench;
  const Poisson loss;
  SurveyFacts facts;
  facts.features = 2;
  facts.intercept = intercept;
  facts.regression = true;
  facts.normaliser = 20'000;
  facts.loss_smoothness = loss.smoothness();
  facts.level = [loss](double mean) { return loss.level(mean); };
  facts.curvature_at = [loss](double margin) { return loss.curvature(margin, 0); };
  const Budget budget{Epsilon{epsilon}, Delta{1e-8}};
  facts.budget = largest_mu(budget);
  const Survey survey(facts);
  Outline outline{Neighbours::replace_one, {}};
  outline.lines.push_back({"slopes", 1, 1, 1 - survey.plan(outline)});
  const GdpAccountant accountant;
  Ledger ledger = GrantsForTests::budget(accountant, budget);
  Permit permit = *ledger.authorize(*calibrate(accountant, budget, outline));
  const Census census(data, facts.normaliser, bench.machinery);
  SeededNoise source(5);
  Gaussian gaussian(source);
  Exposure exposure;
  return std::isinf(epsilon) ? survey.run_exactly(census, permit, Survey::kExactly, exposure)
                             : survey.run(census, gaussian, permit);
}

TEST(Level, IsTheMarginOfTheMeanCount) {
  EXPECT_NEAR(survey_of_counts(4, 1, true).target_centre, std::log(4.0), 0.1);
  EXPECT_EQ(survey_of_counts(4, 1, false).target_centre, 0) << "there is no intercept to start anywhere";
}

TEST(Level, MakesStepsForTheCurvatureThere) {
  const Scales found = survey_of_counts(1, 1, true);
  EXPECT_NEAR(found.curvature, 2, 0.3);
  EXPECT_NEAR(found.frame.smoothness[2], found.curvature, 1e-12) << "the intercept is a column of ones";
  EXPECT_NEAR(found.frame.smoothness[0] / found.curvature, 1, 0.9);
  EXPECT_EQ(survey_of_counts(100, 1, true).curvature, std::exp(3.0)) << "never more than the loss is curved";
}

TEST(Level, LeavesStepsSafeEverywhereWithoutNoise) {
  EXPECT_EQ(survey_of_counts(1, std::numeric_limits<double>::infinity(), true).curvature, std::exp(3.0));
}

}  // namespace
}  // namespace discreet
