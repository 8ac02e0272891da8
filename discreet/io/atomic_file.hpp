// Writes a file whole or not at all: beside its place first, then moved there.
#pragma once

#include <string>
#include <string_view>

#include "discreet/base/result.hpp"

namespace discreet {

// "-" is standard output.
[[nodiscard]] Result<void> write_whole(const std::string& path, std::string_view content);
[[nodiscard]] Result<std::string> read_whole(const std::string& path, std::size_t most_bytes);

}  // namespace discreet
