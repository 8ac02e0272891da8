// Events as JSON, as `account` and `calibrate` read them and as a model's label lists them.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "discreet/base/result.hpp"
#include "discreet/privacy/event.hpp"

namespace discreet {

using Json = nlohmann::ordered_json;

// The fields of an event, its type first.
Json event_to_json(const Event& event);

// What is wrong with an event, in words about it, and what to do.
struct EventProblem : std::runtime_error {
  EventProblem(const std::string& what, std::string to_do) : std::runtime_error(what), hint(std::move(to_do)) {}
  std::string hint;
};

// Under replace-one, the multiplier of a plain Gaussian is taken over one row's contribution, as it is for a sampled
// one, so that sampling everybody equals not sampling; with "relative_to": "sensitivity" it is taken over the distance
// of two contributions, as in a model's label. Fields that it does not have are refused: a misspelt one would not
// count. Throws EventProblem when something is wrong.
Event event_from_json(const Json& json, Neighbours neighbours);

// How often, which must be there if there is no other answer. Throws as above.
std::uint64_t count_in(const Json& event, const char* key, std::optional<std::uint64_t> otherwise);

// The first name in the object that is not among `known`, if there is one.
std::optional<std::string> unknown_in(const Json& object, const std::vector<std::string_view>& known);

}  // namespace discreet
