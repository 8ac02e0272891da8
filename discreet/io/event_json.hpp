// Events as JSON, as `account` and `calibrate` read them and as a model's label lists them.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>

#include "discreet/base/result.hpp"
#include "discreet/privacy/event.hpp"

namespace discreet {

using Json = nlohmann::ordered_json;

// The fields of an event, its type first.
Json event_to_json(const Event& event);

// Under replace-one, the multiplier of a plain Gaussian is taken over one row's contribution, as it is for a sampled
// one, so that sampling everybody equals not sampling; with "relative_to": "sensitivity" it is taken over the distance
// of two contributions, as in a model's label. Throws std::runtime_error in words about the event when something is
// wrong.
Event event_from_json(const Json& json, Neighbours neighbours);

// How often, which must be there if there is no other answer. Throws as above.
std::uint64_t count_in(const Json& event, const char* key, std::optional<std::uint64_t> otherwise);

}  // namespace discreet
