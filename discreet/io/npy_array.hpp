// A numpy array in a file, as rows of numbers. What the header claims is believed only as far as bytes follow.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "discreet/base/result.hpp"
#include "discreet/io/byte_stream.hpp"

namespace discreet {

class NpyArray {
 public:
  // One dimension is one column.
  [[nodiscard]] static Result<NpyArray> open(ByteStream& stream);

  std::size_t rows() const { return rows_; }
  std::size_t columns() const { return columns_; }
  // Passes over rows, before the first is read.
  [[nodiscard]] Result<void> skip(std::size_t rows);
  // The next of its rows.
  [[nodiscard]] Result<void> read(std::span<double> row);
  // Nothing follows the last row.
  [[nodiscard]] Result<void> finish();

  // An error at the current row.
  tl::unexpected<Error> malformed(const std::string& rule, std::string hint = {}) const;

 private:
  explicit NpyArray(ByteStream& stream) : stream_(&stream) {}
  Result<void> read_header();
  Result<void> understand(const std::string& header);
  Result<void> take(std::span<char> bytes);
  Result<void> take_all();

  ByteStream* stream_;
  std::size_t rows_ = 0, columns_ = 0, size_ = 0;  // size_ of an element, in bytes
  double (*number_)(const char*) = nullptr;
  bool by_columns_ = false;
  std::vector<char> bytes_;  // a row, or everything if it comes by columns
  std::size_t next_ = 0;
};

}  // namespace discreet
