// What commands that run experiments have in common: how many fits at once, a bar, Ctrl-C.
#pragma once

#include <string>
#include <vector>

#include "discreet/base/result.hpp"
#include "discreet/fit/workplace.hpp"

namespace discreet {

// `threads` as the option has it: all or a number.
[[nodiscard]] Result<Workplace> workplace(const std::string& threads);

// Words between commas, of all texts; empty ones are left out.
std::vector<std::string> listed(const std::vector<std::string>& texts);

}  // namespace discreet
