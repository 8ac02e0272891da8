#include "discreet/io/lines.hpp"

#include <fmt/format.h>

namespace discreet {
namespace {

constexpr std::size_t kLongestLine = std::size_t{1} << 28;  // ten million entries

}  // namespace

Result<bool> Lines::fill() {
  if (!window_.at_end() && window_.left().size() > kLongestLine)
    return malformed(fmt::format("a line is longer than {} MiB", kLongestLine >> 20));
  return window_.fill();
}

Result<bool> Lines::next() {
  ++line_;
  for (std::size_t scanned = 0;;) {
    const std::size_t have = window_.left().size(), feed = window_.left().find('\n', scanned);
    const bool found = feed != std::string_view::npos;
    if (!found) {
      scanned = have;
      const Result<bool> more = fill();
      if (!more) return more;
      if (*more) continue;
      if (have == 0) return false;
    }
    text_ = window_.left().substr(0, feed);
    window_.consume(found ? feed + 1 : have);
    if (line_ == 1 && text_.starts_with("\xEF\xBB\xBF")) text_.remove_prefix(3);
    if (text_.ends_with('\r')) text_.remove_suffix(1);
    return true;
  }
}

}  // namespace discreet
