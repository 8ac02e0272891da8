// Runs of rows that are worked on together, in parallel where that pays. A run is small enough to balance threads and
// large enough to be worth handing out. Numbers below the normal range are zero in all that is done with them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <mutex>
#include <utility>
#include <vector>

#include "discreet/base/contract.hpp"
#include "discreet/base/index.hpp"
#include "discreet/base/subnormal.hpp"
#include "discreet/base/workers.hpp"
#include "discreet/comm/communicator.hpp"
#include "discreet/mechanism/lots.hpp"

namespace discreet {

// What the trusted side computes with.
struct Machinery {
  const Communicator* communicator;
  Workers* workers;
  Lots* lots = nullptr;  // for questions about batches; others do without
  RowsElsewhere elsewhere = {};
};

template <class Columns>
class Stretches {
 public:
  static constexpr std::size_t kStretch = 16384, kWorthThreads = 8;

  struct Stretch {
    const typename Columns::Block* block;
    std::size_t offset;  // of the first row within the block
    std::size_t first;   // the same row within the dataset
    std::size_t rows;
    const typename Columns::Value* column(Coordinate j) const { return block->column(j) + offset; }
    // Calls visit(i, x) for those of its rows that have a value in the column; returns how many have none.
    template <class F>
    std::size_t each_value(Coordinate j, F&& visit) const {
      return block->each_value(j, offset, rows, std::forward<F>(visit));
    }
  };

  Stretches(const Columns& columns, Machinery machinery) : machinery_(machinery) {
    // A sparse block is one stretch: cut, it would have to be searched for its first row in every column.
    constexpr std::size_t kRows = Columns::kSparse ? std::numeric_limits<std::uint32_t>::max() : kStretch;
    for (const auto& block : columns.blocks()) {
      require(block.first % 8 == 0, "blocks begin at whole bytes of sign bits");
      for (std::size_t offset = 0; offset < block.rows; offset += kRows)
        all_.push_back({&block, offset, block.first + offset, std::min(kRows, block.rows - offset)});
    }
  }

  // Calls visit(stretch) for all of them, on this thread.
  template <class F>
  void in_order(F&& visit) const {
    const SubnormalsAreZero flushed;
    for (const Stretch& stretch : all_) visit(stretch);
  }

  // Calls visit(stretch) for all of them.
  template <class F>
  void each(F&& visit, bool worth_threads = true) const {
    if (!worth_threads || all_.size() < (Columns::kSparse ? 2 : kWorthThreads)) {
      in_order(visit);
    } else {
      machinery_.workers->run(all_.size(), [&](std::size_t k) { visit(all_[k]); });
    }
  }

  // The sum over all stretches, and all processes, of what part(stretch) returns. There may be too little in
  // them for more than one thread.
  template <class F>
  std::int64_t sum(F&& part, bool worth_threads = true) const {
    if (all_.size() == 1) {
      std::int64_t total = 0;
      in_order([&](const Stretch& stretch) { total = part(stretch); });
      machinery_.communicator->sum({&total, 1});
      return total;
    }
    std::vector<std::int64_t> parts(all_.size());
    each([&](const Stretch& stretch) { parts[index(stretch)] = part(stretch); }, worth_threads);
    std::int64_t total = 0;
    for (const std::int64_t one : parts) total += one;
    machinery_.communicator->sum({&total, 1});
    return total;
  }

  // Many sums at once: part(stretch, sums) adds to them. Each thread holds one set of them at a time, for there may be
  // millions.
  template <class F>
  std::vector<std::int64_t> sums(std::size_t numbers, F&& part) const {
    std::vector<std::int64_t> total(numbers, 0);
    std::mutex adding;
    each([&](const Stretch& stretch) {
      std::vector<std::int64_t> mine(numbers, 0);
      part(stretch, mine.data());
      const std::lock_guard lock(adding);
      std::transform(mine.begin(), mine.end(), total.begin(), total.begin(), std::plus<>());
    });
    machinery_.communicator->sum(total);
    return total;
  }

  std::size_t index(const Stretch& stretch) const { return static_cast<std::size_t>(&stretch - all_.data()); }
  const Machinery& machinery() const { return machinery_; }

 private:
  Machinery machinery_;
  std::vector<Stretch> all_;
};

}  // namespace discreet
