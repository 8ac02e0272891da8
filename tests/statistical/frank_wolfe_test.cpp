// The choice of a corner: it has the law that was paid for, and on the worst pair of neighbours that a replaced row can
// make it proves no more than that. The published calibration does not keep its promise.
#include <gtest/gtest.h>

#include <cmath>

#include "discreet/base/public_random.hpp"
#include "discreet/mechanism/discrete_choice.hpp"
#include "discreet/oracle/choices.hpp"
#include "tests/statistical/audit.hpp"
#include "tests/statistical/distributions.hpp"
#include "tests/statistical/pushed_columns.hpp"
#include "tests/support/choices.hpp"
#include "tests/support/make.hpp"

namespace discreet {
namespace {

constexpr double kEpsilon = 1;
constexpr std::size_t kRuns = 200'000;

// The scores of the corners in the order of their numbers, in units of the allowance.
std::vector<double> scores(double first, double second) { return {-first, first, -second, second}; }

struct Corners {
  testing::Bench bench;
  Dataset data;
  std::unique_ptr<ReferenceOracle> oracle;
  Permit permit;
  Vertices vertices;
  // The second column has twice the spread and half the reach: under the rule `smoothness` a row still moves all
  // scores alike.
  Corners(double canary, const Event& paid, ClipRule rule, std::size_t runs)
      : data(testing::make_dataset(testing::pushed_columns(canary), std::vector<double>(14, -1.0))),
        oracle(bench.oracle(data, "squared")),
        permit(testing::make_permit("choices", paid, runs, 0)),
        vertices(framed(*oracle), rule == ClipRule::uniform ? std::vector{3.0, 3.0} : std::vector{3.0, 1.5},
                 {rule, 2}) {}
  static Oracle& framed(Oracle& oracle) {
    oracle.set_frame({{1, 4}, {0, 0}});
    return oracle;
  }
};

testing::Outcome outcome(Corners& corners, Selection& selection) {
  return [&] { return selection.release(corners.vertices.choice(corners.permit.pay("choices"))).value(); };
}

double proven(const Event& paid, ClipRule rule) {
  SecureRandom source;
  Selection selection(source);
  Corners here(1000, paid, rule, kRuns), there(-1000, paid, rule, kRuns);
  return testing::proven_epsilon(outcome(here, selection), outcome(there, selection), 4, kRuns);
}

TEST(Vertices, KeepNeighboursAsCloseAsWasPaidFor) {
  for (const ClipRule rule : {ClipRule::uniform, ClipRule::smoothness})
    for (const Event& paid : {Event(ExponentialEvent{{kEpsilon}}), Event(PureEvent{{kEpsilon}})}) {
      const double found = proven(paid, rule);
      EXPECT_LE(found, kEpsilon);
      EXPECT_GE(found, 0.7 * kEpsilon) << "an audit without power proves nothing";
    }
}

// Noise of half the scale, which is what a forgotten factor 2 does.
TEST(Vertices, WouldBeCaughtChoosingWithHalfTheNoise) {
  for (const ClipRule rule : {ClipRule::uniform, ClipRule::smoothness})
    for (const Event& paid : {Event(ExponentialEvent{{2 * kEpsilon}}), Event(PureEvent{{2 * kEpsilon}})})
      EXPECT_GT(proven(paid, rule), kEpsilon);
}

// The published choice: Laplace noise of a row's part over epsilon on every corner, the largest wins. That is half of
// what scores that move against each other need, and the same audit sees it.
TEST(NoisyMaxOverCorners, IsCaughtAtThePublishedScale) {
  PublicRandom random(3);
  const auto noisy_max = [&](std::vector<double> all, double scale) -> testing::Outcome {
    return [=, &random] {
      std::size_t best = 0;
      double largest = -1e300;
      for (std::size_t k = 0; k < all.size(); ++k) {
        const double size = -scale * std::log(1 - random.uniform());
        const double noisy = all[k] + (random.below(2) == 0 ? size : -size);
        if (noisy > largest) largest = noisy, best = k;
      }
      return best;
    };
  };
  constexpr std::size_t kMany = 4'000'000;
  const double unit = 2;  // what a replaced row moves a score by
  const auto audit = [&](double scale) {
    return testing::proven_epsilon(noisy_max(scores(2, 14), scale), noisy_max(scores(4, 12), scale), 4, kMany);
  };
  EXPECT_GT(audit(unit / kEpsilon), 1.2 * kEpsilon);
  EXPECT_LE(audit(2 * unit / kEpsilon), kEpsilon) << "twice the noise keeps it";
}

// Exactly the exponential mechanism with the sensitivity of the proof: not a per cent more noise, nor less.
TEST(Vertices, AreChosenByTheLawThatWasPaidFor) {
  SecureRandom source;
  Selection selection(source);
  for (const ClipRule rule : {ClipRule::uniform, ClipRule::smoothness}) {
    const Event paid = ExponentialEvent{{kEpsilon}};
    Corners corners(1000, paid, rule, 2 * kRuns);
    const auto counts = testing::outcome_counts(outcome(corners, selection), 4, kRuns);
    EXPECT_TRUE(testing::looks_like(counts, testing::exponential_law(scores(2, 14), kEpsilon / 2 / 2)));
    EXPECT_FALSE(testing::looks_like(counts, testing::exponential_law(scores(2, 14), kEpsilon / 2 / 2 * 1.05)))
        << "five per cent would be seen";
  }
}

// Many low scores and a few high ones, whose coins hold from none to many whole units.
TEST(ExponentialChoice, HasItsLawAmongManyScoresOfManySizes) {
  SecureRandom source;
  std::vector<std::int64_t> many(2000, -110);
  for (std::size_t k = 0; k < 40; ++k) many[50 * k] = -2 * static_cast<std::int64_t>(k);
  many[7] = -5000;  // beyond the last layer
  const auto law = testing::exponential_law({many.begin(), many.end()}, 3.0 / 32);
  // The 40 by themselves, the low ones in ten parts.
  const auto part = [](std::size_t j) { return j % 50 == 0 ? j / 50 : 40 + j % 10; };
  std::vector<double> counts(50, 0.0), expected(50, 0.0);
  for (std::size_t j = 0; j < many.size(); ++j) expected[part(j)] += law[j];
  for (int k = 0; k < 200'000; ++k) ++counts[part(draw_exponential_choice(source, many, {3, 5}))];
  EXPECT_TRUE(testing::looks_like(counts, expected));
  const auto other = testing::exponential_law({many.begin(), many.end()}, 3.1 / 32);
  std::fill(expected.begin(), expected.end(), 0.0);
  for (std::size_t j = 0; j < many.size(); ++j) expected[part(j)] += other[j];
  EXPECT_FALSE(testing::looks_like(counts, expected)) << "a rate that is three per cent off";
}

}  // namespace
}  // namespace discreet
