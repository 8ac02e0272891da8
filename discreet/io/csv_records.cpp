#include "discreet/io/csv_records.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace discreet {
namespace {

constexpr std::size_t kLongestRecord = std::size_t{1} << 26;

}  // namespace

Result<bool> CsvRecords::fill() {
  if (!window_.at_end() && window_.left().size() > kLongestRecord) {
    line_ = next_line_;
    return malformed(fmt::format("a record is longer than {} MiB; is a quote left open?", kLongestRecord >> 20));
  }
  return window_.fill();
}

// Finds where the record that is next ends: at a line feed outside quotes.
Result<bool> CsvRecords::find_record() {
  std::size_t scanned = 0, quotes = 0;
  lines_in_record_ = 1;
  for (;;) {
    const char* start = window_.left().data();
    const std::size_t have = window_.left().size();
    const auto* feed =
        have > scanned ? static_cast<const char*>(std::memchr(start + scanned, '\n', have - scanned)) : nullptr;
    const std::size_t stop = feed ? static_cast<std::size_t>(feed - start) : have;
    if (std::memchr(start + scanned, '"', stop - scanned))
      quotes += static_cast<std::size_t>(std::count(start + scanned, start + stop, '"'));
    scanned = stop;
    if (feed && quotes % 2 == 0) {
      record_length_ = stop;
      consumed_ = stop + 1;
      return true;
    }
    if (feed) {
      ++lines_in_record_;
      ++scanned;
      continue;
    }
    const Result<bool> more = fill();
    if (!more) return more;
    if (*more) continue;
    record_length_ = consumed_ = have;
    return have > 0;
  }
}

Result<bool> CsvRecords::next() {
  for (;;) {
    const Result<bool> found = find_record();
    if (!found || !*found) return found;
    std::string_view record = window_.left().substr(0, record_length_);
    window_.consume(consumed_);
    offset_ += consumed_;
    line_ = next_line_;
    next_line_ += lines_in_record_;
    if (line_ == 1 && record.starts_with("\xEF\xBB\xBF")) record.remove_prefix(3);
    if (!record.empty() && record.back() == '\r') record.remove_suffix(1);
    if (record.empty()) continue;
    const Result<void> done = split(record);
    if (!done) return tl::unexpected(done.error());
    return true;
  }
}

Result<void> CsvRecords::split(std::string_view record) {
  fields_.clear();
  unescaped_.clear();
  std::size_t at = 0;
  for (;;) {
    if (at < record.size() && record[at] == '"') {
      const Result<std::size_t> after = quoted(record, at + 1);
      if (!after) return tl::unexpected(after.error());
      at = *after;
      if (at == record.size()) return {};
      if (record[at] != delimiter_)
        return malformed("text follows a closing quote", "a quote within quotes is written twice");
    } else {
      const std::size_t stop = std::min(record.find(delimiter_, at), record.size());
      fields_.push_back(record.substr(at, stop - at));
      at = stop;
      if (at == record.size()) return {};
    }
    ++at;  // the delimiter; one at the very end leaves an empty last field
  }
}

// Reads a quoted field whose text starts at `at`; returns where it ends.
Result<std::size_t> CsvRecords::quoted(std::string_view record, std::size_t at) {
  std::size_t close = record.find('"', at);
  if (close != record.npos && (close + 1 == record.size() || record[close + 1] != '"')) {
    fields_.push_back(record.substr(at, close - at));
    return close + 1;
  }
  std::string& text = unescaped_.emplace_back();
  while (close != record.npos) {
    text.append(record, at, close - at);
    if (close + 1 == record.size() || record[close + 1] != '"') {
      fields_.push_back(text);
      return close + 1;
    }
    text.push_back('"');
    at = close + 2;
    close = record.find('"', at);
  }
  return malformed("a quote is not closed", "close it; a quote within quotes is written twice");
}

}  // namespace discreet
