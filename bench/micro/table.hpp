// Rows for the kernels' benchmarks.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "discreet/base/public_random.hpp"
#include "discreet/oracle/kernels/kernels.hpp"

namespace discreet::bench {

inline constexpr std::size_t kStretch = 16384;  // rows that the oracle hands to a kernel at a time
inline constexpr double kCells = 0x1.8p20;      // such as grids have

template <class T>
struct Table {
  AlignedVector<T> margins, labels, moved, asked, thresholds;
  std::vector<std::uint8_t> negative;

  explicit Table(std::size_t rows) : negative(rows / 8 + 1) {
    PublicRandom random(1);
    for (AlignedVector<T>* column : {&margins, &labels, &moved, &asked, &thresholds}) {
      column->resize(rows);
      for (T& x : *column) x = static_cast<T>(2 * random.uniform() - 1);
    }
    for (std::size_t i = 0; i < rows; ++i) {
      labels[i] = labels[i] < 0 ? T{-1} : T{1};
      thresholds[i] = std::abs(thresholds[i]);
      negative[i / 8] = static_cast<std::uint8_t>(negative[i / 8] | (labels[i] < 0) << (i % 8));
    }
  }

  Sweep<T> sweep(std::size_t first, T distance, bool ball) {
    Sweep<T> s;
    s.rows = std::min(kStretch, margins.size() - first);
    s.margins = margins.data() + first;
    s.labels = labels.data() + first;
    s.negative = negative.data() + first / 8;
    s.moved = {moved.data() + first, T(0.1)};
    s.distance = distance;
    s.asked = {asked.data() + first, T(-0.1)};
    s.factor = s.limit = static_cast<T>(kCells);
    s.thresholds = ball ? thresholds.data() + first : nullptr;
    s.far = are_far<T>(margins.size());
    return s;
  }
};

}  // namespace discreet::bench
