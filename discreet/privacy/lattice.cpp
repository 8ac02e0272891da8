#include "discreet/privacy/lattice.hpp"

#include <algorithm>
#include <cmath>

#include "discreet/base/contract.hpp"
#include "discreet/base/mistake.hpp"
#include "discreet/privacy/discrete_laplace.hpp"

namespace discreet {
namespace {

// Kernels add 32-bit lanes; at 2^21 cells a row they can take a thousand rows between two flushes.
constexpr double kGoodCells = 0x1p20;
constexpr double kMostCells = 0x1p30;  // four thousand million rows cannot overflow their sum
constexpr double kMostExactCells = 0x1p40;
constexpr double kLargestSum = 0x1p62;

}  // namespace

// How far apart, in cells, neighbouring datasets can put the sums.
struct Lattice::Distance {
  double per_cell;  // grows with the number of cells in a unit
  double fixed;     // what rounding to nearest adds: half a cell a contribution

  // The last factor covers the rounding of this very expression.
  double in_cells(double cells) const { return (per_cell * cells + fixed) * (1 + 1e-15); }
};

double Lattice::noise_cells() const { return noisy() ? std::ldexp(1.0, exponent_) : 0; }

Lattice Lattice::fitting(NoiseMultiplier multiplier, Neighbours neighbours, RowBound row, std::size_t rows) {
  const double rounding = 0.5 * std::sqrt(row.rounded);
  const bool replaced = neighbours == Neighbours::replace_one && !planted(Mistake::sensitivity_of_one);
  return fitting(multiplier, replaced ? Distance{row.apart, 2 * rounding} : Distance{row.norm, rounding}, rows);
}

Lattice Lattice::fitting(NoiseMultiplier multiplier, Neighbours neighbours, SumBound row, std::size_t rows) {
  const double rounding = 0.5 * static_cast<double>(row.rounded);
  const bool replaced = neighbours == Neighbours::replace_one && !planted(Mistake::sensitivity_of_one);
  return fitting(multiplier, replaced ? Distance{row.apart, 2 * rounding} : Distance{row.size, rounding}, rows);
}

Lattice Lattice::fitting(NoiseMultiplier multiplier, Distance apart, std::size_t rows) {
  require(multiplier.value >= 0 && std::isfinite(multiplier.value), "a noise multiplier is a finite number");
  require(apart.per_cell > 0 && std::isfinite(apart.per_cell), "the size of a row's contributions is bounded");
  if (multiplier.value == 0) {
    const double cells =
        std::floor(std::min(kMostExactCells, kLargestSum / static_cast<double>(std::max<std::size_t>(rows, 1))));
    return Lattice(-1, static_cast<std::int64_t>(cells), apart.in_cells(cells));
  }

  // The coarsest noise that leaves a row at least the good number of cells, then as many cells as that noise hides.
  const double wanted = multiplier.value * apart.in_cells(kGoodCells);
  const int exponent = std::clamp(std::ilogb(wanted) + 1, kSmallestExponent, kLargestExponent);
  const double room = std::ldexp(1.0, exponent) / multiplier.value;
  const double cells = std::floor(std::min((room - apart.fixed) / apart.per_cell * (1 - 1e-14), kMostCells));
  require(cells >= 1, "the integer grid can hold this much noise");
  const Lattice lattice(exponent, static_cast<std::int64_t>(cells), apart.in_cells(cells));
  require(lattice.noise_cells() >= multiplier.value * lattice.sensitivity(), "the noise covers the sensitivity");
  return lattice;
}

}  // namespace discreet
