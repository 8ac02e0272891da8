// A list of events, as people write it for the privacy calculator; also found in every model file.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "discreet/base/result.hpp"
#include "discreet/mechanism/trials.hpp"
#include "discreet/privacy/event.hpp"

namespace discreet {

struct EventsFile {
  Plan plan;
  std::optional<Delta> delta;
  // Of a model that was tuned: the events are those of its own trial, and what was told is the best of many.
  std::optional<TrialPlan> trials = {};
  std::vector<std::string> caveats = {};  // of the model that the events are of: it is not private
  std::vector<std::string> notices = {};  // and what is to be known besides: how what the file leaves open was taken
};

// `path` may be "-". `neighbours` says what the file may leave out, and must not contradict it.
[[nodiscard]] Result<EventsFile> read_events(const std::string& path, std::optional<Neighbours> neighbours);

// The same from JSON text; `name` is what errors call it.
[[nodiscard]] Result<EventsFile> events_from(const std::string& text, const std::string& name,
                                             std::optional<Neighbours> neighbours);

}  // namespace discreet
