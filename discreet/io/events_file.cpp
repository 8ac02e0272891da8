#include "discreet/io/events_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "discreet/base/nearest.hpp"
#include "discreet/io/atomic_file.hpp"
#include "discreet/io/event_json.hpp"
#include "discreet/io/json_text.hpp"
#include "discreet/io/label_json.hpp"

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
        return wrong(Fault::usage, fmt::format("--neighbours {}: {} says {}", name(*given), path, name(relation)),
                     "leave the option out");
      return relation;
    }
  return wrong(Fault::data, fmt::format("{}: 'neighbours' is not a relation that there is", path),
               "there are replace-one, zero-out and add-remove");
}

// A misspelt field would not count. Others are somebody's notes.
Result<void> refuse_slips(const Json& json, const std::string& path) {
  const std::vector<std::string_view> known{"neighbours", "delta", "events"};
  for (const auto& [key, value] : json.items())
    if (const auto meant = nearest(key, known); meant && *meant != key)
      return wrong(Fault::data, fmt::format("{}: '{}' is not a field of a list of events", path, key),
                   suggesting(key, known));
  return {};
}

// What a model says of the trials of which it is the best. A file that does not say what came before them, or what the
// others could spend, is taken to have done everything in each.
TrialPlan trials_in(const Json& json, const Plan& plan) {
  const auto number = [&](const char* key) {
    const double value = json.contains(key) && json[key].is_number() ? json[key].get<double>() : -1;
    if (!(value >= 0)) throw EventProblem(fmt::format("'trials': '{}' is not a number", key), {});
    return value;
  };
  if (!json.is_object()) throw EventProblem("'trials' is not an object", {});
  const double mean = number("mean");
  if (!(mean >= 1)) throw EventProblem("'trials': 'mean' is below 1", {});
  const std::uint64_t once = count_in(json, "once", 0);
  if (once > plan.lines.size()) throw EventProblem("'trials': 'once' is more than there are events", {});
  const auto split = plan.lines.end() - static_cast<std::ptrdiff_t>(once);
  const Plan each{plan.neighbours, {plan.lines.begin(), split}};
  const double rho = trial_rho(each);
  return {{plan.neighbours, {split, plan.lines.end()}},
          json.contains("rho_each") ? std::max(rho / (1 + 1e-9), number("rho_each")) : rho,
          mean,
          count_in(json, "most", std::nullopt)};
}

// What the multipliers were taken to be relative to of events that do not say so.
void note_unstated(const Json& event, std::vector<std::string>& notices) {
  if (!event.contains("noise_multiplier") || event.contains("relative_to")) return;
  const std::string type = event["type"].get<std::string>();
  const bool row = type == "gaussian" || type == "poisson_gaussian";
  std::string notice =
      fmt::format("a {} event does not state relative_to: its noise_multiplier is taken relative to {}", type,
                  row ? "\"row\", what one row contributes at most" : "\"sensitivity\", how far apart neighbours are");
  if (std::find(notices.begin(), notices.end(), notice) == notices.end()) notices.push_back(std::move(notice));
}

void read_label(const Json& json, EventsFile& file) {
  if (json.contains("trials") && !has_poisson_trials(json)) {
    if (!file.delta || !json.contains("epsilon_spent") || !json["epsilon_spent"].is_number())
      throw EventProblem("'trials' of an earlier version need 'delta' and 'epsilon_spent'", {});
    file.plan.lines = {all_trials({json["epsilon_spent"].get<double>()}, *file.delta)};
  } else if (json.contains("trials")) {
    file.trials = trials_in(json["trials"], file.plan);
    if (file.trials->most < 1) throw EventProblem("'trials': 'most' is below 1", {});
  }
  file.caveats = json.value("caveats", std::vector<std::string>());
  file.notices = json.value("notices", std::vector<std::string>());
  // Older files have one list of both, which only "private" tells apart.
  if (json.value("private", false) && !json.contains("notices")) file.notices.swap(file.caveats);
}

}  // namespace

Result<EventsFile> read_events(const std::string& path, std::optional<Neighbours> neighbours) {
  const Result<std::string> text = read_whole(path, kLargest);
  if (!text) return tl::unexpected(text.error());
  return events_from(*text, path == "-" ? "standard input" : path, neighbours);
}

Result<EventsFile> events_from(const std::string& text, const std::string& path, std::optional<Neighbours> neighbours) {
  const Result<Json> whole = parse_json(text, path);
  if (!whole) return tl::unexpected(whole.error());
  const Json& json = whole->is_object() && whole->contains("privacy") ? whole->at("privacy") : *whole;
  if (!json.is_object() || !json.contains("events") || !json["events"].is_array())
    return wrong(Fault::data, fmt::format("{}: an object with a list of 'events' is expected", path),
                 "as in {\"neighbours\": \"add-remove\", \"delta\": 1e-6, \"events\": [...]}, or a model file");
  const bool model = &json != &*whole || json.contains("epsilon_spent");
  if (!model)
    if (const auto fine = refuse_slips(json, path); !fine) return tl::unexpected(fine.error());

  const auto relation = relation_in(json, neighbours, path);
  if (!relation) return tl::unexpected(relation.error());
  EventsFile file{{*relation, {}}, std::nullopt};
  if (json.contains("delta")) {
    const double delta = json["delta"].is_number() ? json["delta"].get<double>() : -1;
    if (!(delta >= 0 && delta < 1))
      return wrong(Fault::data, fmt::format("{}: 'delta' is not a number from 0 to below 1", path),
                   "leave it out and give --delta, or write one as 1e-6");
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
      note_unstated(event, file.notices);
    } catch (const EventProblem& problem) {
      return wrong(Fault::data, fmt::format("{}: event {}: {}", path, number, problem.what()), problem.hint);
    }
  }
  if (!model) return file;
  try {
    read_label(json, file);
  } catch (const std::exception& problem) {  // nlohmann's, and ours above: the file, not the program, is wrong
    return wrong(Fault::data, fmt::format("{}: the model file is malformed: {}", path, problem.what()),
                 "give a file as discreet wrote it");
  }
  return file;
}

}  // namespace discreet
