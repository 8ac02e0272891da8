#include "discreet/io/column_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "discreet/base/contract.hpp"
#include "discreet/base/subnormal.hpp"
#include "discreet/data/ingest.hpp"

namespace discreet {
namespace {

constexpr std::size_t kMostWords = 1000;

// A column of a block is long enough to be worth a seek, and a block fits the memory of small machines. Whole blocks of
// memory are in it, unless those are too large: what is read back is then cut as if it had never left memory.
std::uint64_t block_rows_for(const ColumnLayout& layout) {
  constexpr std::uint64_t kLongest = std::uint64_t{1} << 20, kLargest = std::uint64_t{64} << 20;
  const std::uint64_t unit = rows_of_a_block(layout.features), size = layout.value_bytes();
  const std::uint64_t fit = kLargest / (layout.features * size);  // rows
  if (fit < unit) return std::max<std::uint64_t>(fit / 64 * 64, 64);
  return unit * std::max<std::uint64_t>(std::min(kLongest / size, fit) / unit, 1);
}

template <class T>
void put(AlignedVector<std::byte>& block, std::size_t stride, std::size_t row, std::span<const double> values) {
  T* out = reinterpret_cast<T*>(block.data()) + row;
  for (std::size_t j = 0; j < values.size(); ++j) out[j * stride] = stored<T>(values[j]);
}

std::string_view text_of(const AlignedVector<std::byte>& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace

Result<ColumnWriter> ColumnWriter::open(const std::string& path, Precision precision) {
  Result<WholeFile> file = WholeFile::open(path, 0600);
  if (!file) return tl::unexpected(file.error());
  // The header is written over this when it is known.
  if (const auto written = file->write(std::string(ColumnLayout::kStart, '\0')); !written)
    return tl::unexpected(written.error());
  return ColumnWriter(*std::move(file), precision);
}

Result<void> ColumnWriter::begin(std::size_t features) {
  layout_.features = features;
  layout_.block_rows = block_rows_for(layout_);
  block_.resize(layout_.block_bytes(layout_.block_rows));
  return {};
}

Result<double> ColumnWriter::label_number(std::string_view text) {
  if (const std::optional<double> number = parse_number(text)) return *number;
  text = trimmed(text);
  if (text.empty())
    return wrong(Fault::data, "the value of the target is missing", "fill it in or remove the row beforehand");
  auto known = words_.find(text);
  if (known == words_.end()) {
    if (!is_name(text))
      return wrong(Fault::data, "the label is not UTF-8 text that can be shown", "save the file as UTF-8");
    if (words_.size() == kMostWords)
      return wrong(Fault::data, fmt::format("the target has more than {} different words", kMostWords),
                   "name the column of the labels with --target");
    known = words_.emplace(text, static_cast<std::uint32_t>(words_.size())).first;
  }
  return label_of_word(known->second);
}

Result<void> ColumnWriter::add(const Schema& schema, std::span<const double> features,
                               std::optional<std::string_view> label) {
  require(label.has_value() && features.size() == schema.features.size(), "a row has a label and all its features");
  if (layout_.rows == 0)
    if (const Result<void> begun = begin(features.size()); !begun) return begun;
  const Result<double> number = label_number(*label);
  if (!number) return tl::unexpected(number.error());
  const std::size_t stride = layout_.stride(layout_.block_rows);
  if (layout_.precision == Precision::float32)
    put<float>(block_, stride, in_block_, features);
  else
    put<double>(block_, stride, in_block_, features);
  std::memcpy(block_.data() + layout_.columns_bytes(layout_.block_rows) + in_block_ * sizeof(double), &*number,
              sizeof(double));
  ++layout_.rows;
  if (progress && share && layout_.rows % 4096 == 0) progress(share());
  return ++in_block_ < layout_.block_rows ? Result<void>() : flush();
}

Result<void> ColumnWriter::flush() {
  // The last block is cut to what it holds.
  if (in_block_ < layout_.block_rows) {
    AlignedVector<std::byte> cut(layout_.block_bytes(in_block_));
    const std::size_t size = layout_.value_bytes();
    for (std::size_t j = 0; j < layout_.features; ++j)
      std::memcpy(cut.data() + j * layout_.stride(in_block_) * size,
                  block_.data() + j * layout_.stride(layout_.block_rows) * size, in_block_ * size);
    std::memcpy(cut.data() + layout_.columns_bytes(in_block_),
                block_.data() + layout_.columns_bytes(layout_.block_rows), in_block_ * sizeof(double));
    block_ = std::move(cut);
  }
  in_block_ = 0;
  return file_.write(text_of(block_));
}

Result<std::uint64_t> ColumnWriter::finish(ColumnDescription description) {
  require(layout_.rows > 0, "a column file has rows");
  if (in_block_ > 0)
    if (const Result<void> written = flush(); !written) return tl::unexpected(written.error());
  block_ = {};
  description.words.resize(words_.size());
  for (const auto& [word, number] : words_) description.words[number] = word;
  const std::string text = description_text(description);
  if (const Result<void> written = file_.write(text); !written) return tl::unexpected(written.error());
  if (const Result<void> begun = file_.write_at_start(header_bytes(layout_, text)); !begun)
    return tl::unexpected(begun.error());
  if (const Result<void> done = file_.finish(); !done) return tl::unexpected(done.error());
  return layout_.end() + text.size();
}

}  // namespace discreet
