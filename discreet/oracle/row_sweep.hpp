// What a walk over a batch of rows is told; kernels/row_inl.hpp is how it is done. A row's margin is taken at one
// point, or its slope at one point less that at another, and its contribution to every coordinate is added up at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "discreet/data/row_view.hpp"

namespace discreet {

// Numbers for each row of the batch stand in the order of the batch and can be read for kSpare more; numbers for each
// coordinate can be read, and sums written, for the width of the view.
template <class Rows>
struct RowSweep {
  using T = typename Rows::Value;
  static constexpr std::size_t kSpare = 64;  // as many as any vector register holds

  const Rows* matrix = nullptr;
  std::span<const std::uint32_t> batch;  // row numbers
  const T* labels = nullptr;
  const T* thresholds = nullptr;  // what each row's slope is clipped to
  const T* point = nullptr;
  const T* other = nullptr;  // slopes are taken less those here; null for none
  const T* factors = nullptr;
  T limit = 0;                   // no contribution is larger, in cells
  std::int64_t* sums = nullptr;  // one a coordinate; what is found is added
};

}  // namespace discreet
