// Whether a column file can be read by some rules: what is done to values was done when it was written.
#pragma once

#include <cstddef>
#include <vector>

#include "discreet/base/result.hpp"
#include "discreet/data/ingest.hpp"
#include "discreet/io/column_file.hpp"

namespace discreet {

struct ColumnChoice {
  Schema schema;
  std::vector<std::size_t> kept;  // columns of the file, one for each feature
  bool as_they_are = true;        // all of them, in their order and with their values
};

// For a fit: the rules say nothing that the file does not hold already.
[[nodiscard]] Result<ColumnChoice> same_columns(const ColumnFile& file, const IngestRules& rules);

// For a model's features, or for a conversion, which may leave columns out and narrow bounds.
[[nodiscard]] Result<ColumnChoice> chosen_columns(const ColumnFile& file, const IngestRules& rules);

// The rules with what the file remembers about its labels, where they are silent.
IngestRules with_labels_of(const ColumnFile& file, IngestRules rules);

}  // namespace discreet
