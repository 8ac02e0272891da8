// What one row can do to the published smoothness constants, for rows as wild as they come.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "discreet/oracle/census.hpp"
#include "discreet/privacy/additive_noise.hpp"
#include "tests/support/make.hpp"

namespace discreet {
namespace {

TEST(Squares, MoveByAtMostTheirBoundWhenARowIsReplaced) {
  const double inf = std::numeric_limits<double>::infinity();
  const testing::Rows wild{{0, 0},     {2, 10},     {-2, -10},        {1e200, -1e200}, {inf, -inf},
                           {NAN, NAN}, {1e-300, 1}, {1.999999, 10.1}, {-inf, NAN},     {0.5, 9.99999999}};
  const std::vector<std::size_t> columns{0, 1};
  const std::vector<double> bounds{4, 100};
  testing::Bench bench;
  SeededNoise source(1);
  Laplace laplace(source);
  const auto answer = [&](const std::vector<double>& row) {
    const Dataset data = testing::make_dataset({row, {1, 3}, {0.1, 7}}, {0, 0, 0});
    const Census census(data, 3, bench.machinery);
    Permit permit = testing::make_permit("smoothness", 0, 1, 2);
    return laplace.release(census.squares(permit.pay("smoothness"), columns, bounds)).value();
  };
  double furthest = 0;
  for (const auto& here : wild)
    for (const auto& there : wild) {
      const auto one = answer(here), other = answer(there);
      double apart = 0;
      for (std::size_t j = 0; j < 2; ++j) apart += std::abs(one[j] - other[j]) / (bounds[j] / 3);
      EXPECT_LE(apart, 2 * (1 + 1e-12));
      furthest = std::max(furthest, apart);
    }
  EXPECT_NEAR(furthest, 2, 1e-9) << "the bound is reached";
  EXPECT_NEAR(answer({1, 5})[0], (1 + 1 + 0.01) / 3, 1e-9);
  EXPECT_NEAR(answer({1, 5})[1], (25 + 9 + 49) / 3.0, 1e-9);
}

}  // namespace
}  // namespace discreet
