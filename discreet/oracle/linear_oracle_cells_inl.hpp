// The questions of LinearOracle that kernels answer: what each layout tells its walk.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "discreet/oracle/linear_oracle.hpp"

namespace discreet {

// The largest T that is not above x.
template <class T>
T rounded_down(double x) {
  const T nearest = static_cast<T>(std::min(x, static_cast<double>(std::numeric_limits<T>::max())));
  return static_cast<double>(nearest) > x ? std::nextafter(nearest, std::numeric_limits<T>::lowest()) : nearest;
}

// What all sweeps are told. Of a label whose sign is all that counts dense ones read one bit a row.
template <class L, class Columns>
template <class S>
void LinearOracle<L, Columns>::point_to_rows(S& sweep, const Stretch& stretch) {
  if constexpr (L::label_role == LabelRole::apart) sweep.labels = labels_.data() + stretch.first;
  if constexpr (kSparse) {
    sweep.rows = state_.pairs(stretch.first);
  } else {
    sweep.margins = state_.margins(stretch.first);
    if constexpr (kSigned) sweep.negative = negative_.data() + stretch.first / 8;
  }
}

template <class L, class Columns>
std::int64_t LinearOracle<L, Columns>::dense_cells(Coordinate j, const Grid& grid, const Stretch& stretch) {
  Sweep<T> sweep;
  sweep.rows = stretch.rows;
  point_to_rows(sweep, stretch);
  if (grid.row_clip > 0) sweep.thresholds = state_.thresholds(stretch.first);
  sweep.moved = strand(owed_.j, stretch);
  sweep.distance = static_cast<T>(owed_.distance);
  sweep.asked = strand(j, stretch);
  sweep.factor = rounded_down<T>(grid.factor);
  sweep.limit = rounded_down<T>(grid.limit);
  sweep.far = are_far<T>(columns_.rows());
  return kernels<L, T>().sweep(loss_, sweep);
}

// The intercept is a dense column among sparse ones: moving along it and asking for it take a walk over all rows.
template <class L, class Columns>
std::int64_t LinearOracle<L, Columns>::sparse_cells(Coordinate j, const Grid& grid, const Stretch& stretch) {
  SparseSweep<T> sweep;
  point_to_rows(sweep, stretch);
  sweep.ball = grid.row_clip > 0;
  sweep.factor = rounded_down<T>(grid.factor);
  sweep.limit = rounded_down<T>(grid.limit);
  sweep.far = are_far<T>(columns_.rows(), 2);
  const T distance = static_cast<T>(owed_.distance);
  if (!is_intercept(owed_.j)) {
    sweep.moved = stretch.block->column(owed_.j);
    sweep.distance = distance;
  } else if (distance != 0) {
    for (std::size_t i = 0; i < stretch.rows; ++i) sweep.rows[i].margin += distance;
  }
  if (is_intercept(j))
    sweep.ones = stretch.rows;
  else
    sweep.asked = stretch.block->column(j);
  return kernels<L, T>().sparse_sweep(loss_, sweep);
}

// Handing out a sparse column with few values would take longer than walking it.
template <class L, class Columns>
bool LinearOracle<L, Columns>::worth_threads(Coordinate j) const {
  if (!kSparse || is_intercept(j) || (is_intercept(owed_.j) && owed_.distance != 0)) return true;
  std::size_t count = 0;
  if constexpr (kSparse)
    for (const auto& block : columns_.blocks()) count += block.column(j).count + block.column(owed_.j).count;
  return count >= Stretches<Columns>::kWorthThreads * Stretches<Columns>::kStretch;
}

template <class L, class Columns>
std::int64_t LinearOracle<L, Columns>::slope_cells(Coordinate j, const Grid& grid) {
  if (!owed_to_all_.empty()) settle();
  walked_ = false;
  processes().note(grid.factor);
  processes().note(grid.row_clip);
  if (grid.row_clip > 0) set_radius(grid.row_clip);
  const auto cells = [&](const Stretch& stretch) {
    if constexpr (kSparse)
      return sparse_cells(j, grid, stretch);
    else
      return dense_cells(j, grid, stretch);
  };
  const std::int64_t sum = stretches_.sum(cells, worth_threads(j));
  owed_.distance = 0;
  return sum;
}

template <class L, class Columns>
void LinearOracle<L, Columns>::all_dense_cells(const Everywhere& all, const Stretch& stretch, std::int64_t* sums) {
  std::vector<Strand<T>> strands(coordinates());
  for (std::size_t k = 0; k < strands.size(); ++k) strands[k] = strand(Coordinate{k}, stretch);
  BlockSweep<T> sweep;
  sweep.rows = stretch.rows;
  point_to_rows(sweep, stretch);
  if (all.ball) sweep.thresholds = state_.thresholds(stretch.first);
  sweep.columns = strands;
  sweep.distances = all.distances.empty() ? nullptr : all.distances.data();
  sweep.factors = all.factors.data();
  sweep.limit = all.limit;
  sweep.sums = sums;
  sweep.still_owed = all.still_owed;
  kernels<L, T>().block(loss_, sweep);
}

template <class L, class Columns>
void LinearOracle<L, Columns>::all_sparse_cells(const Everywhere& all, const Stretch& stretch, std::int64_t* sums) {
  SparseBlockSweep<T> sweep;
  point_to_rows(sweep, stretch);
  sweep.ball = all.ball;
  sweep.block = stretch.block;
  if (has_intercept()) sweep.intercept = columns_.coordinates();
  sweep.distances = all.distances.empty() ? nullptr : all.distances.data();
  sweep.factors = all.factors.data();
  sweep.limit = all.limit;
  sweep.sums = sums;
  sweep.still_owed = all.still_owed;
  kernels<L, T>().sparse_block(loss_, sweep);
}

// In a row of such walks the moves stay owed from the second on: all columns are read anyway, so margins need not be
// written, and do not gather the rounding of many moves.
template <class L, class Columns>
std::vector<std::int64_t> LinearOracle<L, Columns>::all_slope_cells(std::span<const double> factors, double limit,
                                                                    double row_clip) {
  if (owed_.distance != 0) settle();
  processes().note(factors);
  processes().note(row_clip);
  if (row_clip > 0) set_radius(row_clip);
  const bool still_owed = walked_;
  Everywhere all{AlignedVector<T>(factors.size()), AlignedVector<T>(owed_to_all_.begin(), owed_to_all_.end()),
                 rounded_down<T>(limit), row_clip > 0, still_owed};
  std::transform(factors.begin(), factors.end(), all.factors.begin(), rounded_down<T>);
  std::vector<std::int64_t> sums = stretches_.sums(coordinates(), [&](const Stretch& stretch, std::int64_t* part) {
    if constexpr (kSparse)
      all_sparse_cells(all, stretch, part);
    else
      all_dense_cells(all, stretch, part);
  });
  if (!still_owed) owed_to_all_.clear();
  walked_ = true;
  return sums;
}

}  // namespace discreet
