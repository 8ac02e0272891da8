// Private minima of the worst pair of neighbours, many times: one row that pulls with all its force one way, and then
// the other. Their minima are normal with means as far apart as was paid for; the difference of the averages of N runs
// has a standard deviation of sqrt(2/N) of the noise's.
#include <gtest/gtest.h>

#include <cmath>

#include "discreet/privacy/additive_noise.hpp"
#include "discreet/privacy/gdp.hpp"
#include "tests/statistical/support.hpp"
#include "tests/support/linear_risk.hpp"

namespace discreet {
namespace {

constexpr double kMultiplier = 1.5;
constexpr int kRuns = 50'000;

struct Measured {
  double mean = 0, variance = 0;  // about `centre`
};

template <class Draw>
Measured measure(double centre, Draw&& draw) {
  Measured found;
  for (int run = 0; run < kRuns; ++run) {
    const double x = draw();
    found.mean += x / kRuns;
    found.variance += (x - centre) * (x - centre) / kRuns;
  }
  return found;
}

// In deviations of the noise, as it comes out.
double apart_of_outputs(const testing::UnitMinimum& unit) {
  SecureRandom source;
  Gaussian gaussian(source);
  Perturbation perturbation(source);
  const auto side = [&](double pull) {
    testing::LinearRisk oracle(pull);
    Permit permit = testing::make_permit("minimum", kMultiplier, kRuns, 1);
    return measure(-pull, [&] {
      return gaussian.release(perturbation.output(permit.pay("minimum"), oracle, unit.what())).value()[0];
    });
  };
  const Measured here = side(-1), there = side(1);
  return (here.mean - there.mean) / std::sqrt(0.5 * (here.variance + there.variance));
}

// The measured deviation is off by a factor of 1 + N(0, 1/(4N)) or so: its part is far below that of the means.
const double kTolerance = testing::kDeviations * std::sqrt(3.0 / kRuns);

TEST(OutputPerturbation, KeepsNeighboursAsCloseAsWasPaidForAndUsesAllOfIt) {
  const double measured = apart_of_outputs({});
  EXPECT_LE(measured, 1 / kMultiplier + kTolerance);
  EXPECT_GE(measured, 0.98 / kMultiplier - kTolerance);
}

TEST(OutputPerturbation, WouldBeCaughtWithTheSensitivityOfAZeroedRow) {
  testing::UnitMinimum half;
  half.steepest = 0.5;  // C where a replaced row needs 2C
  EXPECT_GT(apart_of_outputs(half), 1 / kMultiplier + kTolerance);
}

// The linear term of a linear risk is a Gaussian mechanism, of which the exact cost is known: it must be within what
// was paid for. `claimed` is what the rows are said to pull.
double delta_of_objectives(double claimed, const ApproximateEvent& event) {
  SecureRandom source;
  Gaussian gaussian(source);
  Perturbation perturbation(source);
  testing::UnitMinimum unit;
  unit.steepest = claimed;
  static const GdpAccountant accountant;
  const auto side = [&](double pull) {
    testing::LinearRisk oracle(pull);
    return measure(-pull, [&] {
      Permit term = testing::make_permit("term", event, 1, 0);
      Permit accuracy = testing::make_permit("accuracy", 1e4, 1, 2);
      PerturbedMinimum minimum =
          perturbation.objective(term.pay("term"), accuracy.pay("accuracy"), oracle, unit.what());
      return gaussian.release(std::move(minimum.query)).value()[0];
    });
  };
  const Measured here = side(-1), there = side(1);
  const double apart = (here.mean - there.mean) / std::sqrt(0.5 * (here.variance + there.variance));
  return std::exp(log_delta_of({apart - kTolerance}, event.epsilon));
}

TEST(ObjectivePerturbation, KeepsItsEpsilonAndDelta) { EXPECT_LE(delta_of_objectives(1, {{2}, {1e-3}}), 1e-3); }

TEST(ObjectivePerturbation, WouldBeCaughtWithTheSensitivityOfAZeroedRow) {
  EXPECT_GT(delta_of_objectives(0.5, {{2}, {1e-3}}), 1e-3);
}

}  // namespace
}  // namespace discreet
