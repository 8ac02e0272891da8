// The last step of every reader: rows that have been read get their final meaning and become a sealed dataset.
#pragma once

#include "discreet/base/result.hpp"
#include "discreet/data/dataset.hpp"
#include "discreet/data/ingest.hpp"

namespace discreet {

// With noise, sums of this many contributions on the integer grid cannot overflow: docs/proofs/lattice.md.
inline constexpr std::size_t kMostRows = std::size_t{1} << 32;

// A dense table under construction, in one precision.
template <class T>
class DenseTable {
 public:
  DenseTable(Schema schema, const IngestRules& rules)
      : schema_(std::move(schema)), rules_(&rules), builder_(schema_.features.size()), label_reader_(rules) {}

  // One row: its features, which are moved into their declared bounds, and the text of its label if there is one.
  [[nodiscard]] Result<void> add(std::span<double> features, std::optional<std::string_view> label);
  std::size_t rows() const { return rows_; }
  [[nodiscard]] Result<Dataset> seal() &&;

 private:
  Schema schema_;
  const IngestRules* rules_;
  DenseBuilder<T> builder_;
  LabelReader label_reader_;
  AlignedVector<T> labels_;
  std::size_t rows_ = 0;
};

}  // namespace discreet
