// Options in a file: what the parser of its form would pass over is refused.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "discreet/base/result.hpp"

namespace discreet {

[[nodiscard]] Result<std::vector<CLI::ConfigItem>> read_config(const std::string& path);

// Sections are named after commands.
[[nodiscard]] Result<void> check_section(const CLI::ConfigItem& item, const CLI::App& app, const std::string& path);
// A value that the option cannot have, which its own words would not be about.
[[nodiscard]] Result<void> check_item(const CLI::ConfigItem& item, const CLI::App& command, const std::string& path);

}  // namespace discreet
