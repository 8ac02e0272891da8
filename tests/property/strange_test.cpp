// Problems such as no benchmark has. bench/macro/auto --stress runs larger ones, two thousand unless told otherwise.
#include "bench/macro/strange.hpp"

#include <gtest/gtest.h>

namespace discreet {
namespace {

// Of the zero model's objective: what noise adds where it hides nearly everything is less.
constexpr double kRuin = 10;
constexpr bench::StrangeSizes kSmall{50, 3000, 300, 2e4};

TEST(StrangeProblems, EndInAFiniteModelThatIsNotWorseThanNoneAndOverspendsNothing) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const bench::Verdict verdict = bench::judge(seed, kSmall);
    EXPECT_EQ(verdict.fault, "") << seed << ' ' << verdict.story << ' ' << verdict.over_zero;
  }
}

// Descents by coordinates and blocks may go nowhere where the noise hides most, but not ever further away.
TEST(StrangeProblems, LeadNoDescentAstray) {
  for (const char* solver : {"cd", "block"})
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
      const bench::Verdict verdict = bench::judge(seed, kSmall, solver);
      EXPECT_LE(verdict.over_zero, kRuin) << solver << ' ' << seed << ' ' << verdict.story;
    }
}

// The tests above can fail: a solver that takes full steps whatever the noise is caught.
TEST(StrangeProblems, CatchASolverThatDoesNotMindTheNoise) {
  int faults = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) faults += !bench::judge(seed, kSmall, "sgd").fault.empty();
  EXPECT_GT(faults, 3);
}

}  // namespace
}  // namespace discreet
