// A matrix in blocks of rows, whatever a block looks like inside.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace discreet {

template <class B>
class ColumnBlocks {
 public:
  using Block = B;

  ColumnBlocks(std::size_t rows, std::size_t coordinates, std::vector<Block> blocks, std::shared_ptr<const void> owner)
      : rows_(rows), coordinates_(coordinates), blocks_(std::move(blocks)), owner_(std::move(owner)) {}

  std::size_t rows() const { return rows_; }
  std::size_t coordinates() const { return coordinates_; }
  std::span<const Block> blocks() const { return blocks_; }

 private:
  std::size_t rows_;
  std::size_t coordinates_;
  std::vector<Block> blocks_;
  std::shared_ptr<const void> owner_;  // keeps the memory of the blocks alive
};

}  // namespace discreet
