#include "discreet/io/event_json.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "discreet/accounting/event_text.hpp"
#include "discreet/base/mistake.hpp"
#include "discreet/base/nearest.hpp"

namespace discreet {
namespace {

struct Fields {
  Json& json;
  void operator()(const GaussianEvent& e) const {
    json["noise_multiplier"] = e.multiplier.value;
    json["relative_to"] = "sensitivity";
  }
  void operator()(const PoissonGaussianEvent& e) const {
    json["sampling"] = e.sampling;
    json["noise_multiplier"] = e.multiplier.value;
    json["relative_to"] = "row";
  }
  void operator()(const FixedBatchGaussianEvent& e) const {
    json["rows"] = e.rows;
    json["batch"] = e.batch;
    json["noise_multiplier"] = e.multiplier.value;
    json["relative_to"] = "sensitivity";
  }
  void operator()(const LaplaceEvent& e) const {
    json["noise_multiplier"] = e.multiplier.value;
    json["relative_to"] = "sensitivity";
  }
  void operator()(const ExponentialEvent& e) const { json["epsilon"] = e.epsilon.value; }
  void operator()(const PureEvent& e) const { json["epsilon"] = e.epsilon.value; }
  void operator()(const ApproximateEvent& e) const {
    json["epsilon"] = e.epsilon.value;
    json["delta"] = e.delta.value;
  }
  void operator()(const NonPrivateEvent&) const {}
};

[[noreturn]] void refuse(const std::string& what, std::string hint) { throw EventProblem(what, std::move(hint)); }

// What an event of a type has besides its name, how often it happened and what a model's label says of it.
struct TypeFields {
  std::string_view type;
  std::vector<std::string_view> own;
};
const std::vector<TypeFields>& all_types() {
  static const std::vector<TypeFields> all{
      {"gaussian", {"noise_multiplier", "relative_to"}},
      {"poisson_gaussian", {"sampling", "noise_multiplier", "relative_to"}},
      {"fixed_batch_gaussian", {"rows", "batch", "noise_multiplier", "relative_to"}},
      {"laplace", {"noise_multiplier", "relative_to"}},
      {"exponential", {"epsilon"}},
      {"pure", {"epsilon"}},
      {"approximate", {"epsilon", "delta"}},
      {"non_private", {}},
  };
  return all;
}

void refuse_unknown(const Json& json, const std::string& type) {
  std::vector<std::string_view> names;
  for (const TypeFields& each : all_types()) {
    names.push_back(each.type);
    if (each.type != type) continue;
    std::vector<std::string_view> known = each.own;
    known.insert(known.end(), {"type", "count", "what", "numbers_each", "share"});
    const auto unknown = unknown_in(json, known);
    if (!unknown) return;
    refuse(fmt::format("'{}' is not a field of a {} event", *unknown, type),
           suggesting(*unknown, known, fmt::format("it has: {}", fmt::join(known, ", "))));
  }
  refuse(fmt::format("'{}' is not a type of event", type),
         suggesting(type, names, fmt::format("there are {}", fmt::join(names, ", "))));
}

double number(const Json& json, const char* key, double above, double most) {
  const std::string hint = fmt::format("give a number above {} and of at most {}", above, most);
  if (!json.contains(key)) refuse(fmt::format("'{}' is missing", key), hint);
  if (!json[key].is_number()) refuse(fmt::format("'{}' is not a number", key), hint);
  const double value = json[key].get<double>();
  if (!(value > above && value <= most)) refuse(fmt::format("'{}' is out of range", key), hint);
  return value;
}

std::uint64_t whole(const Json& json, const char* key) {
  const double value = number(json, key, 0, 0x1p53);
  if (value != std::floor(value))
    refuse(fmt::format("'{}' is not a whole number", key), "give a whole number of at least 1");
  return static_cast<std::uint64_t>(value);
}

constexpr double kMost = 1e300;

// The noise over `wanted`, "row" or "sensitivity", whichever of them the event has it over. A replaced row moves a sum
// by two rows' contributions; under other relations the two are the same.
NoiseMultiplier multiplier(const Json& json, Neighbours neighbours, std::string_view usual, std::string_view wanted) {
  const Json relative = json.value("relative_to", Json(usual));
  if (relative != "row" && relative != "sensitivity")
    refuse("'relative_to' is neither row nor sensitivity",
           "row: what one row contributes at most; sensitivity: how far neighbours are apart");
  const double given = number(json, "noise_multiplier", 0, kMost);
  if (neighbours != Neighbours::replace_one || relative == wanted || planted(Mistake::misread_multiplier))
    return {given};
  return {wanted == "row" ? 2 * given : given / 2};
}

}  // namespace

Json event_to_json(const Event& event) {
  Json json{{"type", type_name(event)}};
  std::visit(Fields{json}, event);
  return json;
}

Event event_from_json(const Json& json, Neighbours neighbours) {
  const char* example = "as in {\"type\": \"gaussian\", \"noise_multiplier\": 20, \"count\": 400}";
  if (!json.is_object()) refuse("an event is an object with a type", example);
  if (!json.contains("type") || !json["type"].is_string()) refuse("'type' is missing", example);
  const std::string type = json["type"].get<std::string>();
  refuse_unknown(json, type);
  if (type == "gaussian") return GaussianEvent{multiplier(json, neighbours, "row", "sensitivity")};
  if (type == "poisson_gaussian")
    return PoissonGaussianEvent{number(json, "sampling", 0, 1), multiplier(json, neighbours, "row", "row")};
  if (type == "fixed_batch_gaussian") {
    const FixedBatchGaussianEvent event{whole(json, "rows"), whole(json, "batch"),
                                        multiplier(json, neighbours, "sensitivity", "sensitivity")};
    if (event.batch > event.rows) refuse("'batch' is larger than 'rows'", "a batch is drawn from the rows");
    if (neighbours != Neighbours::replace_one)
      refuse("fixed batches are accounted for under replace-one neighbours only", "use poisson_gaussian");
    return event;
  }
  if (type == "laplace") return LaplaceEvent{multiplier(json, neighbours, "sensitivity", "sensitivity")};
  if (type == "exponential") return ExponentialEvent{{number(json, "epsilon", 0, 1e6)}};
  if (type == "pure") return PureEvent{{number(json, "epsilon", 0, 1e6)}};
  if (type == "approximate") return ApproximateEvent{{number(json, "epsilon", 0, 1e6)}, {number(json, "delta", 0, 1)}};
  return NonPrivateEvent{};
}

std::optional<std::string> unknown_in(const Json& object, const std::vector<std::string_view>& known) {
  for (const auto& [key, value] : object.items())
    if (std::find(known.begin(), known.end(), key) == known.end()) return key;
  return std::nullopt;
}

std::uint64_t count_in(const Json& event, const char* key, std::optional<std::uint64_t> otherwise) {
  if (otherwise && !event.contains(key)) return *otherwise;
  const double count = event.contains(key) && event[key].is_number() ? event[key].get<double>() : -1;
  if (!(count >= 0 && count <= 0x1p53 && count == std::floor(count)))
    refuse(fmt::format("'{}' is not a whole number of at least 0", key), "leave it out, or count");
  return static_cast<std::uint64_t>(count);
}

}  // namespace discreet
