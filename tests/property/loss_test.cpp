// What every loss must satisfy. Written once; a new loss in loss/all.hpp is tested by being there.
#include <gtest/gtest.h>

#include <cmath>

#include "discreet/loss/all.hpp"

namespace discreet {
namespace {

template <class F>
void for_every_loss(F&& check) {
  AllLosses::each([&]<class L>(std::type_identity<L>) {
    SCOPED_TRACE(std::string(L::name));
    check(L{});
  });
}

TEST(EveryLoss, HasTheDerivativeOfItsValue) {
  for_every_loss([](auto loss) {
    for (const double label : {-1.0, 1.0})
      for (double margin = -30; margin <= 30; margin += 0.37) {
        constexpr double h = 1e-5;
        const double slope = (loss.value(margin + h, label) - loss.value(margin - h, label)) / (2 * h);
        EXPECT_NEAR(loss.derivative(margin, label), slope, 1e-6);
      }
  });
}

TEST(EveryLoss, HasTheCurvatureOfItsDerivative) {
  for_every_loss([](auto loss) {
    for (const double label : {-1.0, 1.0})
      for (double margin = -20.05; margin <= 20; margin += 0.37) {
        constexpr double h = 1e-5;
        const double bend = (loss.derivative(margin + h, label) - loss.derivative(margin - h, label)) / (2 * h);
        EXPECT_NEAR(loss.curvature(margin, label), bend, 1e-5);
      }
  });
}

TEST(EveryLoss, IsConvexAndNeverCurvedMoreThanItSays) {
  for_every_loss([](auto loss) {
    for (double margin = -5; margin <= 5; margin += 0.01) {
      const double rise = loss.derivative(margin + 0.01, 1.0) - loss.derivative(margin, 1.0);
      EXPECT_GE(rise, -1e-15);
      EXPECT_LE(rise, 0.01 * loss.smoothness() * (1 + 1e-9));
    }
  });
}

// What solvers are told beyond the derivative, by the losses that have it.
TEST(EveryLoss, HasTheMeanLevelAndSteepnessThatItClaims) {
  for_every_loss([](auto loss) {
    for (double margin = -6; margin <= 6; margin += 0.25) {
      if constexpr (requires { loss.level(1.0); }) {
        const double mean = loss.mean(margin);
        EXPECT_NEAR(loss.level(mean), std::max(margin, loss.level(0)), 1e-9);
        EXPECT_NEAR(loss.derivative(margin, mean), 0, 1e-12) << "the mean is where the loss is least";
        EXPECT_NEAR(loss.value(margin, mean), 0, 1e-12);
      }
      if constexpr (requires { loss.steepest(); }) {
        for (const double label : {-1.0, 0.0, 1.0})
          EXPECT_LE(std::abs(loss.derivative(margin, label)), loss.steepest());
      }
    }
  });
}

TEST(EveryLoss, IsNeverNegative) {
  for_every_loss([]<class L>(L loss) {
    for (const double label : {0.0, 1.0, 2.5, 40.0, -1.0, -7.0}) {
      if (L::task == Task::classification && std::abs(label) != 1) continue;
      if (L::task == Task::counts && label < 0) continue;
      for (double margin = -9; margin <= 9; margin += 0.1) EXPECT_GE(loss.value(margin, label), -1e-12) << label;
    }
  });
}

TEST(EveryLoss, StaysFiniteFarOut) {
  for_every_loss([](auto loss) {
    for (const double margin : {-1e4, 1e4}) {
      EXPECT_TRUE(std::isfinite(loss.value(margin, 1)));
      EXPECT_TRUE(std::isfinite(loss.derivative(margin, 1.0)));
      EXPECT_TRUE(std::isfinite(loss.derivative(static_cast<float>(margin), 1.0f)));
    }
  });
}

TEST(EveryLoss, SaysTheSameInSinglePrecision) {
  for_every_loss([](auto loss) {
    for (float margin = -20; margin <= 20; margin += 0.37f) {
      const double right = loss.derivative(static_cast<double>(margin), 1.0);
      EXPECT_NEAR(static_cast<double>(loss.derivative(margin, 1.0f)), right, 4e-7 * std::max(std::abs(right), 1.0));
    }
  });
}

}  // namespace
}  // namespace discreet
