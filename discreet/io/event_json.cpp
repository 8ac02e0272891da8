#include "discreet/io/event_json.hpp"

#include <fmt/format.h>

#include <cmath>
#include <stdexcept>
#include <string>

#include "discreet/privacy/event_text.hpp"

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
  }
  void operator()(const FixedBatchGaussianEvent& e) const {
    json["rows"] = e.rows;
    json["batch"] = e.batch;
    json["noise_multiplier"] = e.multiplier.value;
  }
  void operator()(const LaplaceEvent& e) const { json["noise_multiplier"] = e.multiplier.value; }
  void operator()(const ExponentialEvent& e) const { json["epsilon"] = e.epsilon.value; }
  void operator()(const PureEvent& e) const { json["epsilon"] = e.epsilon.value; }
  void operator()(const ApproximateEvent& e) const {
    json["epsilon"] = e.epsilon.value;
    json["delta"] = e.delta.value;
  }
  void operator()(const NonPrivateEvent&) const {}
};

[[noreturn]] void refuse(const std::string& what) { throw std::runtime_error(what); }

double number(const Json& json, const char* key, double above, double most) {
  if (!json.contains(key)) refuse(fmt::format("'{}' is missing", key));
  if (!json[key].is_number()) refuse(fmt::format("'{}' is not a number", key));
  const double value = json[key].get<double>();
  if (!(value > above && value <= most)) refuse(fmt::format("'{}' must be above {} and at most {}", key, above, most));
  return value;
}

std::uint64_t whole(const Json& json, const char* key) {
  const double value = number(json, key, 0, 0x1p53);
  if (value != std::floor(value)) refuse(fmt::format("'{}' is not a whole number", key));
  return static_cast<std::uint64_t>(value);
}

constexpr double kMost = 1e300;

}  // namespace

Json event_to_json(const Event& event) {
  Json json{{"type", type_name(event)}};
  std::visit(Fields{json}, event);
  return json;
}

Event event_from_json(const Json& json, Neighbours neighbours) {
  if (!json.is_object()) refuse("an event is an object with a type");
  if (!json.contains("type") || !json["type"].is_string()) refuse("'type' is missing");
  const std::string type = json["type"].get<std::string>();
  if (type == "gaussian") {
    const std::string relative = json.contains("relative_to") && json["relative_to"].is_string()
                                     ? json["relative_to"].get<std::string>()
                                     : "row";
    if (relative != "row" && relative != "sensitivity") refuse("'relative_to' is 'row' or 'sensitivity'");
    const double apart = neighbours == Neighbours::replace_one && relative == "row" ? 2 : 1;
    return GaussianEvent{{number(json, "noise_multiplier", 0, kMost) / apart}};
  }
  if (type == "poisson_gaussian")
    return PoissonGaussianEvent{number(json, "sampling", 0, 1), {number(json, "noise_multiplier", 0, kMost)}};
  if (type == "fixed_batch_gaussian") {
    const FixedBatchGaussianEvent event{
        whole(json, "rows"), whole(json, "batch"), {number(json, "noise_multiplier", 0, kMost)}};
    if (event.batch > event.rows) refuse("'batch' is larger than 'rows'");
    if (neighbours != Neighbours::replace_one)
      refuse("fixed batches are accounted for under replace-one neighbours only");
    return event;
  }
  if (type == "laplace") return LaplaceEvent{{number(json, "noise_multiplier", 0, kMost)}};
  if (type == "exponential") return ExponentialEvent{{number(json, "epsilon", 0, 1e6)}};
  if (type == "pure") return PureEvent{{number(json, "epsilon", 0, 1e6)}};
  if (type == "approximate") return ApproximateEvent{{number(json, "epsilon", 0, 1e6)}, {number(json, "delta", 0, 1)}};
  if (type == "non_private") return NonPrivateEvent{};
  refuse(fmt::format(
      "'{}' is not a type of event; there are gaussian, poisson_gaussian, fixed_batch_gaussian, laplace, exponential, "
      "pure, approximate and non_private",
      type));
}

std::uint64_t count_in(const Json& event, const char* key, std::optional<std::uint64_t> otherwise) {
  if (otherwise && !event.contains(key)) return *otherwise;
  const double count = event.contains(key) && event[key].is_number() ? event[key].get<double>() : -1;
  if (!(count >= 0 && count <= 0x1p53 && count == std::floor(count)))
    refuse(fmt::format("'{}' is not a whole number of at least 0", key));
  return static_cast<std::uint64_t>(count);
}

}  // namespace discreet
