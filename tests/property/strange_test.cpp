// Problems such as no benchmark has. bench/macro/auto --stress runs larger ones, two thousand unless told otherwise.
#include "bench/macro/strange.hpp"

#include <gtest/gtest.h>

namespace discreet {
namespace {

constexpr bench::StrangeSizes kSmall{50, 3000, 300, 2e4};

TEST(StrangeProblems, EndInAFiniteModelThatIsNotWorseThanNoneAndOverspendsNothing) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const bench::Verdict verdict = bench::judge(seed, kSmall);
    EXPECT_EQ(verdict.fault, "") << seed << ' ' << verdict.story << ' ' << verdict.over_zero;
  }
}

// The test above can fail: a solver that takes full steps whatever the noise is caught.
TEST(StrangeProblems, CatchASolverThatDoesNotMindTheNoise) {
  int faults = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) faults += !bench::judge(seed, kSmall, "cd").fault.empty();
  EXPECT_GT(faults, 3);
}

}  // namespace
}  // namespace discreet
