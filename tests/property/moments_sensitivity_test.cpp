// What one row can do to the matrix of products of features and target, whatever the row is.
#include <gtest/gtest.h>

#include <cmath>

#include "discreet/oracle/census.hpp"
#include "discreet/privacy/additive_noise.hpp"
#include "tests/support/grants.hpp"
#include "tests/support/make.hpp"
#include "tests/support/wild.hpp"

namespace discreet {
namespace {

using testing::distance;
using testing::Rows;

constexpr double kMultiplier = 5;

struct Asked {
  std::vector<double> centres, factors;
  Census::Target target;
  double radius;
  Census::Units units() const { return {centres, factors, target}; }
};

Asked random_question(std::size_t p, PublicRandom& random) {
  Asked asked{std::vector<double>(p), std::vector<double>(p + random.below(2)), {random.normal(), 1}, 1};
  for (double& c : asked.centres) c = random.normal();
  for (double& f : asked.factors) f = std::exp((random.below(4) == 0 ? 60 : 2) * random.normal());
  asked.target.factor = std::exp(2 * random.normal());
  asked.radius = std::exp(2 * random.normal());
  return asked;
}

// In units of the squared radius, with the same noise whatever the rows are.
std::vector<double> released(const Rows& rows, const std::vector<double>& labels, const Asked& asked) {
  const Dataset data = testing::make_dataset(rows, labels);
  testing::Bench bench;
  const Census census(data, 1, bench.machinery);
  SeededNoise source(7);
  Gaussian gaussian(source);
  const std::size_t size = asked.units().size();
  Permit permit = testing::make_permit("moments", kMultiplier, 1, size * (size + 1) / 2);
  std::vector<double> values =
      gaussian.release(census.products(permit.pay("moments"), asked.units(), asked.radius)).value();
  for (std::size_t a = 0, k = 0; a < size; ++a)
    for (std::size_t b = 0; b <= a; ++b, ++k)
      values[k] *= (a == b ? 1 : std::sqrt(2.0)) / (asked.radius * asked.radius);
  return values;
}

double charged(std::size_t size) {
  const Lattice lattice = Lattice::fitting({kMultiplier}, Neighbours::replace_one,
                                           RowBound::rows(1, std::sqrt(2.0), size * (size + 1) / 2));
  return lattice.sensitivity() / static_cast<double>(lattice.cells_per_unit()) * (1 + 1e-9);
}

TEST(MomentsWithATarget, MoveByAtMostWhatIsCharged) {
  PublicRandom random(41);
  double largest = 0;
  for (int trial = 0; trial < 1500; ++trial) {
    const std::size_t p = 1 + random.below(5);
    const Asked asked = random_question(p, random);
    const testing::Pair pair = testing::neighbours(4, p, random, false);
    const double apart =
        distance(released(pair.rows, pair.labels, asked), released(pair.other_rows, pair.other_labels, asked));
    ASSERT_LE(apart, charged(asked.units().size())) << "trial " << trial;
    largest = std::max(largest, apart / charged(asked.units().size()));
  }
  EXPECT_GT(largest, 0.9);
}

// The covariance of unclipped data: the very same products, of rows that nobody scaled.
TEST(MomentsWithATarget, WouldBeCaughtIfRowsWereNotScaled) {
  const Rows rows{{30, 4}, {0.1, 0.2}}, others{{-2, 0}, {0.1, 0.2}};
  const Asked asked{{0, 0}, {1, 1}, {0, 1}, 1};
  const auto unscaled = [&](const Rows& of) {
    const Dataset data = testing::make_dataset(of, {1, 0});
    testing::Bench bench;
    const Census census(data, 1, bench.machinery);
    Permit permit = testing::make_permit("moments", 0, 1, 1);
    const Eigen::MatrixXd matrix = exactly(permit.pay("moments"), census.exact_products(asked.units()));
    return std::vector<double>(matrix.reshaped().begin(), matrix.reshaped().end());
  };
  EXPECT_LE(distance(released(rows, {1, 0}, asked), released(others, {1, 0}, asked)), charged(3));
  EXPECT_GT(distance(unscaled(rows), unscaled(others)), charged(3));
}

TEST(MomentsWithATarget, AreTheMeansOfTheProducts) {
  const Dataset data = testing::make_dataset({{1, 2}, {3, -1}}, {5, 7});
  testing::Bench bench;
  const Census census(data, 2, bench.machinery);
  Permit permit = testing::make_permit("moments", 0, 2, 10);
  SecureRandom source;
  Gaussian gaussian(source);
  const std::vector<double> centres{1, 0}, factors{0.5, 1, 1};
  const Census::Units units{centres, factors, Census::Target{5, 0.5}};
  // Rows (0, 2, 1, 0) and (1, -1, 1, 1).
  const double expected[] = {0.5, -0.5, 2.5, 0.5, 0.5, 1, 0.5, -0.5, 0.5, 0.5};
  const auto found = gaussian.release(census.products(permit.pay("moments"), units, 10)).value();
  const Eigen::MatrixXd exact = exactly(permit.pay("moments"), census.exact_products(units));
  for (Eigen::Index a = 0, k = 0; a < 4; ++a)
    for (Eigen::Index b = 0; b <= a; ++b, ++k) {
      EXPECT_NEAR(found[static_cast<std::size_t>(k)], expected[k], 1e-9);
      EXPECT_NEAR(exact(a, b), expected[k], 1e-12);
    }
}

TEST(RowsBeyond, CountsEachRowAtMostOnce) {
  PublicRandom random(43);
  bool moved = false;
  for (int trial = 0; trial < 500; ++trial) {
    const std::size_t p = 1 + random.below(4);
    const Asked asked = random_question(p, random);
    const testing::Pair pair = testing::neighbours(4, p, random, false);
    const auto count = [&](const Rows& rows, const std::vector<double>& labels) {
      const Dataset data = testing::make_dataset(rows, labels);
      testing::Bench bench;
      SecureRandom source;
      Gaussian gaussian(source);
      Permit permit = testing::make_permit("radius", 0, 1, 1);
      return gaussian
          .release(Census(data, 1, bench.machinery).rows_beyond(permit.pay("radius"), asked.units(), asked.radius))
          .value();
    };
    const double apart = std::abs(count(pair.rows, pair.labels) - count(pair.other_rows, pair.other_labels));
    ASSERT_LE(apart, 1 + 1e-9);
    moved |= apart > 0.5;
  }
  EXPECT_TRUE(moved);
}

}  // namespace
}  // namespace discreet
