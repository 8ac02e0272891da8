#include "discreet/base/bracket.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace discreet {
namespace {

constexpr double kRoot = 1.4142135623730951;

// The least point at which a decreasing bound is met, and the largest at which a rising cost still is.
bool from_here_up(double x) { return x * x >= 2; }
bool up_to_here(double x) { return x * x <= 2; }

TEST(Bisect, AnswersWithTheEndAtWhichTheConditionHolds) {
  for (const double close : {0.3, 1e-3, 1e-9, 0.0}) {
    const double up = bisect({0, 2}, {.absolute = close}, from_here_up);
    const double down = bisect({2, 0}, {.absolute = close}, up_to_here);
    EXPECT_TRUE(from_here_up(up));
    EXPECT_TRUE(up_to_here(down));
    EXPECT_NEAR(up, kRoot, close + 1e-15);
    EXPECT_NEAR(down, kRoot, close + 1e-15);
  }
}

TEST(Bisect, AnswersWithAnEndThatWasSeenOrGiven) {
  std::vector<double> held{2};
  const auto look = [&](double x) {
    if (from_here_up(x)) held.push_back(x);
    return from_here_up(x);
  };
  const double found = bisect({0, 2}, {.steps = 7}, look);
  EXPECT_EQ(found, held.back());
  EXPECT_EQ(bisect({0, 2}, {}, [](double) { return false; }), 2)
      << "where no other point holds, the end that was given";
}

TEST(Bisect, TakesWhatIsNotANumberForTooLittle) {
  const auto holds = [](double x) { return (x < 1.7 ? std::numeric_limits<double>::quiet_NaN() : x) >= 1.7; };
  EXPECT_TRUE(holds(bisect({0, 2}, {.absolute = 1e-6}, holds)));
}

TEST(Bisect, EndsWhereNoPointIsLeft) {
  const double least = std::numeric_limits<double>::denorm_min();
  EXPECT_EQ(bisect({0, 1}, {}, [](double x) { return x > 0; }), least);
  const double above = std::nextafter(1.0, 2.0);
  EXPECT_EQ(bisect({1, above}, {}, [](double) { return true; }), above) << "the other end was never seen";
}

TEST(Bisect, StopsWhenToldTo) {
  int looks = 0;
  const auto look = [&](double x) {
    ++looks;
    return from_here_up(x);
  };
  bisect({0, 2}, {.steps = 5}, look);
  EXPECT_EQ(looks, 5);
  looks = 0;
  bisect({0, 1024}, {.absolute = 1}, look);
  EXPECT_EQ(looks, 10);
  looks = 0;
  bisect({1000, 1024}, {.relative = 0.1}, look);
  EXPECT_EQ(looks, 0) << "close enough already";
}

TEST(Bisect, TriesRoundedPoints) {
  for (const double wanted : {1.0, 2.0, 17.0, 99.0, 100.0})
    EXPECT_EQ(
        bisect(
            {0, 100}, {.absolute = 1}, [&](double x) { return x >= wanted; }, [](double x) { return std::floor(x); }),
        wanted);
  const double huge = 0x1p60;
  EXPECT_EQ(
      bisect(
          {huge, 2 * huge}, {.absolute = 1}, [](double) { return false; }, [](double x) { return std::floor(x); }),
      2 * huge)
      << "whole numbers that are more than 1 apart end it too";
}

Tangent parabola(double x, bool holds) { return {holds, x - (x * x - 2) / (2 * x)}; }

TEST(Newton, AnswersWithTheEndAtWhichTheConditionHolds) {
  for (const double start : {0.01, 1.0, 2.0}) {
    const double up = newton({0, 2}, start, {.relative = 1e-13}, {.apart = 1e-14},
                             [](double x) { return parabola(x, from_here_up(x)); });
    const double down = newton({2, 0}, start, {.relative = 1e-13}, {.apart = 1e-14},
                               [](double x) { return parabola(x, up_to_here(x)); });
    EXPECT_TRUE(from_here_up(up));
    EXPECT_TRUE(up_to_here(down));
    EXPECT_NEAR(up, kRoot, 1e-12);
    EXPECT_NEAR(down, kRoot, 1e-12);
  }
}

TEST(Newton, TakesFewerLooksThanHalving) {
  int looks = 0;
  newton({0, 2}, 2, {.relative = 1e-13}, {.apart = 1e-14}, [&](double x) {
    ++looks;
    return parabola(x, from_here_up(x));
  });
  EXPECT_LT(looks, 12);
}

// A guess that is no number, outside or always at one end must not keep it from closing the bracket.
TEST(Newton, HalvesWhereGuessesLeadNowhere) {
  for (const double guess : {std::numeric_limits<double>::quiet_NaN(), -5.0, 7.0, 0.0, 2.0}) {
    const double found = newton({0, 2}, 2, {.relative = 1e-12}, {.apart = 1e-13}, [&](double x) {
      return Tangent{from_here_up(x), guess};
    });
    EXPECT_TRUE(from_here_up(found));
    EXPECT_NEAR(found, kRoot, 1e-11) << guess;
  }
  const auto crawls = [](double x) { return Tangent{from_here_up(x), x * (1 - 1e-9)}; };
  EXPECT_NEAR(newton({0, 2}, 2, {.relative = 1e-12}, {.most = 5}, crawls), kRoot, 1e-11);
}

TEST(Narrow, AnswersWithTheEndThatIsAtMostZero) {
  const auto f = [](double x) { return 2 - x * x; };
  for (const double close : {0.1, 1e-4, 1e-10}) {
    const End found = narrow(f, {0, f(0)}, {3, f(3)}, close);
    EXPECT_LE(found.value, 0);
    EXPECT_EQ(found.value, f(found.at));
    EXPECT_NEAR(found.at, kRoot, close);
  }
  const End found = narrow(f, {0, std::numeric_limits<double>::infinity()}, {3, f(3)}, 1e-8);
  EXPECT_NEAR(found.at, kRoot, 1e-8) << "from an end at which it is infinite";
}

}  // namespace
}  // namespace discreet
