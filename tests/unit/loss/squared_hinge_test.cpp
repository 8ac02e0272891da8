#include "discreet/loss/squared_hinge.hpp"

#include <gtest/gtest.h>

namespace discreet {
namespace {

TEST(SquaredHinge, ChargesTheSquareOfWhatIsLacking) {
  const SquaredHinge loss;
  EXPECT_DOUBLE_EQ(loss.value(0, 1), 0.5);
  EXPECT_DOUBLE_EQ(loss.value(0.5, 1), 0.125);
  EXPECT_DOUBLE_EQ(loss.value(0.5, -1), 1.125);
  EXPECT_EQ(loss.value(1, 1), 0);
  EXPECT_EQ(loss.value(7, 1), 0);
  EXPECT_DOUBLE_EQ(loss.derivative(-2.0, 1.0), -3);
  EXPECT_DOUBLE_EQ(loss.derivative(-2.0, -1.0), 0);
  EXPECT_DOUBLE_EQ(loss.derivative(2.0, -1.0), 3);
  EXPECT_EQ(loss.curvature(0.9, 1), 1);
  EXPECT_EQ(loss.curvature(1.1, 1), 0);
}

TEST(SquaredHinge, HasTheSlopeOfItsValueAndIsConvex) {
  const SquaredHinge loss;
  for (const double label : {-1.0, 1.0}) {
    double before = loss.derivative(-5.0, label);
    for (double margin = -5; margin <= 5; margin += 0.0371) {
      const double h = 1e-5, slope = loss.derivative(margin, label);
      EXPECT_NEAR(slope, (loss.value(margin + h, label) - loss.value(margin - h, label)) / (2 * h), 1e-5);
      EXPECT_GE(slope, before);
      EXPECT_LE(slope - before, 0.0371 + 1e-12);
      before = slope;
    }
  }
}

}  // namespace
}  // namespace discreet
