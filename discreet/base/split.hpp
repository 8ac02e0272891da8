// Lists in a text: 40,65 and the like.
#pragma once

#include <string_view>
#include <vector>

namespace discreet {

// What stands between the separators, views of the text; empty parts count, and an empty text is one of them.
inline std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (std::size_t at = 0;;) {
    const std::size_t end = text.find(separator, at);
    parts.push_back(text.substr(at, end - at));
    if (end == text.npos) return parts;
    at = end + 1;
  }
}

}  // namespace discreet
