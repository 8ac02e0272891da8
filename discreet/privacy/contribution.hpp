// What one row adds to a group of sums, formed in one place: a shape takes what a map says of a row and makes integers
// that keep to the shape's bound, whatever the map said. A map that is wrong costs accuracy and never privacy. Each
// shape has one bound on the distance of two rows. proof: docs/proofs/contribution.md
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "discreet/base/to_integer.hpp"
#include "discreet/privacy/lattice.hpp"

namespace discreet {

// Of the grid of a group.
inline double cells_of(const Lattice& grid) { return static_cast<double>(grid.cells_per_unit()); }

// A number from 0 to 1 unit. What is not a number counts as 0.
class UnitInterval {
 public:
  static RowBound bound(std::size_t numbers) { return RowBound::intervals(numbers); }
  static SumBound sum_bound(std::size_t numbers) { return SumBound::intervals(numbers); }
  explicit UnitInterval(const Lattice& grid);

  std::int64_t cells(double units) const {
    return std::isnan(units) ? 0 : to_integer(std::clamp(units, 0.0, most_) * cells_);
  }

 private:
  double cells_, most_;
};

// A number from -1 to 1 unit. What is not a number counts as 0.
class SignedInterval {
 public:
  static RowBound bound(std::size_t numbers) {
    return RowBound::ball(std::sqrt(static_cast<double>(numbers)), numbers);
  }
  explicit SignedInterval(const Lattice& grid) : cells_(cells_of(grid)) {}

  std::int64_t cells(double units) const {
    return std::isnan(units) ? 0 : to_integer(std::clamp(units, -1.0, 1.0) * cells_);
  }

 private:
  double cells_;
};

// Of each number u from -1 to 1 unit two: u, and kScale (u^2 - 1/2). Two rows are as far apart as for u alone: the
// second moments beside the means cost nothing. What is not a number counts as 0. proof: docs/proofs/moment_curve.md
class MomentCurve {
 public:
  static constexpr double kScale = 1.66;
  static RowBound bound(std::size_t curves) {
    const double root = std::sqrt(static_cast<double>(curves));
    const double norm = std::sqrt(1 + 0.25 * kScale * kScale) * (1 + 1e-12);
    return RowBound::rows(norm * root, 2 * root, 2 * curves);
  }
  explicit MomentCurve(const Lattice& grid) : cells_(cells_of(grid)) {}

  void add(std::int64_t* sums, double units, std::int64_t times) const {
    if (std::isnan(units)) return;
    const double u = std::clamp(units, -1.0, 1.0);
    sums[0] += to_integer(u * cells_) * times;
    sums[1] += to_integer(kScale * (u * u - 0.5) * cells_) * times;
  }

 private:
  double cells_;
};

// One unit in each of at most `most` numbers.
class Marks {
 public:
  static RowBound bound(std::size_t most) { return RowBound::histograms(most); }
  static SumBound sum_bound(std::size_t most) { return SumBound::histograms(most); }
  Marks(const Lattice& grid, std::size_t most, std::size_t numbers)
      : unit_(grid.cells_per_unit()), most_(most), numbers_(numbers) {}

  void add(std::int64_t* sums, std::size_t at) const {
    if (at < numbers_) sums[at] += unit_;
  }
  // Rising; what does not rise is left out, and so is what is too much.
  void add(std::int64_t* sums, std::span<const std::size_t> at) const;

 private:
  std::int64_t unit_;
  std::size_t most_, numbers_;
};

// A vector of at most one unit in the Euclidean norm.
class Ball {
 public:
  static RowBound bound(std::size_t numbers) { return RowBound::ball(1, numbers); }
  Ball(const Lattice& grid, std::size_t numbers);

  // In cells, not rounded. A vector that is too long once it is rounded counts as zero.
  void add(std::int64_t* sums, std::span<const double> in_cells);

 private:
  double longest_;  // the square of it, in cells
  std::vector<std::int64_t> rounded_;
};

// The products of the entries of a vector that is shrunk to a length of at most `radius` first: a lower triangle, row
// by row, in which what is off the diagonal counts sqrt(2) times. A vector whose length is not finite counts as zero.
class OuterProduct {
 public:
  // Two such matrices have norms of at most one unit and an inner product of at least zero.
  static RowBound bound(std::size_t size) { return RowBound::rows(1, std::sqrt(2.0), numbers(size)); }
  static std::size_t numbers(std::size_t size) { return size * (size + 1) / 2; }
  OuterProduct(const Lattice& grid, std::size_t size, double radius);

  void add(std::int64_t* sums, std::span<const double> values);
  // What a cell of each sum is worth where sums are divided by `normaliser`.
  std::vector<double> worth(double normaliser) const;

 private:
  double cells_, radius_, slack_;
  std::vector<double> shrunk_;
};

}  // namespace discreet
