#include "discreet/loss/dual.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "discreet/base/public_random.hpp"
#include "discreet/loss/all.hpp"

namespace discreet {
namespace {

template <class F>
void with_every_dual(F&& use) {
  EveryLoss::each([&]<class L>(std::type_identity<L>) {
    if constexpr (HasDual<L>) use(L{});
  });
}

double label_for(Task task, PublicRandom& random) {
  return task == Task::classification ? (random.uniform() < 0.5 ? -1 : 1) : 3 * random.normal();
}

// A dual variable that the loss allows.
template <class L>
double inside(const L& loss, double label, PublicRandom& random) {
  return -loss.derivative(3 * random.normal(), label);
}

TEST(EveryDual, IsThereForAllButCounts) {
  EXPECT_TRUE(HasDual<Squared> && HasDual<Huber> && HasDual<Logistic> && HasDual<SquaredHinge> && HasDual<Hinge>);
  EXPECT_FALSE(HasDual<Poisson>);
}

// Fenchel and Young: f(z) + f*(-a) >= -a z, with equality where a is minus a slope at z.
TEST(EveryDual, CostsWhatTheConjugateSays) {
  PublicRandom random(1);
  with_every_dual([&]<class L>(const L& loss) {
    for (int trial = 0; trial < 2000; ++trial) {
      const double label = label_for(L::task, random), margin = 3 * random.normal();
      const double a = inside(loss, label, random), at = -loss.derivative(margin, label);
      EXPECT_GE(loss.value(margin, label) + dual_cost(loss, a, label) + a * margin, -1e-9) << L::name;
      EXPECT_NEAR(loss.value(margin, label) + dual_cost(loss, at, label) + at * margin, 0, 1e-9) << L::name;
    }
  });
}

TEST(EveryDual, GoesWhereNoOtherValueIsBetter) {
  PublicRandom random(2);
  with_every_dual([&]<class L>(const L& loss) {
    for (int trial = 0; trial < 2000; ++trial) {
      const double label = label_for(L::task, random), margin = 3 * random.normal();
      const double a = inside(loss, label, random), crowd = std::exp(3 * random.normal());
      const auto cost = [&](double b) {
        return dual_cost(loss, b, label) + margin * b + 0.5 * crowd * (b - a) * (b - a);
      };
      const double best = dual_solution(loss, a, label, margin, crowd);
      for (const double other : {a, best + 1e-4, best - 1e-4, best + 0.3 * random.normal(), 0.0, label})
        EXPECT_LE(cost(best), cost(other) + 1e-12 * std::abs(cost(other)) + 1e-12) << L::name;
    }
  });
}

// The condition of optimality itself, also where the variable starts at an end of its domain: one Newton step from
// there would hardly move.
TEST(LogisticDual, SolvesItsEquationTo1em12) {
  PublicRandom random(3);
  double worst = 0;
  for (int trial = 0; trial < 20'000; ++trial) {
    const double label = random.uniform() < 0.5 ? -1 : 1, margin = 5 * random.normal();
    const double b_old = trial % 3 == 0 ? 0 : random.uniform(), crowd = std::exp(4 * random.normal());
    const double b = label * dual_solution(Logistic{}, label * b_old, label, margin, crowd);
    ASSERT_GE(b, 0);
    ASSERT_LE(b, 1);
    if (b < 1e-9 || b > 1 - 1e-9) continue;  // the equation itself is rounded there
    const double value = std::log(b / (1 - b)) + label * margin + crowd * (b - b_old);
    const double slope = 1 / (b * (1 - b)) + crowd;
    worst = std::max(worst, std::abs(value) / slope);  // how far b is from the root
  }
  EXPECT_LT(worst, 1e-12);
}

TEST(Hinge, CostsWhatARowLacks) {
  const Hinge hinge;
  EXPECT_EQ(hinge.value(0.25, 1), 0.75);
  EXPECT_EQ(hinge.value(0.25, -1), 1.25);
  EXPECT_EQ(hinge.value(-2, -1), 0);
  EXPECT_EQ(hinge.derivative(0.25, 1.0), -1);
  EXPECT_EQ(hinge.derivative(2.0, 1.0), 0);
  EXPECT_TRUE(std::isinf(hinge.smoothness()));
}

// A row that says nothing has no margin, and is wrong for sure.
TEST(HingeDual, OfAnEmptyRowIsWhole) {
  EXPECT_EQ(dual_solution(Hinge{}, 0, -1, 0, 0), -1);
  EXPECT_EQ(dual_solution(Hinge{}, 0.5, 1, 0, 2), 1);
  EXPECT_EQ(dual_solution(Hinge{}, 0.5, 1, 1.5, 1), 0);
}

}  // namespace
}  // namespace discreet
