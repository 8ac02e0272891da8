#include "discreet/privacy/lattice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "discreet/base/contract.hpp"
#include "discreet/base/mistake.hpp"
#include "discreet/privacy/discrete_noise.hpp"

namespace discreet {
namespace {

// Kernels add 32-bit lanes; at 2^21 cells a row they can take a thousand rows between two flushes.
constexpr double kGoodCells = 0x1p20;
constexpr double kMostCells = 0x1p30;  // four thousand million rows cannot overflow their sum
constexpr double kMostExactCells = 0x1p40;
constexpr double kLargestSum = 0x1p62;

bool replaced(Neighbours neighbours) {
  return neighbours == Neighbours::replace_one && !planted(Mistake::sensitivity_of_one);
}

}  // namespace

// How far apart, in cells, neighbouring datasets can put the sums.
struct Lattice::Distance {
  double per_cell;  // grows with the number of cells in a unit
  double fixed;     // what rounding to nearest adds

  static Distance of(RowBound row, Neighbours neighbours) {
    return replaced(neighbours) ? Distance{row.apart, row.rounding_apart} : Distance{row.norm, row.rounding};
  }
  static Distance of(SumBound row, Neighbours neighbours) {
    const double rounding = 0.5 * static_cast<double>(row.rounded);
    return replaced(neighbours) ? Distance{row.apart, 2 * rounding} : Distance{row.size, rounding};
  }

  // The last factor covers the rounding of this very expression.
  double in_cells(double cells) const { return (per_cell * cells + fixed) * (1 + 1e-15); }
};

double Lattice::noise_cells() const { return noisy() ? std::ldexp(1.0, exponent_) : 0; }

Lattice Lattice::fitting(NoiseMultiplier multiplier, Neighbours neighbours, RowBound row, std::size_t rows) {
  return fitting(multiplier, Distance::of(row, neighbours), rows);
}
Lattice Lattice::fitting(NoiseMultiplier multiplier, Neighbours neighbours, SumBound row, std::size_t rows) {
  return fitting(multiplier, Distance::of(row, neighbours), rows);
}
bool Lattice::exists(NoiseMultiplier multiplier, Neighbours neighbours, RowBound row) {
  return finest(multiplier, Distance::of(row, neighbours)).has_value();
}
bool Lattice::exists(NoiseMultiplier multiplier, Neighbours neighbours, SumBound row) {
  return finest(multiplier, Distance::of(row, neighbours)).has_value();
}

// The coarsest noise that leaves a row at least the good number of cells, then as many cells as that noise hides.
std::optional<Lattice> Lattice::finest(NoiseMultiplier multiplier, Distance apart) {
  const double wanted = multiplier.value * apart.in_cells(kGoodCells);
  if (!(wanted > 0 && std::isfinite(wanted))) return std::nullopt;
  const int exponent = std::clamp(std::ilogb(wanted) + 1, kSmallestExponent, kLargestExponent);
  const double room = std::ldexp(1.0, exponent) / multiplier.value;
  const double cells = std::floor(std::min((room - apart.fixed) / apart.per_cell * (1 - 1e-14), kMostCells));
  if (!(cells >= 1)) return std::nullopt;
  return Lattice(exponent, static_cast<std::int64_t>(cells), apart.in_cells(cells));
}

Lattice Lattice::fitting(NoiseMultiplier multiplier, Distance apart, std::size_t rows) {
  require(multiplier.value >= 0 && std::isfinite(multiplier.value), "a noise multiplier is a finite number");
  require(apart.per_cell > 0 && std::isfinite(apart.per_cell), "the size of a row's contributions is bounded");
  if (multiplier.value == 0) {
    const double cells =
        std::floor(std::min(kMostExactCells, kLargestSum / static_cast<double>(std::max<std::size_t>(rows, 1))));
    return Lattice(-1, static_cast<std::int64_t>(cells), apart.in_cells(cells));
  }
  const std::optional<Lattice> lattice = finest(multiplier, apart);
  require(lattice.has_value(), "the integer grid can hold this much noise");
  require(lattice->noise_cells() >= multiplier.value * lattice->sensitivity(), "the noise covers the sensitivity");
  return *lattice;
}

namespace {

// Contributions of `numbers` numbers are at most so many times their root apart, and rounding adds its root.
constexpr double kFarthest = 4;

struct Fits {
  Neighbours neighbours;
  double numbers;

  bool gaussian(NoiseMultiplier multiplier) const {
    const double root = std::sqrt(numbers);
    return Lattice::exists(multiplier, neighbours, {kFarthest * root, kFarthest * root, root, root});
  }
  bool laplace(NoiseMultiplier multiplier) const {
    return Lattice::exists(multiplier, neighbours,
                           SumBound{2 * numbers, 2 * numbers, static_cast<std::size_t>(numbers)});
  }
  bool operator()(const GaussianEvent& event) const { return gaussian(event.multiplier); }
  bool operator()(const PoissonGaussianEvent& event) const { return gaussian(event.multiplier); }
  bool operator()(const FixedBatchGaussianEvent& event) const { return gaussian(event.multiplier); }
  bool operator()(const LaplaceEvent& event) const { return laplace(event.multiplier); }
  bool operator()(const ExponentialEvent& event) const { return event.epsilon > kLeastChoice; }
  // A choice by permute and flip, or the published one, which adds Laplace noise.
  bool operator()(const PureEvent& event) const {
    return event.epsilon > kLeastChoice && laplace({2 / event.epsilon.value});
  }
  bool operator()(const ApproximateEvent&) const { return true; }
  bool operator()(const NonPrivateEvent&) const { return true; }
};

}  // namespace

Result<void> no_grid(const PlanLine& line) {
  return wrong(
      Fault::usage,
      fmt::format("the noise of '{}' would be too large for its integer grid: this budget, spread over so many "
                  "releases, buys next to nothing",
                  line.what),
      "give a larger --epsilon, or fewer --passes");
}

Result<void> check_grids(const Plan& plan) {
  for (const PlanLine& line : plan.lines) {
    const double numbers = static_cast<double>(std::max<std::uint64_t>(line.numbers, 1));
    if (!planted(Mistake::unchecked_grids) && !std::visit(Fits{plan.neighbours, numbers}, line.event))
      return no_grid(line);
  }
  return {};
}

}  // namespace discreet
