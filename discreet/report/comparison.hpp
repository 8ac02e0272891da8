// A page about a comparison of solvers: error against passes and against epsilon, time against error, the settings that
// were chosen, and everything in a table. Its figures come from the data, so it says in front that it is not private.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace discreet {

// From the JSON of `compare`. What is missing or malformed in it is left out of the page: a comparison that was
// interrupted can be looked at too.
std::string comparison_report(const nlohmann::json& comparison);

}  // namespace discreet
