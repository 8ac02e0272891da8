// A minimum is worked out from all rows and rounded as a whole, so both neighbours' are rounded under every relation.
// On a grid with next to no cells that is seen; on the usual ones it is a part in a hundred thousand.
#include "tests/support/rounded_minima.hpp"

#include <gtest/gtest.h>

#include "tests/support/linear_risk.hpp"

namespace discreet {
namespace {

TEST(RoundedMinima, AreNoFurtherApartThanTheNoiseHides) {
  for (const Neighbours neighbours : {Neighbours::zero_out, Neighbours::replace_one}) {
    double closest = 0;
    for (double room = 52; room < 120; room += 1.7) {
      const testing::RoundedMinima minima{neighbours, room};
      const double far = minima.farthest(neighbours == Neighbours::replace_one ? 2 : 1);
      ASSERT_LE(far, room) << name(neighbours);
      closest = std::max(closest, far / room);
    }
    EXPECT_GT(closest, 0.93) << name(neighbours);
  }
}

// The same price for what is left between a minimum of a perturbed objective and the point that was found.
TEST(RoundedMinima, AreChargedForBothPointsOfAnObjective) {
  constexpr double kRoom = 60;
  const testing::RoundedMinima minima{Neighbours::zero_out, kRoom};
  double unit = 0;
  // The same linear term, and noise from a seed on the answer.
  const auto answer = [&](std::uint64_t seed) {
    testing::LevelRisk oracle(testing::RoundedMinima::kNumbers, 0);
    SeededNoise of_term(9), of_answer(seed);
    Gaussian gaussian(of_answer);
    Perturbation perturbation(of_term);
    Permit term = testing::make_permit("term", ApproximateEvent{{2}, {1e-3}}, 1, 0, Neighbours::zero_out);
    Permit accuracy = testing::make_permit("accuracy", minima.multiplier(), 1, 100, Neighbours::zero_out);
    PerturbedMinimum minimum =
        perturbation.objective(term.pay("term"), accuracy.pay("accuracy"), oracle, minima.what());
    unit = minimum.sensitivity;
    return gaussian.release(std::move(minimum.query)).value()[0];
  };
  const auto noise = [](std::uint64_t seed) {
    SeededNoise source(seed);
    NoisePool<draw_discrete_gaussian> pool(source);
    return static_cast<double>(pool.next(testing::RoundedMinima::kExponent));
  };
  const double worth = (answer(7) - answer(8)) / (noise(7) - noise(8)), cells = unit / worth;
  EXPECT_NEAR(cells, std::round(cells), 1e-6);
  EXPECT_LE(cells + std::sqrt(100.0), kRoom);
  EXPECT_GT(cells + std::sqrt(100.0), kRoom - 1.01);
}

}  // namespace
}  // namespace discreet
