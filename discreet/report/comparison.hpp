// A page about a comparison.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace discreet {

std::string comparison_report(const nlohmann::json& comparison);

}  // namespace discreet
