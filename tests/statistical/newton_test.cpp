// Whole fits by newton of two neighbouring tables, many times. With a declared frame, a given threshold and one step,
// the weight is a straight function of one noisy slope, so the best test between the two tables is on the weight, and
// the two distributions are normal with means at most mu of the budget apart in units of their deviation.
#include <gtest/gtest.h>

#include <cmath>

#include "discreet/fit/fit.hpp"
#include "discreet/privacy/gdp.hpp"
#include "tests/statistical/support.hpp"
#include "tests/support/make.hpp"

namespace discreet {
namespace {

constexpr int kRuns = 4000;
// Of the difference of two means over a deviation that is estimated from as many draws.
const double kTolerance = testing::kDeviations * std::sqrt(2.0 / kRuns) * 1.5;
constexpr double kDelta = 1e-4;

struct Moments {
  double mean = 0, square = 0;
};

// How far apart the weights are whose rows differ in the one that pulls as far as it may, one way or the other.
double apart(const char* epsilon) {
  const std::string frame = testing::declared_frame({"x1"});
  Options options;
  options.solver = "newton";
  options.epsilon = epsilon;
  options.delta = "1e-4";
  options.intercept = false;
  options.smoothness = "public:" + frame;
  options.clip = "1";
  options.passes = "1";
  const auto runs = [&](double label) {
    const Dataset data = testing::make_dataset({{1}, {0}, {0}, {0}}, {label, 0, 0, 0});
    Moments sums;
    for (int run = 0; run < kRuns; ++run) {
      const double w = fit(data, options)->value().weights[0];
      sums.mean += w / kRuns;
      sums.square += w * w / kRuns;
    }
    return sums;
  };
  const Moments one = runs(1e6), other = runs(-1e6);
  const double variance = 0.5 * (one.square - one.mean * one.mean + other.square - other.mean * other.mean);
  return (one.mean - other.mean) / std::sqrt(variance);
}

double mu_of(double epsilon) { return affordable_mu(GdpAccountant(), {Epsilon{epsilon}, Delta{kDelta}}).value; }

TEST(Newton, KeepsNeighboursAsCloseAsWasPaidForAndUsesMostOfIt) {
  const double measured = apart("4");
  EXPECT_LE(measured, mu_of(4) + kTolerance);
  EXPECT_GE(measured, 0.9 * mu_of(4) - kTolerance);
}

TEST(Newton, WouldBeCaughtSpendingMoreThanItSays) { EXPECT_GT(apart("6"), mu_of(4) + kTolerance); }

}  // namespace
}  // namespace discreet
