#include "discreet/loss/huber.hpp"

#include <gtest/gtest.h>

namespace discreet {
namespace {

TEST(Huber, IsSquaredWithinDeltaAndLinearBeyond) {
  const Huber loss{2};
  EXPECT_DOUBLE_EQ(loss.value(1, 0), 0.5);
  EXPECT_DOUBLE_EQ(loss.value(5, 3), 2);
  EXPECT_DOUBLE_EQ(loss.value(10, 3), 2 * (7 - 1)) << "the line that touches the parabola at DELTA";
  EXPECT_DOUBLE_EQ(loss.value(-4, 3), loss.value(10, 3));
  EXPECT_DOUBLE_EQ(loss.derivative(4.5, 3.0), 1.5);
  EXPECT_DOUBLE_EQ(loss.derivative(100.0, 3.0), 2);
  EXPECT_DOUBLE_EQ(loss.derivative(-100.0, 3.0), -2);
  EXPECT_EQ(loss.curvature(4.5, 3), 1);
  EXPECT_EQ(loss.curvature(5.5, 3), 0);
}

TEST(Huber, HasTheSlopeOfItsValueAndIsConvexForEveryDelta) {
  for (const double delta : {0.01, 1.0, 30.0}) {
    const Huber loss{delta};
    double before = -delta;
    for (double margin = -50; margin <= 50; margin += 0.0371) {
      const double h = 1e-4, slope = loss.derivative(margin, 1.5);
      EXPECT_NEAR(slope, (loss.value(margin + h, 1.5) - loss.value(margin - h, 1.5)) / (2 * h), 1e-4);
      EXPECT_GE(slope, before);
      EXPECT_LE(slope - before, 0.0371 + 1e-12);
      before = slope;
    }
    EXPECT_DOUBLE_EQ(before, delta);
  }
}

}  // namespace
}  // namespace discreet
