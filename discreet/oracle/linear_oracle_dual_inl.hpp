// The questions of LinearOracle about dual variables, and Newton steps along columns.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>

#include "discreet/base/contract.hpp"
#include "discreet/base/subnormal.hpp"
#include "discreet/loss/dual.hpp"
#include "discreet/oracle/linear_oracle.hpp"
#include "discreet/oracle/linear_oracle_cells_inl.hpp"

namespace discreet {

template <class T, class F>
void each_in_row(const DenseRows<T>& rows, std::size_t i, F&& visit) {
  const T* x = rows.row(i);
  for (std::size_t j = 0; j < rows.width(); ++j) visit(j, static_cast<double>(x[j]));
}
template <class T, class F>
void each_in_row(const SparseRows<T>& rows, std::size_t i, F&& visit) {
  const auto row = rows.row(i);
  for (std::size_t k = 0; k < row.count; ++k) visit(row.coordinates[k], static_cast<double>(row.values[k]));
}

template <class L, class Columns>
std::vector<std::int64_t> LinearOracle<L, Columns>::dual_cells(const Batch& numbers, const DualGrid& grid) {
  require(HasDual<L>, "the loss has a dual");
  require(duals_.size() == columns_.rows(), "dual variables start from zero");
  const SubnormalsAreZero flushed;
  fill_row_view(grid.plain);
  const RowView& view = *row_view_;
  const std::size_t width = view.width();
  const auto threshold = [&](std::size_t i) { return grid.plain ? plain_thresholds_[i] : state_.threshold(i); };
  const double ratio = grid.radius / (grid.plain ? 1 : radius_) * (1 - 2 * std::numeric_limits<double>::epsilon());
  const auto padded = [&](std::span<const double> from) {
    std::vector<double> to(from.begin(), from.end());
    to.resize(width, 0.0);
    return to;
  };
  std::vector<double> point = padded(grid.step.point), inverse = padded(grid.step.ridge);
  const std::vector<double> factors = padded(grid.factors);
  for (std::size_t j = 0; j < coordinates(); ++j) inverse[j] = 1 / (inverse[j] * normaliser());

  // How far a row's variable goes, which stays in the ball whatever the row, the point and the variable are.
  const auto move_of = [&](std::size_t i) -> double {
    if constexpr (HasDual<L>) {
      double margin = 0, square = 0;
      each_in_row(view, i, [&](std::size_t j, double x) {
        margin += x * point[j];
        square += x * x * inverse[j];
      });
      const double wanted = dual_solution(loss_, duals_[i], label(i), margin, grid.step.crowd * square) - duals_[i];
      const double allowed = static_cast<double>(threshold(i)) * ratio;
      const double move = std::clamp(wanted, -allowed, allowed);
      return std::isfinite(move) ? move : 0;
    }
    return 0;
  };
  const auto walk = [&](std::span<const std::uint32_t> part, std::vector<std::int64_t>& sums) {
    for (const std::uint32_t i : part) {
      const double move = move_of(i);
      if (move == 0) continue;
      duals_[i] += move;
      each_in_row(view, i, [&](std::size_t j, double x) {
        sums[j] += std::llrint(std::clamp(x * move * factors[j], -grid.limit, grid.limit));
        if (grid.chained) point[j] += x * move * inverse[j];
      });
    }
  };
  std::vector<std::int64_t> total(width, 0);
  constexpr std::size_t kPart = 4096;  // is worth handing to a thread
  if (grid.chained || numbers.size() <= kPart) {
    walk(numbers, total);
  } else {
    std::mutex adding;
    stretches_.machinery().workers->run((numbers.size() + kPart - 1) / kPart, [&](std::size_t k) {
      std::vector<std::int64_t> sums(width, 0);
      walk(std::span(numbers).subspan(k * kPart, std::min(kPart, numbers.size() - k * kPart)), sums);
      const std::lock_guard lock(adding);
      std::transform(sums.begin(), sums.end(), total.begin(), total.begin(), std::plus<>());
    });
  }
  stretches_.machinery().communicator->sum(total);
  total.resize(coordinates());
  return total;
}

template <class L, class Columns>
std::vector<std::int64_t> LinearOracle<L, Columns>::primal_cells(std::span<const Coordinate> block,
                                                                 const DualGrid& grid) {
  settle();
  const SubnormalsAreZero flushed;
  std::vector<double> slopes(columns_.rows());
  for (std::size_t i = 0; i < slopes.size(); ++i) slopes[i] = derivative(i);
  std::vector<std::int64_t> cells;
  for (std::size_t k = 0; k < block.size(); ++k) {
    double slope = 0, square = 0;
    stretches_.in_order([&](const Stretch& stretch) {
      each_value(block[k], stretch, [&](std::size_t i, T value) {
        const double x = static_cast<double>(value);
        slope += slopes[stretch.first + i] * x;
        square += x * x;
      });
    });
    const double ridge = grid.step.ridge[block[k].value], weight = grid.step.point[block[k].value];
    const double move = -(slope / normaliser() + ridge * weight) /
                        (grid.step.crowd * loss_.smoothness() * square / normaliser() + ridge);
    const double wanted = move * grid.factors[k];
    cells.push_back(std::isnan(wanted) ? 0 : std::llrint(std::clamp(wanted, -grid.limit, grid.limit)));
  }
  return cells;
}

template <class L, class Columns>
Sensitive<double> LinearOracle<L, Columns>::dual_cost() {
  double sum = 0;
  if constexpr (HasDual<L>)
    for (std::size_t i = 0; i < duals_.size(); ++i) sum += discreet::dual_cost(loss_, duals_[i], label(i));
  return Sensitive<double>(sum / normaliser());
}

}  // namespace discreet
