// The command line around the parser: other spellings, a configuration file, and errors in words about what was typed.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "discreet/base/result.hpp"

namespace discreet {

// An option that takes a word. That of the command line comes after that of its configuration file, and wins.
// What `value` holds now is shown as the default.
CLI::Option* add_text(CLI::App& app, const std::string& name, std::string& value, const std::string& placeholder,
                      const std::string& help, const std::string& group = "Options");

// American spellings become ours; --json=true is --json.
std::vector<std::string> normalised(std::vector<std::string> arguments);

// The first word, if there is one.
std::string command_of(const std::vector<std::string>& arguments);

// On the command line or in its configuration file.
bool asks_for_json(const std::vector<std::string>& arguments);

// The arguments with --config FILE replaced by what is in the file: keys at its top and in the section of the command.
// They come first, so the command line wins; keys that only other commands have are left out. What is typed twice and
// is no list is refused.
[[nodiscard]] Result<std::vector<std::string>> with_config(std::vector<std::string> arguments, const CLI::App& app);

tl::unexpected<Error> explained(const CLI::ParseError& problem, const std::vector<std::string>& arguments,
                                const CLI::App& app);

}  // namespace discreet
