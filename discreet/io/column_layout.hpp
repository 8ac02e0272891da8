// Where things are in a column file: docs/decisions/0020-column-files.md. Blocks of rows follow one another, in each of
// them the columns, then the labels; all start at whole cache lines. What the columns are is said behind the last.
#pragma once

#include <cstddef>
#include <cstdint>

#include "discreet/base/aligned.hpp"
#include "discreet/data/borrowed_columns.hpp"
#include "discreet/data/dataset.hpp"

namespace discreet {

struct ColumnLayout {
  static constexpr std::size_t kStart = 64;  // of the first block; before it there is the header

  Precision precision = Precision::float64;
  std::uint64_t rows = 0;
  std::uint64_t features = 0;
  std::uint64_t block_rows = 0;  // of all blocks but the last

  std::size_t value_bytes() const { return precision == Precision::float32 ? sizeof(float) : sizeof(double); }
  std::uint64_t blocks() const { return (rows + block_rows - 1) / block_rows; }
  std::uint64_t rows_in(std::uint64_t block) const {
    return block + 1 < blocks() ? block_rows : rows - block * block_rows;
  }
  // From one column of a block to the next, in values.
  std::size_t stride(std::uint64_t rows_together) const {
    return precision == Precision::float32 ? stride_for<float>(rows_together) : stride_for<double>(rows_together);
  }
  std::uint64_t columns_bytes(std::uint64_t rows_together) const {
    return features * stride(rows_together) * value_bytes();
  }
  // Labels are numbers of eight bytes whatever the columns are.
  std::uint64_t block_bytes(std::uint64_t rows_together) const {
    return columns_bytes(rows_together) + (rows_together * sizeof(double) + kAlignment - 1) / kAlignment * kAlignment;
  }
  std::uint64_t start_of(std::uint64_t block) const { return kStart + block * block_bytes(block_rows); }
  std::uint64_t end() const { return start_of(blocks() - 1) + block_bytes(rows_in(blocks() - 1)); }
};

}  // namespace discreet
