#include "discreet/data/sparse_columns.hpp"

#include "discreet/base/contract.hpp"
#include "discreet/base/subnormal.hpp"

namespace discreet {
namespace {

// Where columns start costs little beside what they hold.
constexpr std::size_t kValuesPerColumn = 16;
constexpr std::size_t kManyValues = std::size_t{1} << 16;
// Kernels count in pairs of numbers, with signed numbers of 32 bits.
constexpr std::size_t kMostRows = std::size_t{1} << 29;

}  // namespace

template <class T>
void SparseBuilder<T>::add(std::span<const SparseEntry> row) {
  const bool full = open_values_.size() >= std::max(block_values_, kValuesPerColumn * width_);
  if (row_ends_.size() % 8 == 0 && (full || row_ends_.size() >= kMostRows)) close_block();
  // Data that has so many values has more, most often: with room for a block, and for the rows that it ends with, they
  // are not moved about while they grow. What is not written to takes no memory.
  if (open_values_.size() >= kManyValues && open_values_.capacity() < block_values_) {
    open_coordinates_.reserve(block_values_ + block_values_ / 8);
    open_values_.reserve(block_values_ + block_values_ / 8);
  }
  std::size_t next = 0;
  for (const SparseEntry& entry : row) {
    require(entry.coordinate >= next && entry.coordinate < kMostCoordinates, "the coordinates of a row rise");
    next = entry.coordinate + std::size_t{1};
    const T value = stored<T>(entry.value);
    if (value == 0) continue;
    open_coordinates_.push_back(entry.coordinate);
    open_values_.push_back(value);
  }
  width_ = std::max(width_, next);
  row_ends_.push_back(static_cast<std::uint32_t>(open_values_.size()));
  ++rows_;
}

// Counts, then puts every value where its column has room for it; rows stay in order within a column.
template <class T>
void SparseBuilder<T>::close_block() {
  const std::size_t count = open_values_.size();
  Storage block{AlignedVector<T>(count), AlignedVector<std::uint32_t>(count), std::vector<std::uint32_t>(width_ + 1, 0),
                row_ends_.size()};
  for (const std::uint32_t j : open_coordinates_) ++block.starts[j + 1];
  for (std::size_t j = 0; j < width_; ++j) block.starts[j + 1] += block.starts[j];
  std::vector<std::uint32_t> room(block.starts.begin(), block.starts.end() - 1);
  std::size_t k = 0;
  for (std::size_t i = 0; i < row_ends_.size(); ++i)
    for (; k < row_ends_[i]; ++k) {
      const std::uint32_t at = room[open_coordinates_[k]]++;
      block.values[at] = open_values_[k];
      block.row_numbers[at] = static_cast<std::uint32_t>(i);
    }
  closed_.push_back(std::move(block));
  open_coordinates_.clear();
  open_values_.clear();
  row_ends_.clear();
}

template <class T>
SparseColumns<T> SparseBuilder<T>::finish(std::size_t coordinates) && {
  require(coordinates >= width_, "every coordinate is among the declared ones");
  if (!row_ends_.empty()) close_block();
  std::vector<typename SparseColumns<T>::Block> blocks;
  auto storage = std::make_shared<std::vector<Storage>>(std::move(closed_));
  std::size_t first = 0;
  for (const Storage& block : *storage) {
    blocks.push_back({block.values.data(), block.row_numbers.data(), block.starts, first, block.rows});
    first += block.rows;
  }
  return SparseColumns<T>(rows_, coordinates, std::move(blocks), std::move(storage));
}

template class SparseBuilder<float>;
template class SparseBuilder<double>;

}  // namespace discreet
