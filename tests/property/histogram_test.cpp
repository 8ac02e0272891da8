// Neighbouring datasets move the answers about a column by no more than they are charged for, whatever the row is that
// changes. Answers of neighbours are compared under the same seeded noise, which cancels.
#include "discreet/oracle/histogram.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "discreet/privacy/additive_noise.hpp"
#include "tests/support/make.hpp"

namespace discreet {
namespace {

constexpr double kMultiplier = 5, kInfinity = std::numeric_limits<double>::infinity();

double any_value(PublicRandom& random) {
  switch (random.below(6)) {
    case 0:
      return std::nan("");
    case 1:
      return random.below(2) == 0 ? kInfinity : -kInfinity;
    case 2:
      return std::pow(10.0, 600 * random.uniform() - 300);
    default:
      return random.normal();
  }
}

template <class Mechanism>
std::vector<double> answers(const Histogram& histogram, Neighbours neighbours) {
  SeededNoise source(11);
  Mechanism mechanism(source);
  constexpr bool kLaplace = std::is_same_v<Mechanism, Laplace>;
  const Event event = kLaplace ? Event(LaplaceEvent{{kMultiplier}}) : Event(GaussianEvent{{kMultiplier}});
  Permit permit = testing::make_permit("a", event, 1, histogram.cells(), neighbours);
  if constexpr (kLaplace)
    return mechanism.release(histogram.laplace_shares(permit.pay("a"))).value();
  else
    return mechanism.release(histogram.shares(permit.pay("a"))).value();
}

TEST(EveryHistogram, MovesByAtMostWhatIsCharged) {
  PublicRandom random(29);
  testing::Bench bench;
  double furthest[2][2] = {};
  for (int trial = 0; trial < 2000; ++trial) {
    const bool replaced = random.below(2) == 0;
    const Neighbours neighbours = replaced ? Neighbours::replace_one : Neighbours::zero_out;
    testing::Rows rows(4);
    for (auto& row : rows) row = {any_value(random)};
    testing::Rows other = rows;
    other[0][0] = replaced ? any_value(random) : std::nan("");
    std::vector<double> edges(1 + random.below(6));
    for (double& edge : edges) edge = random.normal();
    std::sort(edges.begin(), edges.end());
    const std::vector<double> labels(4, 0.0);
    const Dataset data = testing::make_dataset(rows, labels), changed = testing::make_dataset(other, labels);
    const Histogram here(data, 1, bench.machinery, 0, edges), there(changed, 1, bench.machinery, 0, edges);
    double squares = 0, sizes = 0;
    const auto a = answers<Gaussian>(here, neighbours), b = answers<Gaussian>(there, neighbours);
    for (std::size_t k = 0; k < a.size(); ++k) squares += (a[k] - b[k]) * (a[k] - b[k]);
    const auto c = answers<Laplace>(here, neighbours), d = answers<Laplace>(there, neighbours);
    for (std::size_t k = 0; k < c.size(); ++k) sizes += std::abs(c[k] - d[k]);
    // By hand: a row in one cell, or one out of a cell and one into another.
    const double euclidean = replaced ? std::sqrt(2.0) : 1, absolute = replaced ? 2 : 1;
    ASSERT_LE(std::sqrt(squares), euclidean * (1 + 1e-9));
    ASSERT_LE(sizes, absolute * (1 + 1e-9));
    furthest[0][replaced] = std::max(furthest[0][replaced], std::sqrt(squares) / euclidean);
    furthest[1][replaced] = std::max(furthest[1][replaced], sizes / absolute);
  }
  for (const auto& pair : furthest)
    for (const double reached : pair) EXPECT_NEAR(reached, 1, 1e-9) << "the search reaches the bound";
}

// The chosen edge is all that can be seen of the scores: with so large an epsilon it is the best one, and the best one
// for a share of i rows of n tells how many rows lie below each edge.
TEST(EveryQuantile, IsPaidForByScoresThatMoveByOneRow) {
  PublicRandom random(31);
  testing::Bench bench;
  SecureRandom source;
  Selection selection(source);
  for (int trial = 0; trial < 300; ++trial) {
    const std::size_t n = 1 + random.below(12);
    testing::Rows rows(n);
    for (auto& row : rows) row = {any_value(random)};
    const Dataset data = testing::make_dataset(rows, std::vector<double>(n, 0.0));
    const std::vector<double> edges{-1, 0, 0.5, 2};
    const Histogram histogram(data, static_cast<double>(n), bench.machinery, 0, edges);
    const double share = random.uniform();
    const auto score = [&](double edge) {
      const auto below = std::count_if(rows.begin(), rows.end(), [&](const auto& row) { return row[0] < edge; });
      return -std::abs(static_cast<double>(below) - std::round(share * static_cast<double>(n)));
    };
    Permit permit = testing::make_permit("a", NonPrivateEvent{}, 1, 0),
           large = testing::make_permit("a", PureEvent{{200}}, 1, 0);
    double best = -kInfinity;
    for (const double edge : edges) best = std::max(best, score(edge));
    EXPECT_EQ(score(edges[selection.release(histogram.quantile(permit.pay("a"), share)).value()]), best);
    EXPECT_EQ(score(edges[selection.release(histogram.quantile(large.pay("a"), share)).value()]), best)
        << "one row worse has odds of e^-100";
  }
}

}  // namespace
}  // namespace discreet
