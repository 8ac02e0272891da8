// The noise of output perturbation on columns that are far from zero, where an intercept takes their centres back.
// Counts are judged at six standard deviations, which chance alone crosses less than once in 10^8 runs.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "discreet/fairness/subject.hpp"
#include "discreet/fit/fit.hpp"
#include "tests/support/make.hpp"

namespace discreet {
namespace {

constexpr int kModels = 1000;
constexpr double kOften = 0.2;

double most_by_chance(double trials, double chance) {
  return trials * chance + 6 * std::sqrt(trials * chance * (1 - chance));
}

// Columns far from zero, and an intercept that takes their centres back: how many private models are further from the
// optimum than the quantile for kOften, in the units in which all noise is alike. `centred` is how much of the centres
// is taken account of: the fault on purpose is to leave them out.
double beyond_reach_with_intercepts(double centred) {
  testing::Random made = testing::random_rows(500, 2, 8, true);
  for (auto& row : made.rows)
    row = {3000 + 50 * std::clamp(row[0], -4.0, 4.0), 7 + 0.01 * std::clamp(row[1], -4.0, 4.0)};
  Dataset data = testing::make_dataset(made.rows, made.labels);
  data.schema.classes = {"-1", "1"};
  data.schema.bounds = {Interval{2800, 3200}, Interval{6.96, 7.04}};
  const auto subject_at = [&](const std::string& epsilon) {
    Options options;
    options.loss = "logistic";
    options.solver = "output";
    options.ridge = "0.1";
    options.epsilon = epsilon;
    options.threads = "1";
    const auto model = fit(data, options);
    EXPECT_TRUE(model) << model.error().message;
    return *fairness_subject({model->value()}, {});
  };
  const FairnessSubject best = subject_at("1e5");  // next to no noise
  DistanceQuestion asked;
  asked.zeta = kOften;
  double beyond = 0;
  for (int k = 0; k < kModels; ++k) {
    const FairnessSubject subject = subject_at("3");
    const KnownDistance known = known_distances(subject, asked).at(0);
    EXPECT_EQ(known.noise->coordinates, 3U) << "the intercept's noise is counted with the weights'";
    double square = 0, intercept = subject.scores.intercepts[0] - best.scores.intercepts[0];
    for (std::size_t j = 0; j < 2; ++j) {
      const double apart = subject.scores.weights[0][j] - best.scores.weights[0][j];
      const double scale = known.reach.scales.empty() ? 1 : known.reach.scales[j];
      square += std::pow(apart / scale, 2);
      intercept += centred * known.reach.centres[j] * apart;
    }
    square += std::pow(intercept / known.reach.constant, 2);
    beyond += std::sqrt(square) > known.reach.distance;
  }
  return beyond;
}

TEST(FairnessBounds, HaveTheInterceptsNoiseWhereColumnsAreCentred) {
  const double most = most_by_chance(kModels, kOften), beyond = beyond_reach_with_intercepts(1);
  EXPECT_LE(beyond, most);
  EXPECT_GE(beyond, 2 * kModels * kOften - most) << "it is the quantile, not more";
}

TEST(FairnessBounds, WouldBeCaughtWithoutTheCentres) {
  EXPECT_GT(beyond_reach_with_intercepts(0.9), most_by_chance(kModels, kOften));
}

}  // namespace
}  // namespace discreet
