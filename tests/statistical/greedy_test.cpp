// A greedy choice on two neighbouring datasets, the worst that a replaced row can do: one score rises by all that a row
// can move it while the other falls by as much. What the choices prove about epsilon must stay below what was paid for.
#include <gtest/gtest.h>

#include "discreet/oracle/choices.hpp"
#include "discreet/penalty/all.hpp"
#include "tests/statistical/audit.hpp"
#include "tests/statistical/pushed_columns.hpp"
#include "tests/support/make.hpp"

namespace discreet {
namespace {

constexpr double kEpsilon = 1;
constexpr std::size_t kRuns = 200'000;

// The odds of the first coordinate are exp(-3 epsilon) with one canary of pushed_columns and exp(-2 epsilon) with the
// other.
double proven(ScoreRule rule, const Event& paid) {
  const std::vector<double> labels(14, -1);
  const Dataset data = testing::make_dataset(testing::pushed_columns(1000), labels),
                other = testing::make_dataset(testing::pushed_columns(-1000), labels);
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
