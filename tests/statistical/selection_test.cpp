#include "discreet/mechanism/selection.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "discreet/base/public_random.hpp"
#include "discreet/mechanism/discrete_choice.hpp"
#include "discreet/oracle/histogram.hpp"
#include "tests/statistical/audit.hpp"
#include "tests/statistical/distributions.hpp"
#include "tests/support/choices.hpp"
#include "tests/support/make.hpp"

namespace discreet {
namespace {

using testing::Outcome;
using testing::Scores;

constexpr double kEpsilon = 0.5;
constexpr int kDraws = 1'000'000;

struct Rule {
  const char* name;
  std::size_t (*draw)(NoiseSource&, std::span<const std::int64_t>, Rate);
  std::vector<double> (*law)(const Scores&, double);
  Event event;
};
void PrintTo(const Rule& rule, std::ostream* out) { *out << rule.name; }
const Rule kRules[] = {{"Exponential", draw_exponential_choice, testing::exponential_law, ExponentialEvent{{kEpsilon}}},
                       {"PermuteAndFlip", draw_permute_and_flip, testing::permute_and_flip_law, PureEvent{{kEpsilon}}}};

class EveryChoice : public ::testing::TestWithParam<Rule> {
 protected:
  bool looks_right(const std::vector<std::int64_t>& scores, const Outcome& outcome, double rate, int draws = kDraws) {
    Scores plain(scores.begin(), scores.end());
    return testing::looks_like(testing::outcome_counts(outcome, scores.size(), static_cast<std::size_t>(draws)),
                               GetParam().law(plain, rate));
  }
  SecureRandom source;
};
INSTANTIATE_TEST_SUITE_P(Rules, EveryChoice, ::testing::ValuesIn(kRules),
                         [](const auto& test) { return std::string(test.param.name); });

TEST_P(EveryChoice, HasExactlyItsLaw) {
  const Rate rate{3, 4};
  for (const std::vector<std::int64_t>& scores :
       {std::vector<std::int64_t>{0, 5}, {7, 7, 7}, {-3, 0, 4, 9, 2}, {0, 1, 2, 3, 4, 5, 6, 7}, {1000, 0, 999}})
    EXPECT_TRUE(looks_right(
        scores, [&] { return GetParam().draw(source, scores, rate); }, 3.0 / 16));
}

TEST_P(EveryChoice, WouldBeCaughtBrokenInAnyOfThreeWays) {
  const std::vector<std::int64_t> scores{-3, 0, 4, 9, 2};
  EXPECT_FALSE(looks_right(
      scores,
      [&] {
        return GetParam().draw(source, scores, {196, 10});
      },
      3.0 / 16, 6 * kDraws))
      << "a rate of two per cent too much";
  const Outcome few = [draw = testing::seeded_by_a_byte(
                           [&](NoiseSource& stream) {
                             return static_cast<std::int64_t>(GetParam().draw(stream, scores, {3, 4}));
                           },
                           source)] { return static_cast<std::size_t>(draw()); };
  EXPECT_FALSE(looks_right(scores, few, 3.0 / 16)) << "one of 256 streams";
  std::size_t last = 0;
  int turn = 0;
  const Outcome sticky = [&] { return last = ++turn % 5 == 0 ? last : GetParam().draw(source, scores, {3, 4}); };
  double repeats = 0;
  for (int k = 0; k < kDraws; ++k) {
    const std::size_t before = last;
    repeats += sticky() == before;
  }
  // Independent choices repeat with the sum of squares of their probabilities.
  double square = 0;
  for (const double p : GetParam().law({-3, 0, 4, 9, 2}, 3.0 / 16)) square += p * p;
  EXPECT_FALSE(testing::looks_like({repeats, kDraws - repeats}, {square, 1 - square})) << "the last choice remembered";
}

// A clear winner among very many, and none at all: neither takes long, and gaps of any size are drawn.
TEST_P(EveryChoice, CopesWithManyScoresAndLargeGaps) {
  std::vector<std::int64_t> scores(300'000, -(std::int64_t{1} << 61));
  scores[123] = std::int64_t{1} << 61;
  for (int k = 0; k < 3; ++k) EXPECT_EQ(GetParam().draw(source, scores, {1, 40}), 123u);
  EXPECT_LT(GetParam().draw(source, std::vector<std::int64_t>(300'000, 5), {1, 40}), 300'000u);
}

// The pair on which a replaced row does the most: it leaves from below all edges to above them, so the edge with too
// few rows below it loses a row and a point, and the one with too many loses a row and wins a point. Chosen through
// the same door as any other quantile.
struct Pair {
  testing::Bench bench;
  Dataset here, there;
  static Dataset data(int low, int middle, int high) {
    testing::Rows rows;
    for (int i = 0; i < low; ++i) rows.push_back({0});
    for (int i = 0; i < middle; ++i) rows.push_back({1});
    for (int i = 0; i < high; ++i) rows.push_back({2});
    return testing::make_dataset(rows, std::vector<double>(rows.size(), 0.0));
  }
  Pair() : here(data(5, 17, 18)), there(data(4, 17, 19)) {}  // 20 of 40 wanted: 5 and 22 below, or 4 and 21
};

TEST_P(EveryChoice, KeepsItsEpsilonOnTheWorstPairAndUsesMostOfIt) {
  Pair pair;
  Selection selection(source);
  constexpr std::size_t kRuns = 1'000'000;
  Permit permit = testing::make_permit("median", GetParam().event, 2 * kRuns, 0);
  const auto outcome = [&](const Dataset& data) {
    return [&, histogram = Histogram(data, 40, pair.bench.machinery, 0, {0.5, 1.5})] {
      return selection.release(histogram.quantile(permit.pay("median"), 0.5)).value();
    };
  };
  // True losses of 0.48 and 0.50, and bounds that lie 0.05 and 0.07 below them.
  const double proven = testing::proven_epsilon(outcome(pair.here), outcome(pair.there), 2, kRuns);
  EXPECT_LE(proven, kEpsilon);
  EXPECT_GE(proven, 0.7 * kEpsilon) << "an audit without power proves nothing";
}

// The same audit of the rule of the papers: scores 0 and 10 against -1 and 11, Laplace noise of scale 1/epsilon, the
// largest wins. Its true loss is 0.87.
TEST(NoisyMax, IsCaughtBreakingItsPromiseByTheSameAudit) {
  PublicRandom random(3);
  const auto laplace = [&](double scale) {
    const double size = -scale * std::log(1 - random.uniform());
    return random.below(2) == 0 ? size : -size;
  };
  const auto outcome = [&](double first, double second, double scale) -> Outcome {
    return [=] { return static_cast<std::size_t>(first + laplace(scale) < second + laplace(scale)); };
  };
  constexpr std::size_t kRuns = 4'000'000;
  EXPECT_GT(testing::proven_epsilon(outcome(0, 10, 1 / kEpsilon), outcome(-1, 11, 1 / kEpsilon), 2, kRuns),
            1.4 * kEpsilon);
  EXPECT_LE(testing::proven_epsilon(outcome(0, 10, 2 / kEpsilon), outcome(-1, 11, 2 / kEpsilon), 2, kRuns), kEpsilon)
      << "twice the noise keeps it";
}

}  // namespace
}  // namespace discreet
