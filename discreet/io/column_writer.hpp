// Rows on their way into a column file: a block of them at a time in memory, whatever the length of the table.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "discreet/base/aligned.hpp"
#include "discreet/data/row_sink.hpp"
#include "discreet/io/atomic_file.hpp"
#include "discreet/io/column_header.hpp"

namespace discreet {

class ColumnWriter final : public RowSink {
 public:
  // Nothing is at `path` before the end. The file is for its owner's eyes, as it holds the data.
  [[nodiscard]] static Result<ColumnWriter> open(const std::string& path, Precision precision);

  [[nodiscard]] Result<void> add(const Schema& schema, std::span<const double> features,
                                 std::optional<std::string_view> label) override;
  // What the columns are; the words among the labels are filled in. Returns how many bytes the file has.
  [[nodiscard]] Result<std::uint64_t> finish(ColumnDescription description);

  const ColumnLayout& layout() const { return layout_; }
  std::function<void(double)> progress;  // told how much has been read, now and then

 private:
  ColumnWriter(WholeFile file, Precision precision) : file_(std::move(file)) { layout_.precision = precision; }
  Result<void> begin(std::size_t features);
  Result<double> label_number(std::string_view text);
  Result<void> flush();

  WholeFile file_;
  ColumnLayout layout_;
  AlignedVector<std::byte> block_;  // as it will lie in the file
  std::uint64_t in_block_ = 0;
  std::map<std::string, std::uint32_t, std::less<>> words_;
};

}  // namespace discreet
