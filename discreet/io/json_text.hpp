// JSON that somebody else wrote. What could mean two things or exhaust the program is refused: a name that stands twice
// in one object, and nesting deeper than any file of ours.
#pragma once

#include <string>

#include "discreet/base/result.hpp"
#include "discreet/io/event_json.hpp"

namespace discreet {

// `name` is what errors call it.
[[nodiscard]] Result<Json> parse_json(const std::string& text, const std::string& name);

}  // namespace discreet
