// Columns that lie in somebody else's memory: it outlives them, or they share in owning it.
#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "discreet/data/dense_columns.hpp"

namespace discreet {

// Column j starts at values + j * stride. Kernels load from any address and never past the last row. Blocks end where
// those of DenseBuilder do, so that nothing can depend on whose memory it is.
template <class T>
DenseColumns<T> columns_over(const T* values, std::size_t rows, std::size_t coordinates, std::size_t stride);

// Some rows of all columns, one column after the other.
template <class T>
struct Run {
  const T* values;   // column j starts at values + j * stride
  std::size_t rows;  // a multiple of 8 in all but the last run
  std::size_t stride;
};
template <class T>
DenseColumns<T> columns_over(std::span<const Run<T>> runs, std::size_t coordinates, std::shared_ptr<const void> owner);

// How many rows DenseBuilder puts into a block.
std::size_t rows_of_a_block(std::size_t coordinates);

// From one column to the next when that many rows lie together: whole cache lines, and an odd number of them, for
// columns a power of two apart would compete for the same cache sets.
template <class T>
std::size_t stride_for(std::size_t rows) {
  constexpr std::size_t kLine = kAlignment / sizeof(T);
  return (((rows + kLine - 1) / kLine) | 1) * kLine;
}

}  // namespace discreet
