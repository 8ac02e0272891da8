// This file is long because the questions of all shapes stand beside one another.
//
// The one way from rows to sums for whatever is asked at a fixed point. A question is a map from a row to what it
// contributes; the gateway walks over the rows, lets each contribute once, has the contribution formed by a shape
// (privacy/contribution.hpp) that keeps to its bound whatever the map does, and opens the group with that bound. What a
// map computes is therefore no part of the proof, except that a row sees only itself and public numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "discreet/data/dataset.hpp"
#include "discreet/data/mapped_columns.hpp"
#include "discreet/oracle/stretches.hpp"
#include "discreet/privacy/contribution.hpp"
#include "discreet/privacy/permit.hpp"
#include "discreet/privacy/query.hpp"

namespace discreet {

// Calls visit(i, x) for the rows of a stretch that have a value in the column, as numbers; the labels come after the
// features. Returns how many rows have none: theirs is zero.
template <class C, class Stretch, class F>
std::size_t each_value(const Labelled<C>& rows, const Stretch& stretch, std::size_t number, F&& visit) {
  if (number < rows.columns.coordinates())
    return stretch.each_value(Coordinate{number}, [&](std::size_t i, auto x) { visit(i, static_cast<double>(x)); });
  for (std::size_t i = 0; i < stretch.rows; ++i) visit(i, static_cast<double>(rows.labels[stretch.first + i]));
  return 0;
}

// The same where only the value counts: visit(x, times).
template <class C, class Stretch, class F>
void count_values(const Labelled<C>& rows, const Stretch& stretch, std::size_t number, F&& visit) {
  const std::size_t zeros =
      each_value(rows, stretch, number, [&](std::size_t, double x) { visit(x, std::int64_t{1}); });
  if (zeros > 0) visit(0.0, static_cast<std::int64_t>(zeros));
}

// What a map hands contributions to: those of the rows of one stretch. A row that comes again is not counted again, and
// no row's coming decides whether another counts.
template <class Shape>
class Once {
 public:
  Once(Shape shape, std::size_t rows, std::int64_t* sums)
      : shape_(std::move(shape)), contributed_(rows, false), sums_(sums) {}
  // A copy would not know which rows have contributed.
  Once(const Once&) = delete;
  Once& operator=(const Once&) = delete;

  template <class Contribution>
  void operator()(std::size_t row, const Contribution& contribution) {
    if (row >= contributed_.size() || contributed_[row]) return;
    contributed_[row] = true;
    shape_.add(sums_, contribution);
  }

 private:
  Shape shape_;
  std::vector<bool> contributed_;
  std::int64_t* sums_;
};

// A map is called with the rows themselves, so the gateway is for those that it names: each asks fixed questions and
// keeps nothing of what its maps see. proof: docs/proofs/contribution.md
class RowGateway {
  friend class Census;
  friend class Histogram;
  friend class GroupTally;
  friend class SoftmaxOracle;
  template <class Loss, class Columns>
  friend class LinearOracle;
  friend class GatewayForTests;  // defined by the tests alone, which tools/check_layers.py sees to

  // Sums are divided by the public normaliser.
  RowGateway(const Dataset& data, double normaliser, Machinery machinery)
      : rows_(&data.sealed), row_count_(data.rows), normaliser_(normaliser), machinery_(machinery) {}

  std::size_t rows() const { return row_count_; }
  double normaliser() const { return normaliser_; }
  const Communicator& processes() const { return *machinery_.communicator; }

  // One number between 0 and 1 (UnitInterval) or -1 and 1 (SignedInterval) a column: units(k, x) for the k-th of them.
  // A unit is worth `worth[k]`.
  template <class Shape, class G = Group, class Map>
  auto each_column(Payment payment, std::span<const std::size_t> columns, std::vector<double> worth,
                   Map&& units) const {
    G group(std::move(payment), bound_of<G, Shape>(columns.size()), row_count_, BoundKey{});
    const Shape shape(group.lattice());
    auto sums = total(columns.size(), [&](const auto& rows, const auto& stretch, std::int64_t* part) {
      for (std::size_t k = 0; k < columns.size(); ++k)
        count_values(rows, stretch, columns[k],
                     [&](double x, std::int64_t times) { part[k] += shape.cells(units(k, x)) * times; });
    });
    for (double& each : worth) each = each / cells_of(group.lattice()) / normaliser_;
    return group.ask(Sensitive(std::move(sums)), std::move(worth));
  }

  // The mean and the scaled second moment of a number of every column, one after the other.
  template <class Map>
  VectorQuery moments(Payment payment, std::span<const std::size_t> columns, Map&& units) const {
    Group group(std::move(payment), MomentCurve::bound(columns.size()), row_count_, BoundKey{});
    const MomentCurve shape(group.lattice());
    auto sums = total(2 * columns.size(), [&](const auto& rows, const auto& stretch, std::int64_t* part) {
      for (std::size_t k = 0; k < columns.size(); ++k)
        count_values(rows, stretch, columns[k],
                     [&](double x, std::int64_t times) { shape.add(part + 2 * k, units(k, x), times); });
    });
    return group.ask(Sensitive(std::move(sums)), shares(2 * columns.size(), group.lattice()));
  }

  // The share of rows in each cell of a histogram of every column: cell(k, x), or -1 for none of the `cells` cells.
  template <class G = Group, class Map>
  auto histograms(Payment payment, std::span<const std::size_t> columns, std::size_t cells, Map&& cell) const {
    G group(std::move(payment), bound_of<G, Marks>(columns.size()), row_count_, BoundKey{});
    const std::int64_t unit = group.lattice().cells_per_unit();
    auto sums = counts(columns, cells, unit, cell);
    return group.ask(Sensitive(std::move(sums)), shares(columns.size() * cells, group.lattice()));
  }
  // The same as plain numbers of rows, still sealed.
  template <class Map>
  Sensitive<std::vector<std::int64_t>> sealed_counts(std::size_t column, std::size_t cells, Map&& cell) const {
    return Sensitive(counts({&column, 1}, cells, 1, cell));
  }

  // What is asked of whole rows: map(rows, stretch, add) calls add(i, contribution) for the rows of a stretch.
  // The share of rows in each of `numbers` cells, of which a row is in at most `most`.
  // What else is sealed of the rows is opened for the map: map(rows, stretch, add, beside...).
  template <class G = Group, class Map, class... Beside>
  auto row_marks(Payment payment, std::size_t most, std::size_t numbers, Map&& map,
                 const Sensitive<Beside>&... beside) const {
    G group(std::move(payment), bound_of<G, Marks>(most), row_count_, BoundKey{});
    auto sums = row_sums(Marks(group.lattice(), most, numbers), numbers, map, beside...);
    return group.ask(Sensitive(std::move(sums)), shares(numbers, group.lattice()));
  }
  // Vectors of at most one unit. Contributions are in cells, of which there are `cells`: map(rows, stretch, cells,
  // add).
  template <class Map>
  VectorQuery row_balls(Payment payment, std::vector<double> worth, Map&& map) const {
    Group group(std::move(payment), Ball::bound(worth.size()), row_count_, BoundKey{});
    const double cells = cells_of(group.lattice());
    auto sums = row_sums(Ball(group.lattice(), worth.size()), worth.size(),
                         [&](const auto& rows, const auto& stretch, auto&& add) { map(rows, stretch, cells, add); });
    for (double& each : worth) each = each / cells / normaliser_;
    return group.ask(Sensitive(std::move(sums)), std::move(worth));
  }
  // The mean of the products of vectors that are shrunk to `radius`.
  template <class Map>
  VectorQuery row_products(Payment payment, std::size_t size, double radius, Map&& map) const {
    Group group(std::move(payment), OuterProduct::bound(size), row_count_, BoundKey{});
    const OuterProduct shape(group.lattice(), size, radius);
    auto sums = row_sums(shape, OuterProduct::numbers(size), map);
    return group.ask(Sensitive(std::move(sums)), shape.worth(normaliser_));
  }
  // The share of rows for which a condition holds.
  template <class Map>
  ScalarQuery row_share(Payment payment, Map&& map) const {
    Group group(std::move(payment), UnitInterval::bound(1), row_count_, BoundKey{});
    const auto sums = row_sums(Marks(group.lattice(), 1, 1), 1, map);
    return group.ask(Sensitive<std::int64_t>(sums[0]), 1 / cells_of(group.lattice()) / normaliser_);
  }

  // The mean over all rows of a number from 0 to 1 unit, of those who keep more about rows than a dataset does:
  // units(row), of the rows that are held here.
  template <class Columns, class Map>
  static ScalarQuery mean(Payment payment, const Stretches<Columns>& rows_here, std::size_t rows, double normaliser,
                          double worth, Map&& units) {
    Group group(std::move(payment), UnitInterval::bound(1), rows, BoundKey{});
    const UnitInterval shape(group.lattice());
    const std::int64_t sum = rows_here.sum([&](const auto& stretch) {
      std::int64_t part = 0;
      for (std::size_t i = stretch.first; i < stretch.first + stretch.rows; ++i) part += shape.cells(units(i));
      return part;
    });
    return group.ask(Sensitive<std::int64_t>(sum), worth / cells_of(group.lattice()) / normaliser);
  }

  // What compute(rows, stretches, beside...) finds, sealed: for exact answers and for mechanisms that bound it
  // themselves.
  template <class Compute, class... Beside>
  auto sealed(Compute&& compute, const Sensitive<Beside>&... beside) const {
    return std::visit(
        [&]<class C>(const Sensitive<Labelled<C>>& rows) {
          const Labelled<C>& opened = rows.open(OpenKey{});
          return Sensitive(compute(opened, Stretches<C>(opened.columns, machinery_), beside.open(OpenKey{})...));
        },
        *rows_);
  }

  // The same rows, each value by itself mapped to map(k, x): the target comes after the features.
  template <class Map>
  SealedRows rows_with(Map&& map) const {
    return std::visit(
        [&]<class C>(const Sensitive<Labelled<C>>& sealed) -> SealedRows {
          const Labelled<C>& rows = sealed.open(OpenKey{});
          AlignedVector<typename C::Value> labels = rows.labels;
          for (auto& y : labels) y = map(rows.columns.coordinates(), y);
          return Sealed<C>(Labelled<C>{mapped(rows.columns, map), std::move(labels)});
        },
        *rows_);
  }

  // A shape or a mechanism of one's own would be a bound of one's own.
  template <class G, class Shape>
  static auto bound_of(std::size_t numbers) {
    static_assert(std::is_same_v<G, Group> || std::is_same_v<G, LaplaceGroup>);
    static_assert(std::is_same_v<Shape, UnitInterval> || std::is_same_v<Shape, SignedInterval> ||
                  std::is_same_v<Shape, Marks>);
    if constexpr (std::is_same_v<typename G::Bound, SumBound>)
      return Shape::sum_bound(numbers);
    else
      return Shape::bound(numbers);
  }
  std::vector<double> shares(std::size_t numbers, const Lattice& grid) const {
    return std::vector<double>(numbers, 1 / cells_of(grid) / normaliser_);
  }
  // What add(rows, stretch, sums) adds up for each stretch, over all stretches and processes.
  template <class F>
  std::vector<std::int64_t> total(std::size_t numbers, F&& add) const {
    return std::visit(
        [&]<class C>(const Sensitive<Labelled<C>>& rows) {
          const Labelled<C>& opened = rows.open(OpenKey{});
          return Stretches<C>(opened.columns, machinery_).sums(numbers, [&](const auto& stretch, std::int64_t* part) {
            add(opened, stretch, part);
          });
        },
        *rows_);
  }
  template <class Map>
  std::vector<std::int64_t> counts(std::span<const std::size_t> columns, std::size_t cells, std::int64_t unit,
                                   Map&& cell) const {
    return total(columns.size() * cells, [&](const auto& rows, const auto& stretch, std::int64_t* part) {
      for (std::size_t k = 0; k < columns.size(); ++k)
        count_values(rows, stretch, columns[k], [&](double x, std::int64_t times) {
          const auto at = static_cast<std::size_t>(cell(k, x));  // -1 is beyond all cells
          if (at < cells) part[k * cells + at] += unit * times;
        });
    });
  }
  template <class Shape, class Map, class... Beside>
  std::vector<std::int64_t> row_sums(const Shape& shape, std::size_t numbers, Map&& map,
                                     const Sensitive<Beside>&... beside) const {
    return total(numbers, [&](const auto& rows, const auto& stretch, std::int64_t* part) {
      map(rows, stretch, Once<Shape>(shape, stretch.rows, part), beside.open(OpenKey{})...);
    });
  }

  const SealedRows* rows_;
  std::size_t row_count_;
  double normaliser_;
  Machinery machinery_;
};

}  // namespace discreet
