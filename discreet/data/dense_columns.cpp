#include "discreet/data/dense_columns.hpp"

#include <algorithm>
#include <cmath>

#include "discreet/base/subnormal.hpp"
#include "discreet/data/borrowed_columns.hpp"

namespace discreet {

// About half a million numbers a block: a few megabytes, so that a column group of a block stays in cache.
std::size_t rows_of_a_block(std::size_t coordinates) {
  constexpr std::size_t kNumbers = std::size_t{1} << 19;
  return std::clamp<std::size_t>(kNumbers / std::max<std::size_t>(coordinates, 1) / 64 * 64, 1024, 65536);
}

template <class T>
DenseBuilder<T>::DenseBuilder(std::size_t coordinates)
    : coordinates_(coordinates), block_rows_(rows_of_a_block(coordinates)), stride_(stride_for<T>(1)) {}

// The first block starts with a few rows and doubles until it is full, so that memory follows what was read: a thousand
// rows of a table that is very wide and one line long would be gigabytes.
template <class T>
void DenseBuilder<T>::open_block() {
  if (storage_.empty() || in_block_ == block_rows_) {
    storage_.emplace_back(stride_ * coordinates_, T{0});
    in_block_ = 0;
    return;
  }
  const std::size_t stride = stride_for<T>(std::min(2 * in_block_, block_rows_));
  AlignedVector<T> larger(stride * coordinates_, T{0});
  for (std::size_t j = 0; j < coordinates_; ++j)
    std::copy_n(storage_.back().data() + j * stride_, in_block_, larger.data() + j * stride);
  storage_.back() = std::move(larger);
  stride_ = stride;
}

template <class T>
void DenseBuilder<T>::add(std::span<const double> row) {
  require(row.size() == coordinates_, "a row has one value for each coordinate");
  if (storage_.empty() || in_block_ == std::min(stride_, block_rows_)) open_block();
  T* out = storage_.back().data() + in_block_;
  for (std::size_t j = 0; j < coordinates_; ++j) out[j * stride_] = stored<T>(row[j]);
  ++in_block_;
  ++rows_;
}

template <class T>
std::pair<std::vector<double>, std::vector<double>> DenseBuilder<T>::moments() const {
  const auto mean_of = [&](std::size_t j, auto&& term) {
    double sum = 0;
    for (std::size_t b = 0; b < storage_.size(); ++b)
      for (std::size_t i = 0; i < rows_in(b); ++i) sum += term(static_cast<double>(storage_[b][j * stride_ + i]));
    return sum / static_cast<double>(rows_);
  };
  std::vector<double> means(coordinates_), deviations(coordinates_);
  for (std::size_t j = 0; j < coordinates_; ++j) {
    const double mean = means[j] = mean_of(j, [](double x) { return x; });
    const double deviation = std::sqrt(mean_of(j, [&](double x) { return (x - mean) * (x - mean); }));
    deviations[j] = deviation > 1e-13 * std::abs(mean) ? deviation : 1;
  }
  return {std::move(means), std::move(deviations)};
}

template <class T>
void DenseBuilder<T>::rescale(std::span<const double> means, std::span<const double> deviations) {
  require(means.size() == coordinates_ && deviations.size() == coordinates_, "there are units for each column");
  for (std::size_t b = 0; b < storage_.size(); ++b)
    for (std::size_t j = 0; j < coordinates_; ++j)
      for (std::size_t i = 0; i < rows_in(b); ++i) {
        T& x = storage_[b][j * stride_ + i];
        x = stored<T>((static_cast<double>(x) - means[j]) / deviations[j]);
      }
}

template <class T>
DenseColumns<T> DenseBuilder<T>::finish() && {
  using Block = typename DenseColumns<T>::Block;
  std::vector<Block> blocks;
  auto storage = std::make_shared<std::vector<AlignedVector<T>>>(std::move(storage_));
  std::size_t first = 0;
  for (std::size_t b = 0; b < storage->size(); ++b) {
    AlignedVector<T>& values = (*storage)[b];
    const std::size_t rows = rows_in(b);
    std::size_t stride = stride_;
    if (rows < block_rows_) {  // the last block is cut to what it holds
      stride = stride_for<T>(rows);
      AlignedVector<T> cut(stride * coordinates_, T{0});
      for (std::size_t j = 0; j < coordinates_; ++j)
        std::copy_n(values.data() + j * stride_, rows, cut.data() + j * stride);
      values = std::move(cut);
    }
    blocks.push_back({values.data(), first, rows, stride});
    first += rows;
  }
  return DenseColumns<T>(rows_, coordinates_, std::move(blocks), std::move(storage));
}

template <class T>
DenseColumns<T> columns_over(std::span<const Run<T>> runs, std::size_t coordinates, std::shared_ptr<const void> owner) {
  std::vector<typename DenseColumns<T>::Block> blocks;
  const std::size_t most = rows_of_a_block(coordinates);
  std::size_t rows = 0;
  for (const Run<T>& run : runs)
    for (std::size_t from = 0; from < run.rows; from += blocks.back().rows) {
      blocks.push_back({run.values + from, rows, std::min(most, run.rows - from), run.stride});
      rows += blocks.back().rows;
    }
  return DenseColumns<T>(rows, coordinates, std::move(blocks), std::move(owner));
}

template <class T>
DenseColumns<T> columns_over(const T* values, std::size_t rows, std::size_t coordinates, std::size_t stride) {
  const Run<T> all{values, rows, stride};
  return columns_over<T>(std::span(&all, 1), coordinates, nullptr);
}

template DenseColumns<float> columns_over(std::span<const Run<float>>, std::size_t, std::shared_ptr<const void>);
template DenseColumns<double> columns_over(std::span<const Run<double>>, std::size_t, std::shared_ptr<const void>);
template DenseColumns<float> columns_over(const float*, std::size_t, std::size_t, std::size_t);
template DenseColumns<double> columns_over(const double*, std::size_t, std::size_t, std::size_t);
template class DenseBuilder<float>;
template class DenseBuilder<double>;

}  // namespace discreet
