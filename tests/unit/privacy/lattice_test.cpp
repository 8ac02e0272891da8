#include "discreet/privacy/lattice.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "discreet/base/contract.hpp"

namespace discreet {
namespace {

TEST(Lattice, HidesTheWholeSensitivityWithinOneCellOfTheBest) {
  for (const Neighbours neighbours : {Neighbours::replace_one, Neighbours::zero_out, Neighbours::add_remove})
    for (const double z : {0.3, 1.0, 17.0, 1234.5, 1e6})
      for (const RowBound row :
           {RowBound::ball(1, 1), RowBound::ball(1, 1000), RowBound::ball(3, 9), RowBound::intervals(40)}) {
        const Lattice lattice = Lattice::fitting({z}, neighbours, row);
        EXPECT_GE(lattice.noise_cells(), z * lattice.sensitivity());
        const double one_more = z * lattice.sensitivity() * (1 + 1.01 / static_cast<double>(lattice.cells_per_unit()));
        EXPECT_LE(lattice.noise_cells(), one_more * (1 + 1e-12)) << "noise is not wasted";
        EXPECT_GE(lattice.exponent(), kSmallestExponent);
      }
}

TEST(Lattice, DoublesTheDistanceWhenARowIsReplacedByItsOpposite) {
  const Lattice replaced = Lattice::fitting({10}, Neighbours::replace_one, RowBound::ball(1, 1));
  const double cells = static_cast<double>(replaced.cells_per_unit());
  EXPECT_NEAR(replaced.sensitivity(), 2 * cells + 1, 1e-6) << "two contributions, each rounded by half a cell";
  const Lattice zeroed = Lattice::fitting({10}, Neighbours::zero_out, RowBound::ball(1, 1));
  EXPECT_NEAR(zeroed.sensitivity(), static_cast<double>(zeroed.cells_per_unit()) + 0.5, 1e-6);
}

TEST(Lattice, CountsAReplacedIntervalOnce) {
  const Lattice lattice = Lattice::fitting({10}, Neighbours::replace_one, RowBound::intervals(4));
  EXPECT_NEAR(lattice.sensitivity(), 2 * static_cast<double>(lattice.cells_per_unit()), 1e-6)
      << "the root of four intervals";
}

TEST(Lattice, HasNoNoiseForExactAnswers) {
  const Lattice lattice = Lattice::fitting({0}, Neighbours::replace_one, RowBound::ball(1, 1));
  EXPECT_FALSE(lattice.noisy());
  EXPECT_EQ(lattice.noise_cells(), 0);
}

TEST(Lattice, LeavesRoomForTheSumOfAllRows) {
  for (const std::size_t rows : {std::size_t{1}, std::size_t{1} << 25, std::size_t{1} << 32}) {
    const Lattice exact = Lattice::fitting({0}, Neighbours::replace_one, RowBound::ball(1, 1), rows);
    EXPECT_LE(static_cast<double>(exact.cells_per_unit()) * static_cast<double>(rows), 0x1p62);
    const Lattice noisy = Lattice::fitting({1e-6}, Neighbours::replace_one, RowBound::ball(1, 1), rows);
    EXPECT_LE(static_cast<double>(noisy.cells_per_unit()) * 0x1p32, 0x1p62);
  }
}

TEST(Lattice, RefusesNoiseItCannotHold) {
  EXPECT_THROW(Lattice::fitting({1e30}, Neighbours::replace_one, RowBound::ball(1, 1)), ContractViolation);
  EXPECT_THROW(Lattice::fitting({std::nan("")}, Neighbours::replace_one, RowBound::ball(1, 1)), ContractViolation);
}

// Half a cell for each number of each of two sums of 2^31 moves: its square is beyond 64 bits, and was once nothing.
TEST(RowBound, OfManyMovesCountsAllTheirRounding) {
  EXPECT_EQ(RowBound::moves(std::size_t{1} << 31, 1).rounding, 0x1p31);
  EXPECT_EQ(RowBound::moves(3, 25).rounding, 15);
  EXPECT_EQ(RowBound::moves(3, 25).rounding_apart, 15);
  EXPECT_EQ(RowBound::moves(3, 5).norm, 6);
}

// A sum over rows differs by the rounding of the row that does; what is rounded as a whole by that of both.
TEST(RowBound, OfAWholeCountsTheRoundingOfBothUnderEveryRelation) {
  EXPECT_EQ(RowBound::ball(1, 100).rounding, 5);
  EXPECT_EQ(RowBound::ball(1, 100).rounding_apart, 10);
  EXPECT_EQ(RowBound::whole(1, 2, 100).rounding, 10);
  EXPECT_EQ(RowBound::whole(1, 2, 100).rounding_apart, 10);
}

TEST(Lattice, SaysBeforehandWhetherThereIsOne) {
  for (double multiplier = 1e10; multiplier < 1e17; multiplier *= 1.3)
    for (const RowBound row : {RowBound::ball(1, 1), RowBound::whole(1, 2, 2500), RowBound::moves(1000, 10)}) {
      bool fitted = true;
      try {
        Lattice::fitting({multiplier}, Neighbours::zero_out, row);
      } catch (const ContractViolation&) {
        fitted = false;
      }
      EXPECT_EQ(Lattice::exists({multiplier}, Neighbours::zero_out, row), fitted) << multiplier;
    }
}

}  // namespace
}  // namespace discreet
