// Random rows in both layouts, with an intercept, and all that a walk over batches of them is told.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "discreet/base/public_random.hpp"
#include "discreet/oracle/kernels/kernels.hpp"

namespace discreet::testing {

enum class Values { dyadic, ordinary, wild };

template <class T>
T draw(PublicRandom& random, Values values) {
  if (values == Values::dyadic) return static_cast<T>(static_cast<double>(random.below(33)) - 16) / 8;
  if (values == Values::wild && random.below(20) == 0)
    return std::array{std::numeric_limits<T>::quiet_NaN(), std::numeric_limits<T>::infinity(),
                      std::numeric_limits<T>::max(), std::numeric_limits<T>::denorm_min()}[random.below(4)];
  return static_cast<T>(random.normal());
}

template <class T>
struct RowTable {
  std::size_t p;  // with the intercept
  DenseColumns<T> columns;
  SparseColumns<T> sparse_columns;
  std::vector<T> centres;
  DenseRows<T> rows;
  SparseRows<T> sparse_rows;
  AlignedVector<T> labels, thresholds, point, other, factors;

  RowTable(std::size_t n, std::size_t features, Values values, double density, double cells, PublicRandom& random)
      : RowTable(n, features, draw_all(n, features, values, density, random), density < 1 ? T{0} : T(0.25)) {
    const std::size_t width = rows.width();
    for (std::size_t i = 0; i < n; ++i) {
      labels.push_back(random.below(2) == 0 ? T{-1} : T{1});
      thresholds.push_back(static_cast<T>(random.uniform()));
    }
    labels.resize(n + RowSweep<DenseRows<T>>::kSpare, T{0});
    thresholds.resize(n + RowSweep<DenseRows<T>>::kSpare, T{0});
    for (AlignedVector<T>* vector : {&point, &other, &factors}) vector->resize(width, T{0});
    for (std::size_t j = 0; j < p; ++j) {
      point[j] = values == Values::dyadic ? static_cast<T>(static_cast<double>(random.below(33)) - 16) / 16
                                          : static_cast<T>(random.normal());
      other[j] = static_cast<T>(random.normal());
      factors[j] = static_cast<T>(cells / (1 + random.uniform()));
    }
  }

  std::vector<std::uint32_t> all() const {
    std::vector<std::uint32_t> numbers(columns.rows());
    std::iota(numbers.begin(), numbers.end(), 0U);
    return numbers;
  }

  template <class R>
  RowSweep<R> sweep(const R& matrix, std::span<const std::uint32_t> batch, double cells, bool less) const {
    RowSweep<R> s;
    s.matrix = &matrix;
    s.batch = batch;
    s.point = point.data();
    s.other = less ? other.data() : nullptr;
    s.factors = factors.data();
    s.limit = static_cast<T>(cells);
    return s;
  }

  // Labels and thresholds in the order of the batch.
  template <class L, class R>
  std::vector<std::int64_t> sums(const L& loss, const R& matrix, std::span<const std::uint32_t> batch, double cells,
                                 bool less = false) const {
    AlignedVector<T> own_labels, own_thresholds;
    for (const std::uint32_t i : batch) own_labels.push_back(labels[i]), own_thresholds.push_back(thresholds[i]);
    own_labels.resize(batch.size() + RowSweep<R>::kSpare, T{0});
    own_thresholds.resize(batch.size() + RowSweep<R>::kSpare, T{0});
    std::vector<std::int64_t> found(rows.width(), 0);
    RowSweep<R> s = sweep(matrix, batch, cells, less);
    s.labels = own_labels.data();
    s.thresholds = own_thresholds.data();
    s.sums = found.data();
    if constexpr (std::is_same_v<R, DenseRows<T>>)
      kernels<L, T>().rows(loss, s);
    else
      kernels<L, T>().sparse_rows(loss, s);
    found.resize(p);
    return found;
  }

 private:
  using Drawn = std::vector<std::vector<double>>;
  static Drawn draw_all(std::size_t n, std::size_t features, Values values, double density, PublicRandom& random) {
    Drawn drawn(n, std::vector<double>(features));
    for (auto& row : drawn)
      for (double& x : row) x = random.uniform() < density ? static_cast<double>(draw<T>(random, values)) : 0;
    return drawn;
  }
  static DenseColumns<T> dense(std::size_t features, const Drawn& drawn) {
    DenseBuilder<T> builder(features);
    for (const auto& row : drawn) builder.add(row);
    return std::move(builder).finish();
  }
  static SparseColumns<T> sparse(std::size_t features, const Drawn& drawn) {
    SparseBuilder<T> builder;
    for (const auto& row : drawn) {
      std::vector<SparseEntry> entries;
      for (std::size_t j = 0; j < row.size(); ++j) entries.push_back({static_cast<std::uint32_t>(j), row[j]});
      builder.add(entries);
    }
    return std::move(builder).finish(features);
  }
  RowTable(std::size_t, std::size_t features, const Drawn& drawn, T centre)
      : p(features + 1),
        columns(dense(features, drawn)),
        sparse_columns(sparse(features, drawn)),
        centres(features, centre),
        rows(columns, std::span<const T>(centres), true),
        sparse_rows(sparse_columns, std::span<const T>(centres), true) {}
};

}  // namespace discreet::testing
