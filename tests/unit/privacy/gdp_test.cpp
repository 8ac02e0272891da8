#include "discreet/privacy/gdp.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace discreet {
namespace {

TEST(Gdp, KnowsTheReferenceValues) {
  EXPECT_NEAR(std::exp(log_delta_of({1}, {1})), 0.126936737507, 1e-12);
  EXPECT_NEAR(std::exp(log_delta_of({0.5}, {1})), 6.829594983e-3, 1e-12);
  EXPECT_NEAR(epsilon_of({1}, {1e-5}).value, 4.3771780957, 1e-10);
  struct {
    double epsilon, delta, mu;
  } const references[] = {{1, 1e-5, 0.2680511232},
                          {1, 1e-6, 0.2367043807},
                          {0.1, 1e-6, 0.0275446502},
                          {10, 1e-6, 1.8481322058},
                          {1, 1.0 / 20640 / 20640, 0.1868557593},
                          {1, 1.0 / 45312 / 45312, 0.1781296109}};
  for (const auto& r : references) EXPECT_NEAR(largest_mu({{r.epsilon}, {r.delta}}).value, r.mu, 6e-11);
}

// From 1e-9 to 100 in mu and down to 1e-100 in delta: the two directions undo each other, each erring to its safe side.
TEST(Gdp, GoesBackAndForthWithoutLosingPrivacy) {
  for (const double mu : {1e-9, 1e-6, 1e-3, 0.1, 1.0, 10.0, 100.0})
    for (const double delta : {1e-100, 1e-30, 1e-15, 1e-6, 0.1}) {
      const Epsilon epsilon = epsilon_of({mu}, {delta});
      if (epsilon.value == 0) continue;
      EXPECT_LE(log_delta_of({mu}, epsilon), std::log(delta));
      const double back = largest_mu({epsilon, {delta}}).value;
      EXPECT_NEAR(back / mu, 1, 1e-11) << mu << ' ' << delta;
      EXPECT_LE(epsilon_of({back}, {delta}).value, epsilon.value * (1 + 1e-14));
    }
}

TEST(Gdp, CostsNothingWhenDeltaAloneCoversIt) {
  EXPECT_EQ(epsilon_of({1e-6}, {0.01}).value, 0);
  EXPECT_EQ(epsilon_of({0}, {1e-10}).value, 0);
}

TEST(Gdp, CallsAnExactReleaseInfinitelyExpensive) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(epsilon_of({kInfinity}, {1e-6}).value, kInfinity);
  EXPECT_EQ(epsilon_of({1}, {0}).value, kInfinity);
  EXPECT_EQ(largest_mu({{kInfinity}, {1e-6}}).value, kInfinity);
  EXPECT_EQ(largest_mu({{1}, {0}}).value, 0);
}

}  // namespace
}  // namespace discreet
