#include "discreet/solver/theory.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace discreet {
namespace {

double convex_bound(const TheoryFacts& f, double passes) {
  return f.radius * f.radius * (0.5 / f.step + 1) / passes +
         f.step * f.coordinates * f.noise * f.noise * f.releases_a_pass * passes;
}

// K = mu sqrt(p (R^2/2 + F0) / sum of Delta_j^2/M_j) with R = 2, F0 = R^2, p = 5, mu = 0.2 and Delta_j^2/M_j = 1e-6: by
// hand 0.2 sqrt(5 * 6 / 5e-6) = 489.9 updates, 98 passes.
TEST(Theory, TakesTheUpdatesOfTheConvexBound) {
  const TheoryChoice choice = theory_choice({5, 5, 1e-3 / 0.2, 2, 1, 0});
  EXPECT_EQ(choice.passes, 98u);
  EXPECT_EQ(choice.periods, 1u);
}

TEST(Theory, MakesTheConvexBoundLeast) {
  for (const double step : {0.3, 1.0})
    for (const double releases : {1.0, 20.0})
      for (const double noise : {1e-4, 1e-3, 0.02}) {
        const TheoryFacts facts{20, releases, noise, 1.5, step, 0};
        const TheoryChoice choice = theory_choice(facts);
        const double passes = static_cast<double>(choice.passes);
        EXPECT_NEAR(choice.bound, convex_bound(facts, passes), 1e-12 * choice.bound);
        // Whole passes are rounded up, so the neighbours are within that of the least.
        EXPECT_LE(choice.bound, convex_bound(facts, passes + 1));
        EXPECT_LE(convex_bound(facts, std::max(passes - 1, 1.0)) / choice.bound, 1 + 2 / passes + 1e-12);
        for (const double other : {0.5, 2.0})
          EXPECT_LT(choice.bound, convex_bound(facts, std::max(1.0, other * passes)) + 1e-300);
      }
}

// With m = 0.5 and whole steps k = 2 (1 + 2) = 6 passes halve what is left. R = 1, p = 10, u = 1e-4, one release a
// pass: a pass adds 1e-7, so T = log2(log 2 / (2 * 6e-7)) = 19.1..., rounded up.
TEST(Theory, HalvesPeriodByPeriodWhereItKnowsTheConvexity) {
  const TheoryChoice choice = theory_choice({10, 1, 1e-4, 1, 1, 0.5});
  EXPECT_EQ(choice.periods, 20u);
  EXPECT_EQ(choice.passes, 120u);
  EXPECT_LT(choice.bound, theory_choice({10, 1, 1e-4, 1, 1, 0}).bound);
}

TEST(Theory, LeavesASmallConvexityAside) {
  EXPECT_EQ(theory_choice({10, 1, 1e-3, 1, 1, 1e-9}).periods, 1u);
  EXPECT_EQ(theory_choice({10, 1, 1e3, 1, 1, 0.5}).passes, 1u) << "there is always one";
}

}  // namespace
}  // namespace discreet
