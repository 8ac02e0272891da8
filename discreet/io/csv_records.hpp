// Splits comma- or tab-separated text into records, a buffer at a time: quoting, doubled quotes, line breaks inside
// quotes, CRLF, a byte order mark, a last line without its line feed.
#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "discreet/base/result.hpp"
#include "discreet/io/text_window.hpp"

namespace discreet {

class CsvRecords {
 public:
  CsvRecords(ByteStream& stream, char delimiter) : window_(stream), delimiter_(delimiter) {}

  // Moves to the next record that is not empty; false at the end of the file.
  [[nodiscard]] Result<bool> next();

  // Valid until the next call of next().
  std::span<const std::string_view> fields() const { return fields_; }
  std::size_t line() const { return line_; }  // where the record starts, counted from 1
  // What lies before the next record: bytes and lines.
  std::uint64_t bytes_before_next() const { return offset_; }
  std::size_t lines_before_next() const { return next_line_ - 1; }

  // An error at the current record.
  tl::unexpected<Error> malformed(const std::string& rule, std::string hint = {}) const {
    return window_.malformed(line_, rule, std::move(hint));
  }

 private:
  Result<bool> find_record();
  Result<bool> fill();
  Result<void> split(std::string_view record);
  Result<std::size_t> quoted(std::string_view record, std::size_t at);

  TextWindow window_;
  char delimiter_;
  std::size_t record_length_ = 0;
  std::size_t consumed_ = 0;  // with the line feed
  std::size_t lines_in_record_ = 0;
  std::size_t line_ = 0, next_line_ = 1;
  std::uint64_t offset_ = 0;
  std::vector<std::string_view> fields_;
  std::deque<std::string> unescaped_;  // the fields that had doubled quotes
};

}  // namespace discreet
