// The public integer grid on which a group of releases lives. A row's contribution is clipped to one unit and
// counted in cells, the cells are summed as integers, and noise of exactly 2^exponent cells is added: one row's share
// of the sum is then a fact about integers, not about floating point.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "discreet/base/result.hpp"
#include "discreet/privacy/event.hpp"

namespace discreet {

// How far apart neighbouring datasets can put a group of sums: what a sensitivity is proved from. Before rounding in
// units of what one row may contribute, and what rounding to the grid adds in cells.
struct RowBound {
  double norm;            // where a row is left out
  double apart;           // where it is replaced
  double rounding;        // added to `norm`, in cells
  double rounding_apart;  // and to `apart`

  // Sums of what each row contributes, a vector of Euclidean norm at most `norm` in any direction, rounded row by row:
  // the sum over the other rows is the same integer on both sides, so half a cell a number for each row that differs.
  static RowBound ball(double norm, std::size_t numbers) { return rows(norm, 2 * norm, numbers); }
  // The same for contributions of which two differ by less than twice their norm.
  static RowBound rows(double norm, double apart, std::size_t numbers) {
    const double half = 0.5 * std::sqrt(static_cast<double>(numbers));
    return {norm, apart, half, 2 * half};
  }
  // A vector that is worked out from all rows and rounded as a whole: each dataset's by itself, under every relation.
  static RowBound whole(double norm, double apart, std::size_t numbers) {
    const double both = std::sqrt(static_cast<double>(numbers));
    return {norm, apart, both, both};
  }
  // Any two sums of so many moves, each of which is a vector of `numbers` numbers and of one unit at most, rounded by
  // itself: one row may turn all of them around. In floating point, for the product can be beyond 64 bits.
  static RowBound moves(std::size_t count, std::size_t numbers) {
    const double m = static_cast<double>(count), rounding = m * std::sqrt(static_cast<double>(numbers));
    return {2 * m, 2 * m, rounding, rounding};
  }
  // `parts` times one unit in one number and nothing in the others, as in `parts` histograms. Two rows that fall into
  // different cells differ by a unit in both. Whole units are on the grid.
  static RowBound histograms(std::size_t parts) {
    const double norm = std::sqrt(static_cast<double>(parts));
    return {norm, std::sqrt(2.0) * norm, 0, 0};
  }
  // Each of `numbers` contributions lies between 0 and 1 unit. Both ends are on the grid, so rounding moves nothing
  // out of it.
  static RowBound intervals(std::size_t numbers) {
    const double norm = std::sqrt(static_cast<double>(numbers));
    return {norm, norm, 0, 0};
  }
  // The same between -1 and 1 unit, for numbers that are worked out from all rows.
  static RowBound clipped(std::size_t numbers) {
    const double apart = 2 * std::sqrt(static_cast<double>(numbers));
    return {apart, apart, 0, 0};
  }
};

// The same in the sum of absolute values, which is the distance that Laplace noise is paid by.
struct SumBound {
  double size;          // the absolute values of a row's contributions add up to at most this
  double apart;         // and those of the differences of two rows' to at most this
  std::size_t rounded;  // how many of them are rounded to the grid

  static SumBound diamond(double size, std::size_t numbers) { return {size, 2 * size, numbers}; }
  static SumBound histograms(std::size_t parts) {
    return {static_cast<double>(parts), 2 * static_cast<double>(parts), 0};
  }
  static SumBound intervals(std::size_t numbers) {
    return {static_cast<double>(numbers), static_cast<double>(numbers), 0};
  }
};

class Lattice {
 public:
  // The grid for noise of `multiplier` times the sensitivity, as fine as the kernels' lanes allow. A multiplier of
  // zero asks for no noise: the grid is then as fine as the sums of `rows` rows leave room for in 64 bits.
  // proof: docs/proofs/lattice.md
  static Lattice fitting(NoiseMultiplier multiplier, Neighbours neighbours, RowBound row, std::size_t rows = 1);
  static Lattice fitting(NoiseMultiplier multiplier, Neighbours neighbours, SumBound row, std::size_t rows = 1);

  // Whether there is one. It depends on public numbers alone, so it is known before anything is paid.
  static bool exists(NoiseMultiplier multiplier, Neighbours neighbours, RowBound row);
  static bool exists(NoiseMultiplier multiplier, Neighbours neighbours, SumBound row);

  bool noisy() const { return exponent_ >= 0; }
  int exponent() const { return exponent_; }  // noise has a scale of 2^exponent cells
  std::int64_t cells_per_unit() const { return cells_; }
  double noise_cells() const;  // 2^exponent, or 0

  // The most that neighbouring datasets can differ in this group of sums, in cells and in the norm of the bound that
  // the grid was made for; an upper bound.
  double sensitivity() const { return sensitivity_; }

 private:
  struct Distance;
  static Lattice fitting(NoiseMultiplier multiplier, Distance apart, std::size_t rows);
  static std::optional<Lattice> finest(NoiseMultiplier multiplier, Distance apart);
  Lattice(int exponent, std::int64_t cells, double sensitivity)
      : exponent_(exponent), cells_(cells), sensitivity_(sensitivity) {}
  int exponent_;
  std::int64_t cells_;
  double sensitivity_;
};

inline constexpr int kSmallestExponent = 24;  // the accountants count on it: docs/proofs/lattice.md

// Choices are paid for with more than this.
inline constexpr Epsilon kLeastChoice{0x1p-60};

// Whether the noise of a plan fits on the integer grids that its releases will be made on. It follows from the plan
// alone, so it is known before anything is paid. Every bound that a line of so many numbers may open a group with is
// covered; a release whose bound grows with something else is checked by the solver that plans it (Solver::check).
[[nodiscard]] Result<void> check_grids(const Plan& plan);

// What is said of a line for which there is no grid.
[[nodiscard]] Result<void> no_grid(const PlanLine& line);

}  // namespace discreet
