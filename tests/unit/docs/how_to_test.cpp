// The examples of docs/how_to keep the promises that the property tests ask of the real ones.
#include <gtest/gtest.h>

#include <cmath>

#include "discreet/fit/survey_facts.hpp"
#include "discreet/fit/train.hpp"
#include "docs/how_to/code/log_cosh.hpp"
#include "docs/how_to/code/one_sided.hpp"
#include "docs/how_to/code/plain_gradient.hpp"
#include "tests/support/solved.hpp"

namespace discreet {
namespace {

TEST(HowTo, TheExampleLossHasTheDerivativeAndCurvatureOfItsValue) {
  const LogCosh loss;
  for (double margin = -5; margin <= 5; margin += 0.13) {
    constexpr double h = 1e-5;
    EXPECT_NEAR(loss.derivative(margin, 0.5), (loss.value(margin + h, 0.5) - loss.value(margin - h, 0.5)) / (2 * h),
                1e-8);
    EXPECT_NEAR(loss.curvature(margin, 0.5),
                (loss.derivative(margin + h, 0.5) - loss.derivative(margin - h, 0.5)) / (2 * h), 1e-8);
    EXPECT_LE(loss.curvature(margin, 0.5), loss.smoothness());
  }
  EXPECT_NEAR(loss.value(1e6, 0), 1e6 - std::log(2.0), 1e-6);
}

TEST(HowTo, TheExamplePenaltyHasAProxThatNoOtherPointBeats) {
  const OneSided penalty{0.7, 0.2};
  for (double v = -3; v <= 3; v += 0.1) {
    const double best = penalty.prox(v, 0.5);
    const auto objective = [&](double u) { return (u - v) * (u - v) + penalty.value(u); };
    for (double u = -4; u <= 4; u += 0.01) ASSERT_LE(objective(best), objective(u) + 1e-12);
  }
}

// As fit() would, had it a line in solver/all.hpp.
TEST(HowTo, TheExampleSolverKeepsToItsBudgetAndLearns) {
  const Dataset data = testing::five(testing::Columns::alike, Task::regression);
  const auto objective = [&](const char* epsilon, const char* steps) {
    Options options;
    options.epsilon = epsilon;
    options.passes = steps;
    options.solver = "block";  // whose options it takes
    options.noise = "seeded:1";
    auto problem = settle(options, public_facts(data));
    auto solver = PlainGradient::make(problem->settings, survey_facts(*problem, public_facts(data)));
    auto blueprint = draw_with(*std::move(problem), public_facts(data), *std::move(solver));
    EXPECT_LE(blueprint->label.spent.value, std::stod(epsilon));
    auto paid = pay(data, options, *blueprint);
    const auto source = noise_for(blueprint->problem);
    Silent silent;
    return testing::objective(*train(data, *blueprint, {paid->permit, nullptr, *source, silent, {}}), data);
  };
  const double started = objective("1000", "1"), learnt = objective("1000", "60");
  EXPECT_LT(learnt, 0.5 * started);
}

}  // namespace
}  // namespace discreet
