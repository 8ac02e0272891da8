// The questions of LinearOracle about batches of rows.
#pragma once

#include <algorithm>
#include <limits>
#include <mutex>

#include "discreet/base/subnormal.hpp"
#include "discreet/oracle/linear_oracle.hpp"
#include "discreet/oracle/linear_oracle_cells_inl.hpp"

namespace discreet {

template <class L, class Columns>
void LinearOracle<L, Columns>::fill_row_view(bool plain) {
  if (!row_view_) {
    std::vector<T> centres;
    for (std::size_t j = 0; j < columns_.coordinates(); ++j) centres.push_back(centre({j}));
    row_view_.emplace(columns_, std::span<const T>(centres), has_intercept());
  }
  if (plain && plain_thresholds_.empty())
    fill_thresholds(plain_thresholds_, every_coordinate(), std::vector<double>(coordinates(), 1.0), 1);
}

// Every process draws the same batch of all rows and walks those that it holds, by their numbers here.
template <class L, class Columns>
std::span<const std::uint32_t> LinearOracle<L, Columns>::own_part(const Batch& batch) {
  const RowsElsewhere& elsewhere = stretches_.machinery().elsewhere;
  processes().note(static_cast<std::uint64_t>(batch.size()));
  if (!batch.empty()) processes().note(static_cast<std::uint64_t>(batch.back()));
  if (elsewhere.before == 0 && elsewhere.after == 0) return batch;
  const auto from = std::lower_bound(batch.begin(), batch.end(), elsewhere.before);
  const auto to = std::lower_bound(from, batch.end(), elsewhere.before + columns_.rows());
  batch_room_.own.resize(static_cast<std::size_t>(to - from));
  std::transform(from, to, batch_room_.own.begin(),
                 [&](std::uint32_t row) { return static_cast<std::uint32_t>(row - elsewhere.before); });
  return batch_room_.own;
}

// A batch of ten rows takes less time than asking for memory as often as it has questions, so what it needs is kept
// from one batch to the next.
template <class L, class Columns>
std::vector<std::int64_t> LinearOracle<L, Columns>::batch_slope_cells(const Batch& batch, const BatchGrid& grid) {
  using Sweep = RowSweep<RowView>;
  const SubnormalsAreZero flushed;
  fill_row_view(grid.plain);
  for (const std::span<const double> facts : {grid.point, grid.less, std::span<const double>(grid.factors)})
    processes().note(facts);
  const std::span<const std::uint32_t> numbers = own_part(batch);
  const auto threshold = [&](std::size_t i) { return grid.plain ? plain_thresholds_[i] : state_.threshold(i); };
  const double ratio = grid.radius / (grid.plain ? 1 : radius_) * (1 - 2 * std::numeric_limits<double>::epsilon());
  const std::size_t width = row_view_->width();
  auto& [own, point, less, factors, labels, allowed] = batch_room_;
  const auto fill = [&](AlignedVector<T>& to, std::span<const double> from, T (*rounded)(double)) {
    to.assign(width, T{0});
    std::transform(from.begin(), from.end(), to.begin(), rounded);
  };
  constexpr auto nearest = [](double x) { return static_cast<T>(x); };
  fill(point, grid.point, nearest);
  fill(less, grid.less, nearest);
  fill(factors, grid.factors, rounded_down<T>);
  labels.assign(numbers.size() + Sweep::kSpare, T{0});
  allowed.assign(numbers.size() + Sweep::kSpare, T{0});
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    labels[i] = labels_[numbers[i]];
    allowed[i] = rounded_down<T>(static_cast<double>(threshold(numbers[i])) * ratio);
  }

  const auto walk = [&](std::size_t from, std::size_t count, std::int64_t* sums) {
    Sweep sweep;
    sweep.matrix = &*row_view_;
    sweep.batch = numbers.subspan(from, count);
    sweep.labels = labels.data() + from;
    sweep.thresholds = allowed.data() + from;
    sweep.point = point.data();
    sweep.other = grid.less.empty() ? nullptr : less.data();
    sweep.factors = factors.data();
    sweep.limit = rounded_down<T>(grid.limit);
    sweep.sums = sums;
    if constexpr (kSparse)
      kernels<L, T>().sparse_rows(loss_, sweep);
    else
      kernels<L, T>().rows(loss_, sweep);
  };
  // A part is worth handing to a thread; most batches are one.
  constexpr std::size_t kPart = 4096;
  std::vector<std::int64_t> total(width, 0);
  if (numbers.size() <= kPart) {
    walk(0, numbers.size(), total.data());
  } else {
    std::mutex adding;
    stretches_.machinery().workers->run((numbers.size() + kPart - 1) / kPart, [&](std::size_t k) {
      std::vector<std::int64_t> sums(width, 0);
      walk(k * kPart, std::min(kPart, numbers.size() - k * kPart), sums.data());
      const std::lock_guard lock(adding);
      std::transform(sums.begin(), sums.end(), total.begin(), total.begin(), std::plus<>());
    });
  }
  stretches_.machinery().communicator->sum(total);
  total.resize(coordinates());
  return total;
}

}  // namespace discreet
