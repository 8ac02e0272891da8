// What may be typed behind an option or in the place of an argument, for a shell to offer.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace discreet {

struct OptionWords {
  std::vector<std::string> words;  // those with a number or a file behind them end in a colon: l1:
  bool files = false;              // also a path
};

OptionWords words_of(std::string_view command, const CLI::Option& option);

// --name, without what CLI11 knows besides; empty for an argument that goes by its place.
std::vector<std::string> spellings(const CLI::Option& option);
bool takes_value(const CLI::Option& option);

}  // namespace discreet
