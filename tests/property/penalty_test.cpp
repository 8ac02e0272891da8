// What every penalty must satisfy. Written once; a new penalty in penalty/all.hpp is tested by being there.
#include <gtest/gtest.h>

#include <cmath>

#include "discreet/penalty/all.hpp"
#include "discreet/penalty/weighted.hpp"

namespace discreet {
namespace {

template <class F>
void for_every_penalty(F&& check) {
  AllPenalties::each([&]<class P>(std::type_identity<P>) {
    SCOPED_TRACE(std::string(P::name));
    P penalty{};
    if constexpr (requires { penalty.strength; }) penalty.strength = 0.7;
    if constexpr (requires { penalty.low; }) penalty.low = -0.4;
    if constexpr (requires { penalty.high; }) penalty.high = 1.3;
    check(penalty);
  });
}

TEST(EveryPenalty, HasAProxThatNoOtherPointBeats) {
  for_every_penalty([](auto penalty) {
    for (double v = -3; v <= 3; v += 0.1)
      for (const double step : {0.01, 0.5, 4.0}) {
        const auto objective = [&](double u) { return (u - v) * (u - v) / (2 * step) + penalty.value(u); };
        const double best = penalty.prox(v, step);
        ASSERT_TRUE(std::isfinite(objective(best)));
        for (double u = -4; u <= 4; u += 0.01) ASSERT_LE(objective(best), objective(u) + 1e-12);
        for (double u = best - 1e-3; u <= best + 1e-3; u += 1e-5) ASSERT_LE(objective(best), objective(u) + 1e-12);
      }
  });
}

TEST(EveryPenalty, BringsPointsNoFurtherApart) {
  for_every_penalty([](auto penalty) {
    for (double v = -3; v <= 3; v += 0.07)
      for (double u = -3; u <= 3; u += 0.09)
        EXPECT_LE(std::abs(penalty.prox(v, 0.5) - penalty.prox(u, 0.5)), std::abs(v - u) + 1e-12);
  });
}

// A line through the point with any of its slopes stays below the penalty, and no other line does.
TEST(EveryPenalty, HasTheSlopesOfTheLinesThatTouchIt) {
  for_every_penalty([](auto penalty) {
    for (double v = -3; v <= 3; v += 0.0917) {
      const double w = penalty.prox(v, 0.5);  // often a kink, or an end of a box
      const auto [low, high] = penalty.slopes(w);
      ASSERT_LE(low, high);
      ASSERT_LE(low, 2 * (v - w) + 1e-12);
      ASSERT_GE(high, 2 * (v - w) - 1e-12);
      for (double u = -3; u <= 3; u += 0.1)
        ASSERT_GE(penalty.value(u), penalty.value(w) + (u < w ? low : u > w ? high : 0) * (u - w) - 1e-12);
      const auto rise = [&](double by) { return (penalty.value(w + by) - penalty.value(w)) / by; };
      ASSERT_NEAR(std::isfinite(low) ? rise(-1e-7) - low : 0, 0, 1e-5);
      ASSERT_NEAR(std::isfinite(high) ? rise(1e-7) - high : 0, 0, 1e-5);
    }
  });
}

TEST(EveryPenalty, LeavesAFreeCoordinateAlone) {
  for_every_penalty([](auto penalty) {
    const WeightedPenalty weighted(AnyPenalty(penalty), {1, 0, 2});
    for (const double w : {-100.0, 0.3, 100.0}) {
      EXPECT_EQ(weighted.prox({1}, w, 5), w);
      EXPECT_EQ(weighted.value({1}, w), 0);
      EXPECT_EQ(weighted.slopes({1}, w).low, 0);
      EXPECT_EQ(weighted.slopes({1}, w).high, 0);
      EXPECT_EQ(weighted.prox({0}, w, 5), penalty.prox(w, 5));
      EXPECT_EQ(weighted.prox({2}, w, 5), penalty.prox(w, 10));
    }
  });
}

}  // namespace
}  // namespace discreet
