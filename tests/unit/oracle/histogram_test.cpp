#include "discreet/oracle/histogram.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "discreet/privacy/additive_noise.hpp"
#include "tests/support/make.hpp"

namespace discreet {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct Stage {
  Dataset data = testing::make_dataset({{-1}, {0}, {0.5}, {1}, {7}, {kInfinity}, {-kInfinity}, {std::nan("")}},
                                       {1, 2, 3, 4, 5, 6, 7, 8});
  testing::Bench bench;
  SecureRandom source;
  Gaussian gaussian{source};
  Permit permit = testing::make_permit("a", 0.0, 9, 9);
  std::vector<double> shares(std::size_t column, std::vector<double> edges) {
    const Histogram histogram(data, 8, bench.machinery, column, std::move(edges));
    return gaussian.release(histogram.shares(permit.pay("a"))).value();
  }
};

TEST(Histogram, CountsEachRowInOneCellOrNone) {
  Stage s;
  EXPECT_EQ(s.shares(0, {0, 1, 5}), (std::vector<double>{0.25, 0.25, 0.125, 0.25}))
      << "an edge belongs to what is above";
  EXPECT_EQ(s.shares(1, {4.5}), (std::vector<double>{0.5, 0.5})) << "the target comes after the features";
}

TEST(Histogram, RefusesEdgesThatDoNotRiseAndColumnsThatAreNotThere) {
  Stage s;
  EXPECT_THROW(s.shares(0, {1, 0}), ContractViolation);
  EXPECT_THROW(s.shares(0, {}), ContractViolation);
  EXPECT_THROW(s.shares(0, {std::nan(""), std::nan("")}), ContractViolation);
  EXPECT_THROW(s.shares(2, {0}), ContractViolation);
}

TEST(Quantile, IsTheFirstEdgeWithEnoughBelow) {
  const std::vector<double> shares{0.1, 0.4, 0.0, 0.3, 0.2}, edges{1, 2, 3, 4};
  EXPECT_EQ(quantile(shares, edges, 0), 1);
  EXPECT_EQ(quantile(shares, edges, 0.3), 2);
  EXPECT_EQ(quantile(shares, edges, 0.75), 4);
  EXPECT_EQ(quantile(shares, edges, 0.99), 4) << "above the last edge there is none to name";
}

// Noise that dips below zero and overshoots: neither a single high nor a single low sum decides alone.
TEST(Quantile, ReadsNoisySharesAsARisingLine) {
  const std::vector<double> shares{0.5, 0.2, -0.3, 0.05, 0.3, 0.3}, edges{1, 2, 3, 4, 5};
  // Sums 0.5 0.7 0.4 0.45 0.75: the line above 0.5 0.7 0.7 0.7 0.75, the line below 0.4 0.4 0.4 0.45 0.75.
  EXPECT_EQ(quantile(shares, edges, 0.5), 2);
  EXPECT_EQ(quantile(shares, edges, 0.56), 4);
  EXPECT_EQ(quantile(shares, edges, 0.6), 5);
}

TEST(Quantile, FollowsTheDataWhenTheNoiseIsSmall) {
  testing::Rows rows;
  for (int i = 0; i < 20'000; ++i) rows.push_back({static_cast<double>(i)});
  const Dataset data = testing::make_dataset(rows, std::vector<double>(rows.size(), 0.0));
  testing::Bench bench;
  std::vector<double> edges;
  for (double edge = 500; edge < 20'000; edge += 500) edges.push_back(edge);
  const Histogram histogram(data, 20'000, bench.machinery, 0, edges);
  SecureRandom source;
  Gaussian gaussian(source);
  Laplace laplace(source);
  Selection selection(source);
  // Noise of 40 rows a cell; the sum over 36 cells errs by 250 rows or so, half a cell.
  Permit permit = testing::make_permit("a", 28.0, 1, 99), other = testing::make_permit("a", LaplaceEvent{{15}}, 1, 99);
  EXPECT_NEAR(quantile(gaussian.release(histogram.shares(permit.pay("a"))).value(), edges, 0.9), 18'000, 2000);
  EXPECT_NEAR(quantile(laplace.release(histogram.laplace_shares(other.pay("a"))).value(), edges, 0.9), 18'000, 2000);
  // The next best edge is 500 rows worse, and each row costs it half an epsilon.
  for (const Event event : {Event(ExponentialEvent{{0.5}}), Event(PureEvent{{0.5}})}) {
    Permit choice = testing::make_permit("a", event, 1, 0);
    EXPECT_EQ(edges[selection.release(histogram.quantile(choice.pay("a"), 0.9)).value()], 18'000);
  }
}

}  // namespace
}  // namespace discreet
