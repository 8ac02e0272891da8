// The last step of every reader: rows that have been read get their final meaning and become a sealed dataset.
#pragma once

#include <cmath>
#include <optional>
#include <span>
#include <string_view>

#include "discreet/base/result.hpp"
#include "discreet/comm/agreement.hpp"
#include "discreet/data/dataset.hpp"
#include "discreet/data/ingest.hpp"
#include "discreet/data/label_reader.hpp"

namespace discreet {

// With noise, sums of this many contributions on the integer grid cannot overflow: docs/proofs/lattice.md.
inline constexpr std::size_t kMostRows = std::size_t{1} << 32;

// What a row is multiplied by so that its length is at most `row_norm`. Its values come one by one.
class Shrinking {
 public:
  explicit Shrinking(std::optional<double> row_norm) : row_norm_(row_norm) {}
  void see(double value) { length_ = std::hypot(length_, value); }
  double factor() const { return row_norm_ && length_ > *row_norm_ ? *row_norm_ / length_ : 1; }

 private:
  std::optional<double> row_norm_;
  double length_ = 0;
};

// How many rows there are in all processes, and how many of them come before and after those read here.
struct RowCount {
  std::size_t all;
  RowsElsewhere elsewhere;
};
[[nodiscard]] Result<RowCount> counted(const IngestRules& rules, std::size_t mine);
std::size_t rows_everywhere(const IngestRules& rules, std::size_t mine);
std::uint64_t largest_everywhere(const IngestRules& rules, std::uint64_t mine);

// What all processes come to; what is here where there is no other.
template <class R>
[[nodiscard]] R agreed(const IngestRules& rules, R mine) {
  if (!rules.processes) return mine;
  return agreed(*rules.processes, std::move(mine));
}

// The labels of a table under construction; all rows have one or none does.
template <class T>
class LabelColumn {
 public:
  explicit LabelColumn(const IngestRules& rules)
      : rules_(&rules), shared_(rules.processes && rules.labelled), reader_(rules) {}

  // The text of a row's label if there is one, moved into the bounds if there are any.
  [[nodiscard]] Result<void> add(std::optional<std::string_view> label, const std::optional<Interval>& bounds);
  // A label that is a number already.
  [[nodiscard]] Result<void> add(double label, const std::optional<Interval>& bounds);
  std::size_t rows() const { return rows_; }
  [[nodiscard]] Result<AlignedVector<T>> finish(Schema& schema) &&;

 private:
  const IngestRules* rules_;
  bool shared_;  // with rows that other processes hold
  LabelReader reader_;
  AlignedVector<T> labels_;
  std::size_t rows_ = 0;
};

// A dense table under construction, in one precision.
template <class T>
class DenseTable {
 public:
  DenseTable(Schema schema, const IngestRules& rules)
      : schema_(std::move(schema)), rules_(&rules), builder_(schema_.features.size()), labels_(rules) {}

  // One row: its features, which are moved into their declared bounds, and the text of its label if there is one.
  [[nodiscard]] Result<void> add(std::span<double> features, std::optional<std::string_view> label);
  std::size_t rows() const { return labels_.rows(); }
  [[nodiscard]] Result<Dataset> seal() &&;

 private:
  Schema schema_;
  const IngestRules* rules_;
  DenseBuilder<T> builder_;
  LabelColumn<T> labels_;
};

// A sparse one. Whoever reads the rows has moved their values into bounds.
template <class T>
class SparseTable {
 public:
  SparseTable(std::optional<Interval> target_bounds, const IngestRules& rules)
      : target_bounds_(target_bounds), rules_(&rules), labels_(rules) {}

  [[nodiscard]] Result<void> add(std::span<const SparseEntry> row, std::optional<std::string_view> label);
  std::size_t rows() const { return labels_.rows(); }
  [[nodiscard]] Result<Dataset> seal(Schema schema) &&;

 private:
  std::optional<Interval> target_bounds_;
  const IngestRules* rules_;
  std::vector<SparseEntry> shrunk_;
  SparseBuilder<T> builder_;
  LabelColumn<T> labels_;
};

}  // namespace discreet
