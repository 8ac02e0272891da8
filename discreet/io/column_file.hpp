// A column file that is open: its description, and its columns where they lie.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "discreet/base/result.hpp"
#include "discreet/data/borrowed_columns.hpp"
#include "discreet/io/column_header.hpp"
#include "discreet/io/mapped_file.hpp"

namespace discreet {

// By its name or, whatever it is called, by its first bytes.
bool is_column_file(const std::string& path);

class ColumnFile {
 public:
  [[nodiscard]] static Result<ColumnFile> open(const std::string& path);

  const std::string& name() const { return name_; }
  const ColumnLayout& layout() const { return layout_; }
  const ColumnDescription& description() const { return description_; }

  // The columns of `count` rows from `first`, which is a multiple of 8. T is what the layout says. They keep the file.
  template <class T>
  DenseColumns<T> columns(std::size_t first, std::size_t count) const;
  // The labels of all rows of a block.
  std::span<const double> labels(std::uint64_t block) const;
  // A label as it was written, which an error shows only as far as it is a word; or that there is no such label.
  [[nodiscard]] Result<std::string> label_text(double label) const;

 private:
  ColumnFile(std::string name, MappedFile file, ColumnLayout layout, ColumnDescription description)
      : name_(std::move(name)), file_(std::move(file)), layout_(layout), description_(std::move(description)) {}
  const std::byte* block(std::uint64_t number) const { return file_.bytes().data() + layout_.start_of(number); }

  std::string name_;
  MappedFile file_;
  ColumnLayout layout_;
  ColumnDescription description_;
};

}  // namespace discreet
