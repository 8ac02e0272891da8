// Columns whose values were mapped one by one: map(j, x) for a value x of column j. What a sparse column leaves out is
// zero and stays so.
#pragma once

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "discreet/data/borrowed_columns.hpp"
#include "discreet/data/sparse_columns.hpp"

namespace discreet {

template <class T, class Map>
DenseColumns<T> mapped(const DenseColumns<T>& from, Map&& map) {
  const auto storage = std::make_shared<std::vector<AlignedVector<T>>>();
  std::vector<Run<T>> runs;
  for (const DenseBlock<T>& block : from.blocks()) {
    const std::size_t stride = stride_for<T>(block.rows);
    AlignedVector<T>& values = storage->emplace_back(stride * from.coordinates());
    for (std::size_t j = 0; j < from.coordinates(); ++j)
      std::transform(block.column({j}), block.column({j}) + block.rows, values.data() + j * stride,
                     [&](T x) { return map(j, x); });
    runs.push_back({values.data(), block.rows, stride});
  }
  return columns_over<T>(runs, from.coordinates(), storage);
}

template <class T, class Map>
SparseColumns<T> mapped(const SparseColumns<T>& from, Map&& map) {
  struct Storage {
    SparseColumns<T> rows;  // which own where the values are
    std::vector<AlignedVector<T>> values;
  };
  const auto storage = std::make_shared<Storage>(Storage{from, {}});
  std::vector<SparseBlock<T>> blocks;
  for (const SparseBlock<T>& block : from.blocks()) {
    AlignedVector<T>& values = storage->values.emplace_back(block.starts.empty() ? 0 : block.starts.back());
    for (std::size_t j = 0; j + 1 < block.starts.size(); ++j)
      for (std::uint32_t k = block.starts[j]; k < block.starts[j + 1]; ++k) values[k] = map(j, block.values[k]);
    blocks.push_back({values.data(), block.row_numbers, block.starts, block.first, block.rows});
  }
  return SparseColumns<T>(from.rows(), from.coordinates(), std::move(blocks), storage);
}

}  // namespace discreet
