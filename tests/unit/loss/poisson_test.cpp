#include "discreet/loss/poisson.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <initializer_list>

namespace discreet {
namespace {

TEST(Poisson, IsHalfTheDevianceUpToTheBound) {
  const Poisson loss{2};
  for (const double count : {1.0, 2.0, 5.0})
    for (const double margin : {-3.0, 0.0, 1.9}) {
      const double mean = std::exp(margin);
      EXPECT_NEAR(loss.value(margin, count), mean - count + count * std::log(count / mean), 1e-12);
      EXPECT_NEAR(loss.derivative(margin, count), mean - count, 1e-12);
      EXPECT_NEAR(loss.curvature(margin, count), mean, 1e-12);
    }
  EXPECT_DOUBLE_EQ(loss.value(0.7, 0), std::exp(0.7)) << "a count of zero has no logarithm and needs none";
}

TEST(Poisson, GoesOnAlongTheTangentOfTheMean) {
  const Poisson loss{2};
  const double end = std::exp(2.0);
  EXPECT_DOUBLE_EQ(loss.mean(2.0), end);
  EXPECT_DOUBLE_EQ(loss.mean(5.0), end * 4);
  EXPECT_DOUBLE_EQ(loss.derivative(5.0, 3.0), end * 4 - 3);
  EXPECT_DOUBLE_EQ(loss.curvature(5.0, 3.0), end);
  EXPECT_DOUBLE_EQ(loss.smoothness(), end);
  // A count of four times exp(B) is met at the margin 5 and costs nothing there, and something everywhere else.
  EXPECT_NEAR(loss.value(5, 4 * end), 0, 1e-12);
  EXPECT_GT(loss.value(4.9, 4 * end), 0);
  EXPECT_GT(loss.value(5.1, 4 * end), 0);
}

TEST(Poisson, HasTheSlopeOfItsValueAndIsStrictlyConvexForEveryBound) {
  for (const double bound : {0.0, 1.0, 3.0, 6.0}) {
    const Poisson loss{bound};
    for (const double count : {0.0, 1.0, 30.0}) {
      double before = loss.derivative(-8.0371, count);
      for (double margin = -8; margin <= 10; margin += 0.0371) {
        const double h = 1e-5, slope = loss.derivative(margin, count), size = loss.mean(margin) + count;
        EXPECT_NEAR(slope, (loss.value(margin + h, count) - loss.value(margin - h, count)) / (2 * h),
                    1e-8 * size + 1e-7);
        EXPECT_GT(slope, before);
        EXPECT_LE(slope - before, 0.0372 * loss.smoothness());
        before = slope;
      }
    }
  }
}

TEST(Poisson, BeginsNoLowerThanItsBound) {
  const Poisson loss{3};
  EXPECT_DOUBLE_EQ(loss.level(2), std::log(2.0));
  EXPECT_DOUBLE_EQ(loss.level(0), -3);
  EXPECT_DOUBLE_EQ(loss.level(-5), -3) << "noise may make a mean negative";
  EXPECT_DOUBLE_EQ(loss.mean(loss.level(200)), 200);
}

}  // namespace
}  // namespace discreet
