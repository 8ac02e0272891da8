// What greedy scores must satisfy, for every rule and every penalty of the list: the bound of docs/proofs/greedy.md on
// the very doubles, and that they say what they claim.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "discreet/oracle/choices.hpp"
#include "discreet/penalty/all.hpp"
#include "tests/support/make.hpp"

namespace discreet {
namespace {

constexpr ScoreRule kRules[] = {ScoreRule::slope, ScoreRule::step, ScoreRule::decrease};

template <class F>
void for_every_rule_and_penalty(F&& check) {
  testing::Bench bench;
  const Dataset data = testing::make_dataset({{1}}, {1});
  const auto oracle = bench.oracle(data, "squared");
  AllPenalties::each([&]<class P>(std::type_identity<P>) {
    SCOPED_TRACE(std::string(P::name));
    P penalty{};
    if constexpr (requires { penalty.strength; }) penalty.strength = 0.7;
    if constexpr (requires { penalty.low; }) penalty.low = -0.4;
    if constexpr (requires { penalty.high; }) penalty.high = 1.3;
    const WeightedPenalty weighted(AnyPenalty(penalty), {1});
    for (const ScoreRule rule : kRules) {
      SCOPED_TRACE(kScoreRules[static_cast<std::size_t>(rule)]);
      check(weighted, Scores(*oracle, weighted, rule), rule);
    }
  });
}

Scores::At at(double weight, double smoothness, double furthest) {
  return {{0}, weight, smoothness, std::sqrt(smoothness), furthest};
}

// Slopes that are far apart, next to each other, and next to where the penalty has a kink; weights and scales of any
// size. What is left over when the real bound is taken off must be covered by the rounding that is charged.
TEST(EveryRuleAndPenalty, MovesAScoreByNoMoreThanItsBound) {
  for_every_rule_and_penalty([](const WeightedPenalty& penalty, const Scores& scores, ScoreRule) {
    PublicRandom random(5);
    for (int trial = 0; trial < 40'000; ++trial) {
      const double smoothness = std::exp(8 * random.normal());
      const double free = random.below(4) == 0 ? 0 : std::exp(6 * random.normal()) * (random.below(2) ? 1 : -1);
      const double weight = penalty.prox({0}, free, 1 / smoothness);
      const double furthest = std::exp(6 * random.normal());
      const Scores::At point = at(weight, smoothness, furthest);
      double here = furthest * (2 * random.uniform() - 1);
      if (random.below(3) == 0) here = random.below(2) ? 0.7 : -0.7;
      if (random.below(3) == 0) here = -smoothness * (random.normal() - weight);
      here = std::clamp(here, -furthest, furthest);
      const double apart = furthest * std::pow(10.0, -18 * random.uniform());
      const double there = std::clamp(here + (random.below(2) ? apart : -apart), -furthest, furthest);
      const double moved = std::abs(scores.score(point, here) - scores.score(point, there));
      ASSERT_LE(moved, std::abs(here - there) / point.root * (1 + 1e-12) + 2 * scores.rounding(point))
          << trial << ": weight " << weight << " smoothness " << smoothness << " slopes " << here << ' ' << there;
    }
  });
}

// The charge for rounding is negligible where data is of an ordinary size: a row moves a score by 1/n or so.
TEST(EveryRuleAndPenalty, ChargesNextToNothingForRounding) {
  for_every_rule_and_penalty([](const WeightedPenalty&, const Scores& scores, ScoreRule rule) {
    EXPECT_LT(scores.rounding(at(0.5, 1, 4)), rule == ScoreRule::decrease ? 1e-7 : 1e-12);
  });
}

// Zero where a step would stay and nowhere else.
TEST(EveryRuleAndPenalty, IsZeroAtTheOptimumAlone) {
  for_every_rule_and_penalty([](const WeightedPenalty& penalty, const Scores& scores, ScoreRule rule) {
    for (double free = -2; free <= 2; free += 0.17)
      for (double gradient = -3; gradient <= 3; gradient += 0.1) {
        const double weight = penalty.prox({0}, free, 0.5), next = penalty.prox({0}, weight - gradient / 2, 0.5);
        const double score = scores.score(at(weight, 2, 4), gradient);
        const double moved = std::abs(next - weight);
        EXPECT_TRUE(moved < 1e-9 || score > 0);
        EXPECT_TRUE(moved > 0 || score < 2e-8);
        EXPECT_TRUE(rule != ScoreRule::step || std::abs(score - std::sqrt(2.0) * moved) < 1e-12);
      }
  });
}

// gs-q against the least value of its definition over a fine grid.
TEST(EveryPenalty, GainsWhatGsqPromises) {
  for_every_rule_and_penalty([](const WeightedPenalty& penalty, const Scores& scores, ScoreRule rule) {
    if (rule != ScoreRule::decrease) return;
    for (const double free : {-1.0, 0.0, 0.3, 1.0})
      for (double gradient = -3; gradient <= 3; gradient += 0.25) {
        const double weight = penalty.prox({0}, free, 0.5);
        double least = 0;
        for (double a = -4; a <= 4; a += 1e-3) {
          const double change = penalty.value({0}, weight + a) - penalty.value({0}, weight);
          least = std::min(least, gradient * a + a * a + change);
        }
        const double score = scores.score(at(weight, 2, 4), gradient);
        EXPECT_NEAR(0.5 * score * score, -least, 1e-2);
        EXPECT_GE(0.5 * score * score, -least - 1e-12);
      }
  });
}

}  // namespace
}  // namespace discreet
