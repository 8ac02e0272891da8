#include "discreet/solver/retreat.hpp"

#include <gtest/gtest.h>

#include "discreet/mechanism/selection.hpp"
#include "discreet/oracle/census.hpp"
#include "discreet/penalty/all.hpp"
#include "discreet/privacy/additive_noise.hpp"
#include "tests/support/grants.hpp"
#include "tests/support/make.hpp"

namespace discreet {
namespace {

struct Back {
  double weight, risk_there, risk_of_oracle;
};

// Of a classification by one column that gives the label away, or the opposite of it.
Back retreat(double reached_weight, double multiplier, std::uint64_t seed = 1, std::size_t rows = 400,
             Retreat::Against what = Retreat::Against::bad_ends) {
  testing::Rows values;
  std::vector<double> labels;
  for (std::size_t i = 0; i < rows; ++i) {
    labels.push_back(i % 2 == 0 ? 1 : -1);
    values.push_back({labels.back()});
  }
  const Dataset data = testing::make_dataset(values, labels);
  testing::Bench bench;
  const auto oracle = bench.oracle(data, "logistic");
  oracle->set_frame(testing::flat_frame(1));
  const Census census(data, static_cast<double>(rows), bench.machinery);
  const WeightedPenalty none(AnyPenalty(None{}), {1});
  SeededNoise source(seed);
  Gaussian gaussian(source);
  Laplace laplace(source);
  Selection selection(source);
  Perturbation perturbation(source);
  Silent silent;
  Permit permit = testing::make_permit(std::string(Retreat::kLine), multiplier, 4);
  SolverContext context{*oracle, census, none, gaussian, permit, nullptr, silent, laplace, selection, perturbation};
  SurveyFacts facts;
  facts.features = 1;
  facts.normaliser = static_cast<double>(rows);
  const Iterate start(1);
  Iterate reached(1);
  reached.set({0}, reached_weight);
  const Solution solution = Retreat::run(context, facts, Scales{}, start, std::move(reached), what);
  Permit exact = testing::make_permit("exact", 0, 2);
  const double left = exactly(exact.pay("exact"), oracle->risk());
  oracle->restart(solution.weights.weights());
  return {solution.weights[{0}], exactly(exact.pay("exact"), oracle->risk()), left};
}

TEST(Retreat, StaysWhereItIsGood) {
  EXPECT_EQ(retreat(2, 0).weight, 2);
  EXPECT_EQ(retreat(2, 1).weight, 2);
}

TEST(Retreat, GoesBackToTheStartFromWhereItIsWorse) {
  EXPECT_EQ(retreat(-3, 0).weight, 0);
  EXPECT_EQ(retreat(-3, 1).weight, 0);
}

// The loss of a row counts up to a bound, so that a point as bad as can be is still told from the start.
TEST(Retreat, ComesBackFromAnywhere) { EXPECT_EQ(retreat(-1e9, 1).weight, 0); }

TEST(Retreat, LeavesTheOracleWhereTheWeightsAre) {
  for (const double reached : {2.0, -3.0}) {
    const Back back = retreat(reached, 1);
    EXPECT_NEAR(back.risk_of_oracle, back.risk_there, 1e-12);
  }
}

// Where the noise alone decides, what was reached stays unless another point looks better by a deviation: three times
// of four.
TEST(Retreat, IsNotLedBackByNoiseAlone) {
  int stayed = 0;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) stayed += retreat(1e-9, 12, seed, 400).weight == 1e-9;
  EXPECT_GT(stayed, 100);
  EXPECT_LT(stayed, 200) << "or the noise was not felt";
}

// Against ruin alone what was reached is left alone, by more noise than would halve it otherwise; and ruin is seen.
TEST(Retreat, SeesRuinThroughNoiseThatHidesBadEnds) {
  int whole = 0, back = 0, halves = 0;
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    whole += retreat(2, 20, seed, 160, Retreat::Against::ruin).weight == 2;
    back += retreat(-1e6, 20, seed, 160, Retreat::Against::ruin).weight == 0;
    halves += retreat(2, 20, seed, 160).weight == 1;
  }
  EXPECT_GT(whole, 90);
  EXPECT_GT(back, 90);
  EXPECT_GT(halves, 60) << "or the noise hides nothing";
}

TEST(Retreat, TrustsHalfOfTheWayWhereTheNoiseWouldHideABadEnd) {
  int halves = 0, whole = 0;
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    const double weight = retreat(-2, 20, seed, 40).weight;
    halves += weight == -1;
    whole += weight == -2;
  }
  EXPECT_GT(halves, 60);
  EXPECT_EQ(whole, 0);
}

}  // namespace
}  // namespace discreet
