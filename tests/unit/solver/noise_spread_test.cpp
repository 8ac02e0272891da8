// What a model says of its noise is compared with what the noise does over many runs with seeded noise, so these tests
// come out the same every time. A standard deviation out of 150 runs is right to 6 per cent; twins with half the noise
// are seen.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "discreet/fit/fit.hpp"
#include "tests/support/make.hpp"

namespace discreet {
namespace {

constexpr std::size_t kRuns = 150;

struct Observed {
  std::vector<double> deviations;  // of the weights, then of the intercept
  std::vector<double> said;        // on average
};

Observed observe(const Dataset& data, Options options, std::size_t features) {
  std::vector<double> sum(features + 1), squares(features + 1), said(features + 1);
  for (std::size_t seed = 1; seed <= kRuns; ++seed) {
    options.noise = fmt::format("seeded:{}", seed);
    const auto fitted = fit(data, options);
    if (!fitted) throw std::runtime_error(fitted.error().message);
    const Model& model = fitted->value();
    for (std::size_t k = 0; k <= features; ++k) {
      const double w = k < features ? model.weights[k] : model.intercept;
      sum[k] += w;
      squares[k] += w * w;
      said[k] += (k < features ? model.noise->weights[k] : model.noise->intercept) / kRuns;
    }
  }
  Observed observed{{}, said};
  for (std::size_t k = 0; k <= features; ++k) {
    const double mean = sum[k] / kRuns;
    observed.deviations.push_back(std::sqrt(squares[k] / kRuns - mean * mean));
  }
  return observed;
}

bool agrees(double observed, double said, double slack) { return std::abs(std::log(observed / said)) < slack; }

void expect_spread(const Observed& observed, double slack) {
  for (std::size_t k = 0; k < observed.said.size(); ++k) {
    EXPECT_TRUE(agrees(observed.deviations[k], observed.said[k], slack))
        << k << ": " << observed.deviations[k] << " is not " << observed.said[k];
    EXPECT_FALSE(agrees(observed.deviations[k], 0.5 * observed.said[k], slack)) << "half of it would be seen";
  }
}

TEST(NoiseSpread, OfOutputPerturbationIsThatOfItsWeights) {
  const auto made = testing::random_rows(400, 2, 3, true);
  Dataset data = testing::make_dataset(made.rows, made.labels);
  data.schema.classes = {"-1", "1"};
  data.schema.bounds = {Interval{-3, 5}, Interval{-4, 4}};  // centres that are not all zero
  Options options;
  options.loss = "logistic";
  options.penalty = "l2:0.1";
  options.solver = "output";
  options.epsilon = "1";
  expect_spread(observe(data, options, 2), 0.2);
}

TEST(NoiseSpread, OfMomentsIsAboutThatOfItsWeights) {
  const auto made = testing::random_rows(4000, 3, 5, false);
  const Dataset data = testing::make_dataset(made.rows, made.labels);
  Options options;
  options.solver = "moments";
  options.epsilon = "2";
  options.clip = "4";
  expect_spread(observe(data, options, 3), 0.35);
}

TEST(NoiseSpread, IsNotClaimedWhereItIsNotKnown) {
  const auto made = testing::random_rows(300, 2, 3, false);
  const Dataset data = testing::make_dataset(made.rows, made.labels);
  for (const auto& [solver, epsilon] : {std::pair{"cd", "1"}, {"block", "1"}, {"moments", "inf"}}) {
    Options options;
    options.solver = solver;
    options.epsilon = epsilon;
    EXPECT_FALSE(fit(data, options)->value().noise) << solver;
  }
}

}  // namespace
}  // namespace discreet
