// The same matrix row after row, for whoever asks about a few rows at a time. It is a second copy of the values and is
// made only when it is asked for. Values are less their centres, and the intercept is a column of ones at the end: a
// walk along a row then has nothing to look up.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "discreet/base/aligned.hpp"
#include "discreet/data/dense_columns.hpp"
#include "discreet/data/sparse_columns.hpp"

namespace discreet {

// A row takes whole cache lines and ends in zeros, so that vectors of any width walk it without a remainder and no two
// rows share a line.
template <class T>
class DenseRows {
 public:
  using Value = T;

  // One centre for each column.
  DenseRows(const DenseColumns<T>& columns, std::span<const T> centres, bool intercept)
      : width_((columns.coordinates() + intercept + kLine - 1) / kLine * kLine),
        values_(columns.rows() * width_, T{0}) {
    for (const auto& block : columns.blocks())
      // Few enough rows at a time that their lines stay in cache from one column to the next.
      for (std::size_t from = 0; from < block.rows; from += kTogether) {
        const std::size_t count = std::min(kTogether, block.rows - from);
        T* out = values_.data() + (block.first + from) * width_;
        for (std::size_t j = 0; j < columns.coordinates(); ++j) {
          const T* x = block.column(Coordinate{j}) + from;
          for (std::size_t i = 0; i < count; ++i) out[i * width_ + j] = x[i] - centres[j];
        }
        for (std::size_t i = 0; intercept && i < count; ++i) out[i * width_ + columns.coordinates()] = T{1};
      }
  }

  std::size_t width() const { return width_; }  // of a row with its zeros
  const T* row(std::size_t i) const { return values_.data() + i * width_; }

 private:
  static constexpr std::size_t kLine = kAlignment / sizeof(T), kTogether = 32;
  std::size_t width_;
  AlignedVector<T> values_;
};

// Only the values that are not zero, each row's in the order of their coordinates.
template <class T>
class SparseRows {
 public:
  using Value = T;
  struct Row {
    const std::uint32_t* coordinates;
    const T* values;
    std::size_t count;
  };

  // Sparse columns are not centred.
  SparseRows(const SparseColumns<T>& columns, std::span<const T>, bool intercept)
      : width_(columns.coordinates() + intercept), starts_(columns.rows() + 1, 0) {
    for (const auto& block : columns.blocks()) {
      for (std::size_t k = 0; k < block.starts.back(); ++k) ++starts_[block.first + block.row_numbers[k] + 1];
      for (std::size_t i = 0; intercept && i < block.rows; ++i) ++starts_[block.first + i + 1];
    }
    std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
    coordinates_.resize(starts_.back());
    values_.resize(starts_.back());
    std::vector<std::size_t> room(starts_.begin(), starts_.end() - 1);
    const auto put = [&](std::size_t row, std::size_t j, T x) {
      const std::size_t at = room[row]++;
      coordinates_[at] = static_cast<std::uint32_t>(j);
      values_[at] = x;
    };
    for (const auto& block : columns.blocks()) {
      for (std::size_t j = 0; j < columns.coordinates(); ++j) {
        const Entries<T> column = block.column({j});
        for (std::size_t k = 0; k < column.count; ++k) put(block.first + column.rows[k], j, column.values[k]);
      }
      for (std::size_t i = 0; intercept && i < block.rows; ++i) put(block.first + i, columns.coordinates(), T{1});
    }
  }

  std::size_t width() const { return width_; }
  Row row(std::size_t i) const {
    return {coordinates_.data() + starts_[i], values_.data() + starts_[i], starts_[i + 1] - starts_[i]};
  }

 private:
  std::size_t width_;
  std::vector<std::size_t> starts_;  // of each row among the values, and the end of the last one
  AlignedVector<std::uint32_t> coordinates_;
  AlignedVector<T> values_;
};

}  // namespace discreet
