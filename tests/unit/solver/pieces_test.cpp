#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "discreet/solver/average.hpp"
#include "discreet/solver/bisection.hpp"
#include "discreet/solver/order.hpp"
#include "tests/support/make.hpp"

namespace discreet {
namespace {

const std::vector<double> kSeven{1, 2, 3, 4, 5, 6, 7};
OrderFacts seven(std::uint64_t seed) { return {7, seed, kSeven, kSeven}; }

TEST(EveryOrder, VisitsEachCoordinateOnceAPassIfItSaysSo) {
  AllOrders::each([]<class O>(std::type_identity<O>) {
    SCOPED_TRACE(std::string(O::name));
    O order(seven(3));
    for (int pass = 0; pass < 20; ++pass) {
      std::vector<int> seen(7, 0);
      for (int k = 0; k < 7; ++k) ++seen.at(order.next().value);
      if (O::each_once) {
        EXPECT_EQ(*std::max_element(seen.begin(), seen.end()), 1);
      }
    }
  });
}

TEST(EveryOrder, IsRepeatable) {
  AllOrders::each([]<class O>(std::type_identity<O>) {
    O one(seven(9)), same(seven(9));
    for (int k = 0; k < 50; ++k) EXPECT_EQ(one.next(), same.next());
  });
}

// 70000 draws: a coordinate of chance q is seen 70000 q times up to 6.11 deviations, which is exceeded once in 10^9
// runs, and the seed is fixed. An order that says it is even must be; importance is half even and half by smoothness.
TEST(EveryOrder, VisitsAsOftenAsItSays) {
  AllOrders::each([]<class O>(std::type_identity<O>) {
    SCOPED_TRACE(std::string(O::name));
    std::vector<double> chances(7, 1.0 / 7);
    if (!O::even)
      for (std::size_t j = 0; j < 7; ++j)
        chances[j] = O::name == Importance::name ? 0.5 / 7 + 0.5 * kSeven[j] / 28 : kSeven[j] / 28;
    O order(seven(5));
    constexpr double kDraws = 70'000;
    std::vector<double> seen(7, 0.0);
    for (int k = 0; k < static_cast<int>(kDraws); ++k) ++seen.at(order.next().value);
    for (std::size_t j = 0; j < 7; ++j)
      EXPECT_NEAR(seen[j], kDraws * chances[j], 6.11 * std::sqrt(kDraws * chances[j] * (1 - chances[j]))) << j;
  });
}

// The iterate 0, then w after update t: the mean that Averager keeps lazily, the long way.
TEST(Averager, GivesTheMeanOfTheLastIterates) {
  const auto made = testing::random_rows(10, 2, 1, false);
  const Dataset data = testing::make_dataset(made.rows, made.labels);
  testing::Bench bench;
  const auto oracle = bench.oracle(data, "squared");
  oracle->set_frame(testing::flat_frame(2));
  Averager averager({Averaging::Kind::tail, 0.5, 1}, 2, 8);
  Iterate w(2);
  std::vector<double> sum(2, 0.0);
  for (std::size_t t = 0; t < 8; ++t) {
    const Coordinate j{t % 2};
    averager.before(t, j, w);
    if (t >= 4)
      for (std::size_t k = 0; k < 2; ++k) sum[k] += w[Coordinate{k}] + (k == j.value ? 1.0 : 0.0);
    w.set(j, w[j] + 1);
    averager.after(t, w, *oracle);
  }
  const Iterate mean = averager.finish(w);
  EXPECT_DOUBLE_EQ(mean[Coordinate{0}], sum[0] / 4);
  EXPECT_DOUBLE_EQ(mean[Coordinate{1}], sum[1] / 4);
}

// A column whose values are uniform up to 3: a quarter of them is above 2.25.
double beyond(double size) { return std::max(0.0, 1 - size / 3); }

TEST(Bisection, FindsTheSizeThatTheWantedShareExceeds) {
  Bisection search(1, -20, 20);
  for (int step = 0; step < 20; ++step) search.narrow(beyond(search.threshold()), 0.25);
  EXPECT_NEAR(search.size(), 2.25, 0.01);
}

TEST(FindSize, AsksAsOftenAsPlannedAndSaysWhenTheNoiseWouldDecide) {
  int asked = 0;
  const auto ask = [&](double size) {
    ++asked;
    return beyond(size);
  };
  const SizeSearch search{1, 5, 5, 0.25, 12, 0.02};
  const FoundSize found = find_size(search, {1}, 1e6, ask);
  ASSERT_TRUE(found.size);
  EXPECT_NEAR(*found.size, 2.25, 0.02);
  EXPECT_EQ(asked, 12);
  EXPECT_FALSE(find_size(search, {1}, 100, ask).size) << "the noise is a quarter of the rows";
  EXPECT_EQ(asked, 24) << "what is asked does not depend on it";
}

TEST(FindSize, KnowsTheShareBeyondAThresholdByTheLooksAlone) {
  const SizeSearch search{1, 5, 5, 0.25, 12, 0.02};
  const FoundSize found = find_size(search, {1}, 1e6, [&](double size) { return beyond(size); });
  ASSERT_TRUE(found.beyond(*found.size));
  EXPECT_NEAR(found.beyond(*found.size)->rows, 0.25, 0.02);
  EXPECT_EQ(found.beyond(*found.size)->noise, found.noise);
  EXPECT_FALSE(found.beyond(1e9)) << "nothing was asked about such a size";
  EXPECT_FALSE(find_size(search, {1}, 100, [&](double size) { return beyond(size); }).beyond(1)) << "it may be noise";
}

}  // namespace
}  // namespace discreet
