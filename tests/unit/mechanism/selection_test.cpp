#include "discreet/mechanism/selection.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "discreet/base/contract.hpp"
#include "discreet/base/public_random.hpp"
#include "discreet/mechanism/discrete_choice.hpp"
#include "discreet/oracle/histogram.hpp"
#include "tests/support/choices.hpp"
#include "tests/support/make.hpp"

namespace discreet {
namespace {

using testing::Law;
using testing::Scores;
using testing::worst;

constexpr double kEpsilon = 0.7;

// Level scores, one ahead, one behind, two camps, steps: two to eight of them, near and far apart.
std::vector<Scores> starts(std::size_t most) {
  std::vector<Scores> all;
  for (const std::size_t k : {std::size_t{2}, std::size_t{3}, std::size_t{5}, most})
    for (const double gap : {0.0, 1.0, 3.0, 20.0, 100.0}) {
      Scores ahead(k, 0.0), behind(k, gap), camps(k, 0.0), steps(k, 0.0);
      ahead[0] = gap;
      behind[0] = 0;
      for (std::size_t j = 0; j < k; ++j) camps[j] = j % 2 ? gap : 0;
      for (std::size_t j = 0; j < k; ++j) steps[j] = gap * static_cast<double>(j);
      all.insert(all.end(), {ahead, behind, camps, steps});
    }
  return all;
}

// The rate in units of the sensitivity that the grid gives.
double rate_per_unit(Epsilon epsilon, bool monotone) {
  const ScoreGrid grid = ScoreGrid::fitting(epsilon, {1, monotone});
  return std::ldexp(static_cast<double>(grid.rate().numerator), 29 - grid.rate().exponent);
}

TEST(ScoreGrid, UsesAlmostAllOfTheEpsilonAndNeverMore) {
  for (const double epsilon : {1e-9, 1e-3, 0.7, 12.0, 1e6}) {
    EXPECT_LE(rate_per_unit({epsilon}, false), epsilon / 2);
    EXPECT_GE(rate_per_unit({epsilon}, false), epsilon / 2 * (1 - 0x1p-28));
    EXPECT_LE(rate_per_unit({epsilon}, true), epsilon);
    EXPECT_GE(rate_per_unit({epsilon}, true), epsilon * (1 - 0x1p-28));
  }
}

TEST(ScoreGrid, HasACellForEveryScore) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const ScoreGrid grid = ScoreGrid::fitting({1}, {3});
  EXPECT_EQ(grid.cells(std::nan("")), 0);
  EXPECT_EQ(grid.cells(0), 0);
  EXPECT_EQ(grid.cells(-kInfinity), -grid.cells(kInfinity));
  EXPECT_EQ(grid.cells(1e300), grid.cells(kInfinity));
  EXPECT_LT(grid.cells(3e9), grid.cells(kInfinity)) << "a thousand million sensitivities are told apart";
  EXPECT_EQ(grid.cells(3), grid.sensitivity() - 1);
}

TEST(ScoreGrid, RefusesWhatIsNoBound) {
  EXPECT_THROW(ScoreGrid::fitting({0}, {1}), ContractViolation);
  EXPECT_THROW(ScoreGrid::fitting({std::nan("")}, {1}), ContractViolation);
  EXPECT_THROW(ScoreGrid::fitting({1}, {0}), ContractViolation);
  EXPECT_THROW(ScoreGrid::fitting({1}, {std::numeric_limits<double>::infinity()}), ContractViolation);
}

// Every outcome, every way in which the scores can move by a sensitivity: the exact losses stay within epsilon and the
// search comes close to it. The exponential mechanism also keeps their range.
TEST(ExponentialMechanism, LosesAtMostEpsilonOnTheWorstPair) {
  const double rate = rate_per_unit({kEpsilon}, false), monotone = rate_per_unit({kEpsilon}, true);
  const auto any = worst([&](const Scores& s) { return testing::exponential_law(s, rate); }, starts(8));
  EXPECT_LE(any.largest, kEpsilon);
  EXPECT_LE(any.range, kEpsilon * (1 + 1e-12));
  EXPECT_GT(any.largest, 0.99 * kEpsilon);
  const Law law = [&](const Scores& s) { return testing::exponential_law(s, monotone); };
  const auto together = worst(law, starts(8), true);
  EXPECT_LE(together.largest, kEpsilon);
  EXPECT_GT(together.largest, 0.99 * kEpsilon);
  EXPECT_GT(worst(law, starts(5)).largest, 1.9 * kEpsilon) << "the monotone rate for other scores must be seen";
}

TEST(PermuteAndFlip, LosesAtMostEpsilonOnTheWorstPair) {
  const double rate = rate_per_unit({kEpsilon}, false), monotone = rate_per_unit({kEpsilon}, true);
  const auto any = worst([&](const Scores& s) { return testing::permute_and_flip_law(s, rate); }, starts(6));
  EXPECT_LE(any.largest, kEpsilon * (1 + 1e-12));
  EXPECT_GT(any.largest, 0.99 * kEpsilon);
  const Law law = [&](const Scores& s) { return testing::permute_and_flip_law(s, monotone); };
  EXPECT_LE(worst(law, starts(6), true).largest, kEpsilon * (1 + 1e-12));
  EXPECT_GT(worst(law, starts(5)).largest, 1.9 * kEpsilon) << "the monotone rate for other scores must be seen";
}

// The rule of the papers, Laplace noise of scale u/epsilon and the largest score, breaks its promise almost twice over.
TEST(NoisyMax, BreaksItsPromiseInTheSameSearch) {
  const Law law = [](const Scores& s) { return testing::noisy_max_law(s, kEpsilon); };
  const std::vector<Scores> few{{0, 0}, {0, 5 / kEpsilon}, {0, 25 / kEpsilon}};
  EXPECT_GT(worst(law, few).largest, 1.9 * kEpsilon);
  EXPECT_LE(worst(law, few, true).largest, kEpsilon * (1 + 1e-4))
      << "it holds for counts, which is what it was made for";
  const Law doubled = [](const Scores& s) { return testing::noisy_max_law(s, kEpsilon / 2); };
  EXPECT_LE(worst(doubled, few).largest, kEpsilon * (1 + 1e-4));
}

// Counts what is drawn from it, a buffer at a time.
class Counting final : public NoiseSource {
 public:
  std::string caveat() const override { return "counted"; }
  std::size_t words = 0;

 protected:
  void start(Key&) override {}
  void fill(std::span<std::uint32_t> buffer) override {
    words += buffer.size();
    for (std::uint32_t& word : buffer) word = static_cast<std::uint32_t>(random_.next() >> 32);
  }

 private:
  PublicRandom random_{1};
};

// One high score among k others: proposals that do not know the scores would need up to k attempts. Those that do need
// 2 k^0.31 + 1 at most on average, whatever the gap, and an attempt takes about eight words.
TEST(ExponentialMechanism, DrawsLittleHoweverManyScoresThereAre) {
  for (const std::size_t k : {1'000u, 100'000u})
    for (const std::int64_t gap : {0, 2, 8, 12, 20, 1000}) {
      std::vector<std::int64_t> scores(k, -gap);
      scores[k / 2] = 0;
      Counting source;
      constexpr std::size_t kDraws = 100;
      for (std::size_t n = 0; n < kDraws; ++n) draw_exponential_choice(source, scores, {1, 0});
      EXPECT_LT(static_cast<double>(source.words / kDraws), 16 * (2 * std::pow(static_cast<double>(k), 0.31) + 1))
          << k << ' ' << gap;
    }
}

TEST(Selection, TellsTheLargestWhenThatIsPaidFor) {
  const Dataset data = testing::make_dataset({{1}, {2}, {3}, {4}}, {0, 0, 0, 0});
  testing::Bench bench;
  const Histogram histogram(data, 4, bench.machinery, 0, {0.5, 1.5, 2.5, 3.5});
  SecureRandom source;
  Selection selection(source);
  Permit permit = testing::make_permit("a", NonPrivateEvent{}, 9, 0), wrong = testing::make_permit("a", 1.0, 1, 1);
  EXPECT_EQ(selection.release(histogram.quantile(permit.pay("a"), 0)).value(), 0u);
  EXPECT_EQ(selection.release(histogram.quantile(permit.pay("a"), 0.5)).value(), 2u);
  EXPECT_EQ(selection.release(histogram.quantile(permit.pay("a"), 1)).value(), 3u);
  EXPECT_THROW(histogram.quantile(wrong.pay("a"), 0.5), ContractViolation) << "paid for as Gaussian noise";
}

}  // namespace
}  // namespace discreet
