#include "discreet/io/json_text.hpp"

#include <fmt/format.h>

#include <unordered_set>
#include <vector>

namespace discreet {
namespace {

constexpr std::size_t kDeepest = 64;  // copying and writing call themselves for every level
// Objects keep the order of their names and are searched from the front, so that time grows with the square.
constexpr std::size_t kMostNames = 100'000;

}  // namespace

Result<Json> parse_json(const std::string& text, const std::string& name) {
  std::vector<std::unordered_set<std::string>> names;
  std::string problem;
  const auto watch = [&](int depth, Json::parse_event_t seen, Json& parsed) {
    using Seen = Json::parse_event_t;
    if (!problem.empty()) return false;
    if (seen == Seen::object_start) names.emplace_back();
    if (seen == Seen::object_end) names.pop_back();
    if ((seen == Seen::object_start || seen == Seen::array_start) && static_cast<std::size_t>(depth) >= kDeepest)
      problem = fmt::format("it is nested deeper than {} levels", kDeepest);
    if (seen == Seen::key) {
      if (!names.back().insert(parsed.get<std::string>()).second)
        problem = "a name stands twice in one object";
      else if (names.back().size() > kMostNames)
        problem = fmt::format("an object has more than {} names", kMostNames);
    }
    return problem.empty();
  };
  Json json = Json::parse(text, watch, false);
  if (!problem.empty()) return wrong(Fault::data, fmt::format("{}: {}", name, problem));
  if (json.is_discarded())
    return wrong(Fault::data, fmt::format("{}: this is not JSON, or the file is cut short", name),
                 "check that it is the right file: models and events are JSON, data is not");
  return json;
}

}  // namespace discreet
