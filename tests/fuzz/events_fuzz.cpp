// Lists of events. Those that can be read can be written, and are the same when they are read again.
#include "discreet/io/event_json.hpp"
#include "discreet/io/events_file.hpp"
#include "tests/fuzz/input.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace discreet;
  const std::string text(reinterpret_cast<const char*>(data), size);
  const auto events = events_from(text, "events", Neighbours::replace_one);
  if (!events) return 0;
  for (const PlanLine& line : events->plan.lines) {
    const Json json = event_to_json(line.event);
    if (event_to_json(event_from_json(json, Neighbours::replace_one)) != json) __builtin_trap();
  }
  return 0;
}
