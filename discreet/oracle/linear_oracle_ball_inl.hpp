// The ball rule of LinearOracle, and the slopes of a block.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "discreet/base/contract.hpp"
#include "discreet/oracle/linear_oracle.hpp"
#include "discreet/oracle/linear_oracle_cells_inl.hpp"

namespace discreet {

template <class L, class Columns>
template <class F>
void LinearOracle<L, Columns>::each_threshold(std::span<const Coordinate> block, std::span<const double> smoothness,
                                              double radius, F&& allow) const {
  // Thresholds are lowered by more than the kernels' rounding can add: four operations in T on each contribution, and
  // the sum below. So a row's contributions stay inside the ball in exact arithmetic. The floor is more than all that
  // squares and products can lose to underflow.
  const double slack = 16 * static_cast<double>(std::numeric_limits<T>::epsilon()) +
                       static_cast<double>(coordinates() + 8) * std::numeric_limits<double>::epsilon();
  double weights = 0;
  for (const Coordinate j : block) weights += 1 / smoothness[j.value];
  const double floor = std::numeric_limits<double>::min() * (static_cast<double>(block.size()) + weights);
  stretches_.each([&](const Stretch& stretch) {
    std::vector<double> square(stretch.rows, floor);
    for (const Coordinate j : block) {
      const double weight = 1 / smoothness[j.value];
      each_value(j, stretch, [&](std::size_t i, T value) {
        const double x = static_cast<double>(value);
        square[i] += x * x * weight;
      });
    }
    for (std::size_t i = 0; i < stretch.rows; ++i) {
      const double threshold = radius * ((1 - slack) / std::sqrt(square[i]));
      allow(stretch.first + i, std::isfinite(square[i]) ? rounded_down<T>(threshold) : T{0});
    }
  });
}

template <class L, class Columns>
void LinearOracle<L, Columns>::fill_thresholds(AlignedVector<T>& thresholds, std::span<const Coordinate> block,
                                               std::span<const double> smoothness, double radius) const {
  thresholds.resize(columns_.rows());
  each_threshold(block, smoothness, radius, [&](std::size_t row, T threshold) { thresholds[row] = threshold; });
}

template <class L, class Columns>
void LinearOracle<L, Columns>::frame_changed(std::optional<double> shrunk_to) {
  shrink_.clear();
  if (shrunk_to) {
    AlignedVector<T> factors;
    fill_thresholds(factors, every_coordinate(), frame().smoothness, *shrunk_to);
    for (T& factor : factors) factor = std::min(factor, T{1});
    shrink_ = std::move(factors);
    return;
  }
  if constexpr (kSparse)
    require(std::all_of(frame().centres.begin(), frame().centres.end(), [](double c) { return c == 0; }),
            "sparse columns are not centred");
  processes().note(frame().smoothness);
  processes().note(frame().centres);
  radius_ = 1;
  each_threshold(every_coordinate(), frame().smoothness, radius_,
                 [&](std::size_t row, T threshold) { state_.set_threshold(row, threshold); });
  row_view_.reset();
  plain_thresholds_.clear();
}

template <class L, class Columns>
void LinearOracle<L, Columns>::set_radius(double radius) {
  if (radius == radius_) return;
  const double ratio = radius / radius_ * (1 - 2 * std::numeric_limits<double>::epsilon());
  stretches_.each([&](const Stretch& stretch) {
    for (std::size_t i = stretch.first; i < stretch.first + stretch.rows; ++i)
      state_.set_threshold(i, rounded_down<T>(static_cast<double>(state_.threshold(i)) * ratio));
  });
  radius_ = radius;
}

// Moves are settled apart: they were along another block.
template <class L, class Columns>
std::vector<std::int64_t> LinearOracle<L, Columns>::block_slope_cells(const BlockGrid& grid) {
  if (grid.block.size() == coordinates()) return all_slope_cells(grid.factors, grid.limit, grid.radius);
  settle();
  if (grid.whole_row)
    set_radius(grid.radius);
  else
    fill_thresholds(part_thresholds_, grid.block, frame().smoothness, grid.radius);
  processes().note(grid.factors);
  processes().note(grid.radius);
  AlignedVector<T> down(grid.factors.size());
  std::transform(grid.factors.begin(), grid.factors.end(), down.begin(), rounded_down<T>);
  const T limit = rounded_down<T>(grid.limit);
  return stretches_.sums(grid.block.size(), [&](const Stretch& stretch, std::int64_t* part) {
    if constexpr (kSparse) {
      const PartThresholds lent(state_, part_thresholds_, stretch.first, grid.whole_row ? 0 : stretch.rows);
      for (std::size_t k = 0; k < grid.block.size(); ++k)
        part[k] += settled_cells(grid.block[k], down[k], limit, stretch);
    } else {
      std::vector<Strand<T>> strands;
      for (const Coordinate j : grid.block) strands.push_back(strand(j, stretch));
      BlockSweep<T> sweep;
      sweep.rows = stretch.rows;
      point_to_rows(sweep, stretch);
      sweep.thresholds = grid.whole_row ? state_.thresholds(stretch.first) : part_thresholds_.data() + stretch.first;
      sweep.columns = strands;
      sweep.factors = down.data();
      sweep.limit = limit;
      sweep.sums = part;
      kernels<L, T>().block(loss_, sweep);
    }
  });
}

// One coordinate of a block over sparse columns, with no moves owed.
template <class L, class Columns>
std::int64_t LinearOracle<L, Columns>::settled_cells(Coordinate j, T factor, T limit, const Stretch& stretch) {
  if constexpr (kSparse) {
    SparseSweep<T> sweep;
    point_to_rows(sweep, stretch);
    sweep.ball = true;
    sweep.factor = factor;
    sweep.limit = limit;
    if (is_intercept(j))
      sweep.ones = stretch.rows;
    else
      sweep.asked = stretch.block->column(j);
    return kernels<L, T>().sparse_sweep(loss_, sweep);
  }
  return 0;
}

}  // namespace discreet
