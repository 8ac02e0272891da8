// The questions of LinearOracle about batches of rows.
#pragma once

#include <algorithm>
#include <limits>
#include <mutex>

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

// Every process draws the same batch of all rows and walks those that it holds.
template <class L, class Columns>
Batch LinearOracle<L, Columns>::own_part(const Batch& batch) const {
  const std::size_t before = stretches_.machinery().elsewhere.before;
  const auto from = std::lower_bound(batch.begin(), batch.end(), before);
  Batch own(from, std::lower_bound(from, batch.end(), before + columns_.rows()));
  processes().note(static_cast<std::uint64_t>(batch.size()));
  if (!batch.empty()) processes().note(static_cast<std::uint64_t>(batch.back()));
  for (std::uint32_t& row : own) row = static_cast<std::uint32_t>(row - before);
  return own;
}

template <class L, class Columns>
std::vector<std::int64_t> LinearOracle<L, Columns>::batch_slope_cells(const Sensitive<Batch>& batch,
                                                                      const BatchGrid& grid) {
  using Sweep = RowSweep<RowView>;
  fill_row_view(grid.plain);
  for (const std::span<const double> facts : {grid.point, grid.less, std::span<const double>(grid.factors)})
    processes().note(facts);
  const Batch numbers = own_part(batch.open(OpenKey{}));
  const AlignedVector<T>& thresholds = grid.plain ? plain_thresholds_ : thresholds_;
  const double ratio = grid.radius / (grid.plain ? 1 : radius_) * (1 - 2 * std::numeric_limits<double>::epsilon());
  const std::size_t width = row_view_->width();
  const auto padded = [&](std::span<const double> from) {
    AlignedVector<T> to(width, T{0});
    std::transform(from.begin(), from.end(), to.begin(), [](double x) { return static_cast<T>(x); });
    return to;
  };
  const AlignedVector<T> point = padded(grid.point), less = padded(grid.less);
  AlignedVector<T> factors(width, T{0});
  std::transform(grid.factors.begin(), grid.factors.end(), factors.begin(), rounded_down<T>);

  std::vector<std::int64_t> total(width, 0);
  std::mutex adding;
  const auto walk = [&](std::span<const std::uint32_t> part) {
    AlignedVector<T> labels(part.size() + Sweep::kSpare, T{0}), allowed(part.size() + Sweep::kSpare, T{0});
    for (std::size_t i = 0; i < part.size(); ++i) {
      labels[i] = labels_[part[i]];
      allowed[i] = rounded_down<T>(static_cast<double>(thresholds[part[i]]) * ratio);
    }
    std::vector<std::int64_t> sums(width, 0);
    Sweep sweep;
    sweep.matrix = &*row_view_;
    sweep.batch = part;
    sweep.labels = labels.data();
    sweep.thresholds = allowed.data();
    sweep.point = point.data();
    sweep.other = grid.less.empty() ? nullptr : less.data();
    sweep.factors = factors.data();
    sweep.limit = rounded_down<T>(grid.limit);
    sweep.sums = sums.data();
    if constexpr (kSparse)
      kernels<L, T>().sparse_rows(loss_, sweep);
    else
      kernels<L, T>().rows(loss_, sweep);
    const std::lock_guard lock(adding);
    std::transform(sums.begin(), sums.end(), total.begin(), total.begin(), std::plus<>());
  };
  // A part is worth handing to a thread; most batches are one.
  constexpr std::size_t kPart = 4096;
  const std::size_t parts = (numbers.size() + kPart - 1) / kPart;
  const auto part = [&](std::size_t k) {
    return std::span(numbers).subspan(k * kPart, std::min(kPart, numbers.size() - k * kPart));
  };
  if (parts == 1)
    walk(numbers);
  else if (parts > 1)
    stretches_.machinery().workers->run(parts, [&](std::size_t k) { walk(part(k)); });
  stretches_.machinery().communicator->sum(total);
  total.resize(coordinates());
  return total;
}

}  // namespace discreet
