#include "discreet/io/lines.hpp"

#include <fmt/format.h>

#include <cstring>

namespace discreet {
namespace {

constexpr std::size_t kLongestLine = std::size_t{1} << 28;  // ten million entries

}  // namespace

tl::unexpected<Error> Lines::malformed(const std::string& rule, std::string hint) const {
  return wrong(Fault::data, fmt::format("{}: {}", stream_->place(line_), rule), std::move(hint));
}

// Makes room behind what is left and reads more; false when there is no more.
Result<bool> Lines::fill() {
  if (at_end_) return false;
  std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
  end_ -= begin_;
  begin_ = 0;
  if (end_ > kLongestLine) return malformed(fmt::format("a line is longer than {} MiB", kLongestLine >> 20));
  if (buffer_.size() < end_ + kBuffer) buffer_.resize(2 * end_ + kBuffer);
  const Result<std::size_t> got = stream_->read(std::span(buffer_).subspan(end_));
  if (!got) return tl::unexpected(got.error());
  at_end_ = *got < buffer_.size() - end_;
  end_ += *got;
  return *got > 0;
}

Result<bool> Lines::next() {
  ++line_;
  for (std::size_t scanned = 0;;) {
    const char* start = buffer_.data() + begin_;
    const std::size_t have = end_ - begin_;
    const void* feed = have > scanned ? std::memchr(start + scanned, '\n', have - scanned) : nullptr;
    if (!feed) {
      scanned = have;
      const Result<bool> more = fill();
      if (!more) return more;
      if (*more) continue;
      if (have == 0) return false;
    }
    // fill() may have moved what is left, but only where it found more.
    const std::size_t length = feed ? static_cast<std::size_t>(static_cast<const char*>(feed) - start) : have;
    text_ = {buffer_.data() + begin_, length};
    begin_ += length + (feed ? 1 : 0);
    if (line_ == 1 && text_.starts_with("\xEF\xBB\xBF")) text_.remove_prefix(3);
    if (text_.ends_with('\r')) text_.remove_suffix(1);
    return true;
  }
}

}  // namespace discreet
