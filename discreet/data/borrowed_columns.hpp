// Columns that lie in somebody else's memory, which must outlive them.
#pragma once

#include <cstddef>

#include "discreet/data/dense_columns.hpp"

namespace discreet {

// Column j starts at values + j * stride. Kernels load from any address and never past the last row. Blocks end where
// those of DenseBuilder do, so that nothing can depend on whose memory it is.
template <class T>
DenseColumns<T> columns_over(const T* values, std::size_t rows, std::size_t coordinates, std::size_t stride);

}  // namespace discreet
