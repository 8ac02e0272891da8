// Names in an error: a table may have a million, and a line must stay one that can be read.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>
#include <vector>

namespace discreet {

inline std::string named_in_a_line(const std::vector<std::string>& names) {
  constexpr std::ptrdiff_t kMost = 50;
  const auto count = static_cast<std::ptrdiff_t>(names.size());
  const std::string first = fmt::format("{}", fmt::join(names.begin(), names.begin() + std::min(kMost, count), ", "));
  return count > kMost ? fmt::format("{} and {} more", first, count - kMost) : first;
}

}  // namespace discreet
