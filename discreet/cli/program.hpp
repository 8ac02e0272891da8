// The whole program as the parser knows it: what is parsed, what the manual describes and what a shell completes are
// one declaration.
#pragma once

#include <CLI/CLI.hpp>

#include "discreet/cli/command.hpp"

namespace discreet {

// Adds every command; the one that is parsed leaves in `chosen` what it wants done.
void declare_commands(CLI::App& app, Action& chosen);

}  // namespace discreet
