// Rows that are numbers in memory already, as another program holds them. Dense columns whose values follow one another
// are used where they are; everything else, and every rule that changes values (bounds, row norm, units), costs one
// copy. The choice depends on layout and settings alone, never on a value.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "discreet/base/result.hpp"
#include "discreet/data/dataset.hpp"
#include "discreet/data/ingest.hpp"

namespace discreet {

// Steps are in values, not in bytes.
template <class T>
struct ArrayView {
  const T* values = nullptr;
  std::size_t rows = 0, columns = 0;
  std::ptrdiff_t row_step = 0, column_step = 0;
};

// Compressed rows: indices rise within a row.
template <class T>
struct CompressedRows {
  std::span<const T> values;
  std::span<const std::int64_t> indices, starts;  // one more start than there are rows
  std::size_t columns = 0;
};

// What the columns and the labels are called. With classes, labels are -1 and +1; rules.classes_from_data says that the
// caller has read their names off the rows.
struct ArrayNames {
  std::vector<std::string> features;
  std::string target;
  std::optional<std::array<std::string, 2>> classes;
};

// Memory that is used where it is must stay there, unchanged, as long as the dataset.
template <class T>
[[nodiscard]] Result<Dataset> seal_array(const ArrayView<T>& array, std::span<const double> labels,
                                         const ArrayNames& names, const IngestRules& rules);
template <class T>
[[nodiscard]] Result<Dataset> seal_rows(const CompressedRows<T>& rows, std::span<const double> labels,
                                        const ArrayNames& names, const IngestRules& rules);

// Whether seal_array would use the memory where it is.
template <class T>
bool is_borrowed(const ArrayView<T>& array, const IngestRules& rules);

}  // namespace discreet
