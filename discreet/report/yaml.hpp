#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace discreet {

// JSON as YAML for people: one line for each value, strings always quoted, infinities as YAML has them.
std::string to_yaml(const nlohmann::ordered_json& json);

}  // namespace discreet
