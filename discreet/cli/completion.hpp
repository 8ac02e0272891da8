// What a shell needs to know to complete a command line, and the scripts that tell it.
#pragma once

#include <string>
#include <vector>

#include "discreet/cli/option_words.hpp"

namespace discreet {

struct CompletedOption {
  std::vector<std::string> names;  // with their dashes; for an argument that goes by its place, what the help calls it
  std::string help;
  bool takes_value = false;
  OptionWords words;
};

struct CompletedCommand {
  std::string name, help;
  std::vector<CompletedOption> options, places;
};
using CompletionTable = std::vector<CompletedCommand>;

std::string bash_completion(const CompletionTable& table);
std::string zsh_completion(const CompletionTable& table);
std::string fish_completion(const CompletionTable& table);

}  // namespace discreet
