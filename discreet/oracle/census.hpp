// Questions about the columns themselves, before any model: how large their values are, where they lie. A column is
// asked about by its number; the target of a regression comes after the features.
#pragma once

#include <Eigen/Core>
#include <cmath>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "discreet/data/dataset.hpp"
#include "discreet/mechanism/selection.hpp"
#include "discreet/oracle/row_gateway.hpp"
#include "discreet/oracle/stretches.hpp"
#include "discreet/privacy/permit.hpp"
#include "discreet/privacy/query.hpp"

namespace discreet {

// The sizes of a histogram by octaves: cell k holds what lies between 2^(k - kMiddle) and twice that. What is smaller
// than the first cell is in none; what is larger than the last is in the last.
struct Octaves {
  static constexpr std::size_t kCells = 128;
  static constexpr int kMiddle = 64;
  static double upper(std::size_t cell) { return std::ldexp(2.0, static_cast<int>(cell) - kMiddle); }
};

// The cells of a histogram of signed octaves: 0 for zero and for what is smaller than the first octave; then those of
// positive values, rising, which hold their upper ends, so that a column of zeros and ones ends at 1; then those of
// negative values. What is larger than the last octave is in the last.
struct SignedOctaves {
  static constexpr int kLowest = -64, kHighest = 64;
  static constexpr std::size_t kEach = static_cast<std::size_t>(kHighest - kLowest) + 1, kCells = 2 * kEach + 1;
  // The end of the k-th octave on either side.
  static double upper(std::size_t k) { return std::ldexp(1.0, kLowest + static_cast<int>(k)); }
};

// Each answer is normalised by the public number of rows. proof: docs/proofs/census.md
class Census {
 public:
  Census(const Dataset& data, double normaliser, Machinery machinery);

  std::size_t features() const { return features_; }
  std::size_t target() const { return features_; }  // its number as a column

  // For each of the columns, the share of rows in each octave of |x - centre|: kCells numbers after one another.
  VectorQuery sizes(Payment payment, std::span<const std::size_t> columns, std::span<const double> centres) const;
  // For each of the columns, the mean of x - centre, each row's moved into [-bound, bound].
  VectorQuery means(Payment payment, std::span<const std::size_t> columns, std::span<const double> centres,
                    std::span<const double> bounds) const;
  // For each of the columns, the share of rows in each of the signed octaves: kCells numbers after one another.
  VectorQuery signed_octaves(Payment payment, std::span<const std::size_t> columns) const;
  // The same with Laplace noise, and where in its range a column's mean lies, from 0 to 1: what is best asked alone.
  LaplaceVectorQuery laplace_octaves(Payment payment, std::span<const std::size_t> columns) const;
  LaplaceVectorQuery laplace_means(Payment payment, std::span<const std::size_t> columns,
                                   std::span<const Interval> ranges) const;
  // For each of the columns, the mean of u, which is x in units of half the width of its range about the middle, moved
  // into [-1, 1]; and the mean of MomentCurve::kScale (u^2 - 1/2).
  VectorQuery moments(Payment payment, std::span<const std::size_t> columns, std::span<const Interval> ranges) const;

  // To choose, of rising edges, the one with as close to `share` of a column's values below it as can be.
  Choice quantile(Payment payment, std::size_t column, std::vector<double> edges, double share) const;

  // For each of the columns, the mean of x^2, each row's moved into [0, bound]; with Laplace noise.
  LaplaceVectorQuery squares(Payment payment, std::span<const std::size_t> columns,
                             std::span<const double> bounds) const;
  // The share of rows in each octave of the size of the row's values in the columns: their root mean square, or the
  // largest.
  enum class RowSize { mean, largest };
  VectorQuery row_sizes(Payment payment, std::span<const std::size_t> columns, RowSize size) const;

  // The same as `sizes` about zero where each row speaks of its largest values only, `most` of them at the most: what
  // columns on larger scales than others show, at the price of so many columns.
  VectorQuery largest(Payment payment, std::span<const std::size_t> columns, std::size_t most) const;

  // For each of the columns, the share of rows of which it has the largest value, if that is at least `least`; and then
  // the same for those of them that are at least `far`: two numbers after one another.
  VectorQuery leading(Payment payment, std::span<const std::size_t> columns, double least, double far) const;

  // The features of a row less their centres, each times its factor; and, where there is one factor more, that number
  // itself, which stands for an intercept. After them, if it is asked for, the target less `level`, times its factor.
  struct Target {
    double level, factor;
  };
  struct Units {
    std::span<const double> centres, factors;
    std::optional<Target> target = {};
    std::size_t size() const { return factors.size() + target.has_value(); }
  };
  // The mean over rows of the products of pairs of them, each row scaled into a ball of `radius` first: the lower
  // triangle of a matrix, row by row. proof: docs/proofs/products.md
  VectorQuery products(Payment payment, const Units& units, double radius) const;

  // The share of rows that are longer than `radius` in these units.
  ScalarQuery rows_beyond(Payment payment, const Units& units, double radius) const;

  // The same rows with every feature moved into its limits, and the target where it has some. A rule for
  // each row by itself: limits are public. Those of sparse columns hold zero.
  SealedRows moved_into(std::span<const Interval> limits, const std::optional<Interval>& target) const;

  // For research: the exact means, and the exact second moments about the centres, of the features and the target.
  Sensitive<std::vector<double>> exact_means() const;
  Sensitive<std::vector<double>> exact_squares(std::span<const double> centres) const;
  // Of each row, the sum over features of a weight times how far the value lies outside the limits of its column.
  Sensitive<std::vector<double>> exact_excess(std::span<const double> weights, std::span<const Interval> limits) const;
  // And all products, as a matrix.
  Sensitive<Eigen::MatrixXd> exact_products(const Units& units) const;

 private:
  template <class F>
  Sensitive<std::vector<double>> exact_sums(F&& term) const;
  void note(const Units& units, double radius) const;
  void note(std::span<const Interval> ranges, std::size_t columns) const;

  RowGateway gateway_;
  std::size_t features_;
};

}  // namespace discreet
