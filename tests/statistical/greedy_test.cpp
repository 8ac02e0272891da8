// A greedy choice on two neighbouring datasets, the worst that a replaced row can do: one score rises by all that a row
// can move it while the other falls by as much. What the choices prove about epsilon must stay below what was paid for.
#include <gtest/gtest.h>

#include "discreet/oracle/scores.hpp"
#include "discreet/penalty/all.hpp"
#include "tests/statistical/audit.hpp"
#include "tests/support/make.hpp"

namespace discreet {
namespace {

constexpr double kEpsilon = 1;
constexpr std::size_t kRuns = 200'000;

// Squared loss at zero with labels of -1: the slope of a column is its clipped sum. Three rows push both columns, ten
// the second one only, and the first row, the canary, pushes them in opposite directions. In units of a row's allowance
// the sums are (2, 14) with one canary and (4, 12) with the other, and a row can move a score by 2: the odds of the
// first coordinate are exp(-3 epsilon) and exp(-2 epsilon).
testing::Rows rows(double canary) {
  testing::Rows made{{-canary, canary}};
  for (int k = 0; k < 3; ++k) made.push_back({1000, 1000});
  for (int k = 0; k < 10; ++k) made.push_back({0, 1000});
  return made;
}

double proven(ScoreRule rule, const Event& paid) {
  const std::vector<double> labels(14, -1);
  const Dataset data = testing::make_dataset(rows(1000), labels), other = testing::make_dataset(rows(-1000), labels);
  testing::Bench bench;
  SecureRandom source;
  Selection selection(source);
  const WeightedPenalty penalty(AnyPenalty(L1{0.01}), {1, 1});
  const std::vector<double> zero(2, 0.0);
  const auto outcome = [&](Oracle& oracle) {
    oracle.set_frame(testing::flat_frame(2, 4));
    auto permit = std::make_shared<Permit>(testing::make_permit("choices", paid, kRuns, 0));
    return [&, permit, scores = Scores(oracle, penalty, rule)] {
      return selection.release(scores.choice(permit->pay("choices"), {ClipRule::uniform, 2}, zero)).value();
    };
  };
  const auto here = bench.oracle(data, "squared"), there = bench.oracle(other, "squared");
  return testing::proven_epsilon(outcome(*here), outcome(*there), 2, kRuns);
}

TEST(EveryScoreRule, KeepsNeighboursAsCloseAsWasPaidFor) {
  for (const ScoreRule rule : {ScoreRule::slope, ScoreRule::step, ScoreRule::decrease})
    for (const Event& paid : {Event(ExponentialEvent{{kEpsilon}}), Event(PureEvent{{kEpsilon}})}) {
      const double found = proven(rule, paid);
      EXPECT_LE(found, kEpsilon);
      EXPECT_GE(found, 0.7 * kEpsilon) << "an audit without power proves nothing";
    }
}

// Noise of half the scale, which is what a forgotten factor 2 does.
TEST(EveryScoreRule, WouldBeCaughtChoosingWithHalfTheNoise) {
  for (const ScoreRule rule : {ScoreRule::slope, ScoreRule::step, ScoreRule::decrease})
    for (const Event& paid : {Event(ExponentialEvent{{2 * kEpsilon}}), Event(PureEvent{{2 * kEpsilon}})})
      EXPECT_GT(proven(rule, paid), kEpsilon);
}

}  // namespace
}  // namespace discreet
