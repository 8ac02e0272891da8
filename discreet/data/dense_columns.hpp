// A dense matrix, column after column within blocks of rows. Blocks let a file of unknown length be read into its
// final place, and keep several columns of the same rows close together.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "discreet/base/aligned.hpp"
#include "discreet/base/contract.hpp"
#include "discreet/base/index.hpp"
#include "discreet/data/column_blocks.hpp"

namespace discreet {

template <class T>
struct DenseBlock {
  const T* values;    // column j starts at values + j * stride
  std::size_t first;  // row, a multiple of 8
  std::size_t rows;
  std::size_t stride;
  const T* column(Coordinate j) const { return values + j.value * stride; }
  // Calls visit(i, x) for the rows from + i, `count` of them. Returns how many have no value: none here.
  template <class F>
  std::size_t each_value(Coordinate j, std::size_t from, std::size_t count, F&& visit) const {
    const T* x = column(j) + from;
    for (std::size_t i = 0; i < count; ++i) visit(i, x[i]);
    return 0;
  }
};

template <class T>
class DenseColumns : public ColumnBlocks<DenseBlock<T>> {
 public:
  using Value = T;
  static constexpr bool kSparse = false;
  using ColumnBlocks<DenseBlock<T>>::ColumnBlocks;
};

// Takes rows one at a time.
template <class T>
class DenseBuilder {
 public:
  explicit DenseBuilder(std::size_t coordinates);

  void add(std::span<const double> row);
  // The mean and the standard deviation of each column; a constant column has deviation one.
  std::pair<std::vector<double>, std::vector<double>> moments() const;
  // Puts every column into units in which it is less `means` and divided by `deviations`.
  void rescale(std::span<const double> means, std::span<const double> deviations);
  DenseColumns<T> finish() &&;

 private:
  void open_block();
  std::size_t rows_in(std::size_t block) const { return std::min(block_rows_, rows_ - block * block_rows_); }

  std::size_t coordinates_;
  std::size_t block_rows_;  // of a full block
  std::size_t stride_;
  std::size_t rows_ = 0;
  std::size_t in_block_ = 0;
  std::vector<AlignedVector<T>> storage_;
};

extern template class DenseBuilder<float>;
extern template class DenseBuilder<double>;

}  // namespace discreet
