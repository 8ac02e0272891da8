#include "discreet/io/column_file.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <fstream>

#include "discreet/base/contract.hpp"

namespace discreet {

bool is_column_file(const std::string& path) {
  std::string lower = path;
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (lower.ends_with(".dcols") || lower.ends_with(".dcols.gz")) return true;
  // What is read from a pipe is gone from it.
  struct stat about {};
  if (stat(path.c_str(), &about) != 0 || !S_ISREG(about.st_mode)) return false;
  std::array<char, kColumnMagic.size()> start{};
  std::ifstream(path, std::ios::binary).read(start.data(), start.size());
  return std::string_view(start.data(), start.size()) == kColumnMagic;
}

Result<ColumnFile> ColumnFile::open(const std::string& path) {
  Result<MappedFile> file = MappedFile::open(path);
  if (!file) return tl::unexpected(file.error());
  const std::string_view bytes(reinterpret_cast<const char*>(file->bytes().data()), file->size());
  const Result<ColumnHeader> header = read_header(bytes.substr(0, kColumnHeader), file->size(), path);
  if (!header) return tl::unexpected(header.error());
  const std::string text(bytes.substr(bytes.size() - header->description_bytes));
  Result<ColumnDescription> description = read_description(text, *header, path);
  if (!description) return tl::unexpected(description.error());
  return ColumnFile(path, *std::move(file), header->layout, *std::move(description));
}

template <class T>
DenseColumns<T> ColumnFile::columns(std::size_t first, std::size_t count) const {
  require(sizeof(T) == layout_.value_bytes(), "columns are asked for in the precision they have");
  require(first % 8 == 0 && first <= layout_.rows && count <= layout_.rows - first, "these rows are in the file");
  std::vector<Run<T>> runs;
  for (std::size_t at = first; at < first + count; at += runs.back().rows) {
    const std::uint64_t number = at / layout_.block_rows, rows = layout_.rows_in(number);
    const std::size_t offset = at - number * layout_.block_rows;
    runs.push_back({reinterpret_cast<const T*>(block(number)) + offset, std::min(rows - offset, first + count - at),
                    layout_.stride(rows)});
  }
  return columns_over<T>(runs, layout_.features, file_.owner());
}

std::span<const double> ColumnFile::labels(std::uint64_t number) const {
  const std::uint64_t rows = layout_.rows_in(number);
  return {reinterpret_cast<const double*>(block(number) + layout_.columns_bytes(rows)), rows};
}

Result<std::string> ColumnFile::label_text(double label) const {
  if (std::isfinite(label)) return fmt::format("{}", label);
  const std::optional<std::uint32_t> word = word_of_label(label);
  if (word && *word < description_.words.size()) return description_.words[*word];
  return wrong(Fault::data, "the label is neither a number nor one of its words");
}

template DenseColumns<float> ColumnFile::columns(std::size_t, std::size_t) const;
template DenseColumns<double> ColumnFile::columns(std::size_t, std::size_t) const;

}  // namespace discreet
