// A sparse matrix: the values that are not zero, column after column within blocks of rows. A block is closed when it
// holds many times as many values as there are columns, so that where columns start costs little beside what they hold.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "discreet/base/aligned.hpp"
#include "discreet/base/index.hpp"
#include "discreet/data/column_blocks.hpp"

namespace discreet {

// A column over some rows: which rows have a value, in rising order, and what it is.
template <class T>
struct Entries {
  const std::uint32_t* rows = nullptr;
  const T* values = nullptr;
  std::size_t count = 0;

  Entries part(std::size_t from, std::size_t length) const { return {rows + from, values + from, length}; }
};

template <class T>
struct SparseBlock {
  const T* values;
  const std::uint32_t* row_numbers;       // within the block
  std::span<const std::uint32_t> starts;  // of each column among the values, and the end of the last one
  std::size_t first;                      // row, a multiple of 8
  std::size_t rows;

  Entries<T> column(Coordinate j) const {
    if (j.value + 1 >= starts.size()) return {};  // it occurs in later blocks only
    const std::uint32_t from = starts[j.value];
    return {row_numbers + from, values + from, starts[j.value + 1] - from};
  }
  // Calls visit(i, x) for the rows from + i, of `count` ones, that have a value. Returns how many have none.
  template <class F>
  std::size_t each_value(Coordinate j, std::size_t from, std::size_t count, F&& visit) const {
    const Entries<T> all = column(j);
    const std::uint32_t* end = all.rows + all.count;
    const std::uint32_t* at = from == 0 ? all.rows : std::lower_bound(all.rows, end, from);
    std::size_t visited = 0;
    for (; at != end && *at < from + count; ++at, ++visited) visit(*at - from, all.values[at - all.rows]);
    return count - visited;
  }
};

template <class T>
class SparseColumns : public ColumnBlocks<SparseBlock<T>> {
 public:
  using Value = T;
  static constexpr bool kSparse = true;
  using ColumnBlocks<SparseBlock<T>>::ColumnBlocks;
};

// A value of a row.
struct SparseEntry {
  std::uint32_t coordinate;
  double value;
};

// Takes rows one at a time. The number of columns need not be known before the end.
template <class T>
class SparseBuilder {
 public:
  // With more columns than this the entries of a block could not be counted in 32 bits.
  static constexpr std::size_t kMostCoordinates = std::size_t{1} << 27;
  // A block of so many values is worth handing to a thread, long enough for most columns to take longer to walk than to
  // begin, and its working copy is small beside any data that needs many blocks.
  static constexpr std::size_t kBlockValues = std::size_t{1} << 22;

  explicit SparseBuilder(std::size_t block_values = kBlockValues) : block_values_(block_values) {}

  // Coordinates rise; zeros are left out.
  void add(std::span<const SparseEntry> row);
  SparseColumns<T> finish(std::size_t coordinates) &&;

 private:
  struct Storage {
    AlignedVector<T> values;
    AlignedVector<std::uint32_t> row_numbers;
    std::vector<std::uint32_t> starts;
    std::size_t rows;
  };
  void close_block();

  std::size_t block_values_;
  // The open block, row after row.
  AlignedVector<std::uint32_t> open_coordinates_;
  AlignedVector<T> open_values_;
  std::vector<std::uint32_t> row_ends_;
  std::size_t width_ = 0;  // one more than the largest coordinate so far
  std::size_t rows_ = 0;
  std::vector<Storage> closed_;
};

extern template class SparseBuilder<float>;
extern template class SparseBuilder<double>;

}  // namespace discreet
