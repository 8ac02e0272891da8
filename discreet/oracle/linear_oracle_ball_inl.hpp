// The ball rule of LinearOracle, and the walks over many columns at once.
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

template <class L, class Columns>
void LinearOracle<L, Columns>::fill_thresholds(AlignedVector<T>& thresholds, std::span<const Coordinate> block,
                                               double radius) {
  // Thresholds are lowered by more than the kernels' rounding can add: four operations in T on each contribution, and
  // the sum below. So a row's contributions stay inside the ball in exact arithmetic. The floor is more than all that
  // squares and products can lose to underflow.
  const double slack = 16 * static_cast<double>(std::numeric_limits<T>::epsilon()) +
                       static_cast<double>(coordinates() + 8) * std::numeric_limits<double>::epsilon();
  double weights = 0;
  for (const Coordinate j : block) weights += 1 / frame().smoothness[j.value];
  const double floor = std::numeric_limits<double>::min() * (static_cast<double>(block.size()) + weights);
  thresholds.resize(columns_.rows());
  stretches_.each([&](const Stretch& stretch) {
    std::vector<double> square(stretch.rows, floor);
    for (const Coordinate j : block) {
      const Strand<T> column = strand(j, stretch);
      const double weight = 1 / frame().smoothness[j.value];
      for (std::size_t i = 0; i < stretch.rows; ++i) {
        const double x = static_cast<double>(column(i));
        square[i] += x * x * weight;
      }
    }
    for (std::size_t i = 0; i < stretch.rows; ++i) {
      const double threshold = radius * ((1 - slack) / std::sqrt(square[i]));
      thresholds[stretch.first + i] = std::isfinite(square[i]) ? rounded_down<T>(threshold) : T{0};
    }
  });
}

template <class L, class Columns>
void LinearOracle<L, Columns>::frame_changed() {
  std::vector<Coordinate> all(coordinates());
  for (std::size_t k = 0; k < all.size(); ++k) all[k] = {k};
  radius_ = 1;
  fill_thresholds(thresholds_, all, radius_);
}

template <class L, class Columns>
void LinearOracle<L, Columns>::set_radius(double radius) {
  if (radius == radius_) return;
  const double ratio = radius / radius_ * (1 - 2 * std::numeric_limits<double>::epsilon());
  stretches_.each([&](const Stretch& stretch) {
    for (std::size_t i = stretch.first; i < stretch.first + stretch.rows; ++i)
      thresholds_[i] = rounded_down<T>(static_cast<double>(thresholds_[i]) * ratio);
  });
  radius_ = radius;
}

template <class L, class Columns>
std::vector<std::int64_t> LinearOracle<L, Columns>::all_slope_cells(std::span<const double> factors, double limit,
                                                                    double row_clip) {
  if (owed_.distance != 0) settle();
  if (row_clip > 0) set_radius(row_clip);
  AlignedVector<T> down(factors.size()), distances(owed_to_all_.begin(), owed_to_all_.end());
  std::transform(factors.begin(), factors.end(), down.begin(), rounded_down<T>);
  std::vector<std::int64_t> sums = stretches_.sums(coordinates(), [&](const Stretch& stretch, std::int64_t* part) {
    std::vector<Strand<T>> strands(coordinates());
    for (std::size_t k = 0; k < strands.size(); ++k) strands[k] = strand(Coordinate{k}, stretch);
    BlockSweep<T> sweep;
    point_to_rows(sweep, stretch, row_clip > 0);
    sweep.columns = strands;
    sweep.distances = distances.empty() ? nullptr : distances.data();
    sweep.factors = down.data();
    sweep.limit = rounded_down<T>(limit);
    sweep.sums = part;
    kernels<L, T>().block(loss_, sweep);
  });
  owed_to_all_.clear();
  return sums;
}

// Moves are settled apart: they were along another block.
template <class L, class Columns>
std::vector<std::int64_t> LinearOracle<L, Columns>::block_slope_cells(const BlockGrid& grid) {
  if (grid.block.size() == coordinates()) return all_slope_cells(grid.factors, grid.limit, grid.radius);
  settle();
  if (grid.whole_row)
    set_radius(grid.radius);
  else
    fill_thresholds(part_thresholds_, grid.block, grid.radius);
  const AlignedVector<T>& thresholds = grid.whole_row ? thresholds_ : part_thresholds_;
  AlignedVector<T> down(grid.factors.size());
  std::transform(grid.factors.begin(), grid.factors.end(), down.begin(), rounded_down<T>);
  return stretches_.sums(grid.block.size(), [&](const Stretch& stretch, std::int64_t* part) {
    std::vector<Strand<T>> strands;
    for (const Coordinate j : grid.block) strands.push_back(strand(j, stretch));
    BlockSweep<T> sweep;
    point_to_rows(sweep, stretch, false);
    sweep.thresholds = thresholds.data() + stretch.first;
    sweep.columns = strands;
    sweep.factors = down.data();
    sweep.limit = rounded_down<T>(grid.limit);
    sweep.sums = part;
    kernels<L, T>().block(loss_, sweep);
  });
}

}  // namespace discreet
