#include "discreet/base/nonuniform.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>
#include <vector>

namespace discreet {
namespace {

using Exact = std::complex<long double>;

struct Points {
  std::vector<double> positions, weights;
  double total = 0;
};

Points random_points(std::size_t count, double reach) {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> position(-reach, reach), weight(-1, 1);
  Points points;
  for (std::size_t j = 0; j < count; ++j) {
    points.positions.push_back(position(random));
    points.weights.push_back(weight(random));
    points.total += std::abs(points.weights.back());
  }
  return points;
}

// How far the transform is from the sum that it stands for, term by term, relative to the sum of |weights|.
double distance_from_the_sum(const Points& points, double step, std::size_t terms) {
  std::vector<std::complex<double>> found(terms);
  nonuniform_transform(points.positions, points.weights, step, found);
  double worst = 0;
  for (std::size_t k = 0; k < terms; ++k) {
    Exact sum = 0;
    for (std::size_t j = 0; j < points.positions.size(); ++j)
      sum += static_cast<long double>(points.weights[j]) *
             std::polar(1.0L, static_cast<long double>(k) * step * points.positions[j]);
    worst = std::max(worst, static_cast<double>(std::abs(sum - Exact(found[k]))));
  }
  return worst / points.total;
}

// A step that is a power of two and angles within (-pi, pi): then no angle is rounded, and all that is left is the
// error of the method, which its header states.
TEST(NonuniformTransform, IsTheDirectSum) {
  for (const std::size_t terms : {1u, 5u, 33u, 256u, 2000u})
    EXPECT_LT(distance_from_the_sum(random_points(300, 3.1 * 64), 1.0 / 64, terms), kNonuniformError) << terms;
}

// Angles beyond a full turn are rounded, by a unit in the last place of step times position, k times over.
TEST(NonuniformTransform, WrapsAnglesOfManyTurns) {
  const double reach = 500, step = 0.3;
  const std::size_t terms = 400;
  const double angles = 2.3e-16 * static_cast<double>(terms) * step * reach;
  EXPECT_LT(distance_from_the_sum(random_points(300, reach), step, terms), kNonuniformError + angles);
}

TEST(NonuniformTransform, OfNothingIsZero) {
  std::vector<std::complex<double>> found(10, 1.0);
  nonuniform_transform({}, {}, 0.1, found);
  for (const auto& term : found) EXPECT_EQ(std::abs(term), 0);
}

}  // namespace
}  // namespace discreet
