#include "discreet/io/events_file.hpp"

#include <fmt/format.h>

#include <stdexcept>

#include "discreet/io/atomic_file.hpp"
#include "discreet/io/event_json.hpp"
#include "discreet/io/json_text.hpp"

namespace discreet {
namespace {

constexpr std::size_t kLargest = std::size_t{256} << 20;

Result<Neighbours> relation_in(const Json& json, std::optional<Neighbours> given, const std::string& path) {
  if (!json.contains("neighbours")) {
    if (given) return *given;
    return wrong(Fault::data, fmt::format("{}: 'neighbours' is missing", path),
                 "a noise multiplier means nothing without it: replace-one, zero-out or add-remove");
  }
  for (const Neighbours relation : {Neighbours::replace_one, Neighbours::zero_out, Neighbours::add_remove})
    if (json["neighbours"] == name(relation)) {
      if (given && *given != relation)
        return wrong(Fault::usage, fmt::format("--neighbours {}: {} says {}", name(*given), path, name(relation)));
      return relation;
    }
  return wrong(Fault::data, fmt::format("{}: 'neighbours' is replace-one, zero-out or add-remove", path));
}

}  // namespace

Result<EventsFile> read_events(const std::string& path, std::optional<Neighbours> neighbours) {
  const Result<std::string> text = read_whole(path, kLargest);
  if (!text) return tl::unexpected(text.error());
  return events_from(*text, path, neighbours);
}

Result<EventsFile> events_from(const std::string& text, const std::string& path, std::optional<Neighbours> neighbours) {
  const Result<Json> whole = parse_json(text, path);
  if (!whole) return tl::unexpected(whole.error());
  const Json& json = whole->is_object() && whole->contains("privacy") ? whole->at("privacy") : *whole;
  if (!json.is_object() || !json.contains("events") || !json["events"].is_array())
    return wrong(Fault::data, fmt::format("{}: an object with a list of 'events' is expected", path));

  const auto relation = relation_in(json, neighbours, path);
  if (!relation) return tl::unexpected(relation.error());
  EventsFile file{{*relation, {}}, std::nullopt};
  if (json.contains("delta")) {
    const double delta = json["delta"].is_number() ? json["delta"].get<double>() : -1;
    if (!(delta >= 0 && delta < 1))
      return wrong(Fault::data, fmt::format("{}: 'delta' is not a number from 0 to below 1", path));
    file.delta = Delta{delta};
  }
  for (const Json& event : json["events"]) {
    const std::size_t number = file.plan.lines.size() + 1;
    try {
      PlanLine line;
      line.event = event_from_json(event, *relation);
      line.what = event.contains("what") && event["what"].is_string() ? event["what"].get<std::string>()
                                                                      : fmt::format("event {}", number);
      line.groups = count_in(event, "count", 1);
      line.numbers = count_in(event, "numbers_each", 0);
      file.plan.lines.push_back(std::move(line));
    } catch (const std::exception& problem) {  // event_from_json's and ours: the file, not the program, is wrong
      return wrong(Fault::data, fmt::format("{}: event {}: {}", path, number, problem.what()));
    }
  }
  return file;
}

}  // namespace discreet
