#include "discreet/fit/spec.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "discreet/base/nearest.hpp"
#include "discreet/base/split.hpp"
#include "discreet/data/ingest.hpp"

namespace discreet {
namespace {

std::vector<std::string> split_arguments(const Spec& spec) {
  if (spec.arguments.empty()) return {};
  const std::vector<std::string_view> parts = split(spec.arguments, ',');
  return {parts.begin(), parts.end()};
}

}  // namespace

Spec split_spec(std::string_view text) {
  const std::size_t colon = text.find(':');
  if (colon == text.npos) return {std::string(text), {}};
  return {std::string(text.substr(0, colon)), std::string(text.substr(colon + 1))};
}

Result<double> read_number(std::string_view option, std::string_view text, double least, double most,
                           std::optional<double> rows) {
  const bool per_row = rows && text.ends_with("/n");
  const std::optional<double> number = parse_number(per_row ? text.substr(0, text.size() - 2) : text);
  const double value = number ? *number / (per_row ? *rows : 1) : 0;
  if (number && value >= least && value <= most) return value;
  const double largest = std::numeric_limits<double>::max(), smallest = std::numeric_limits<double>::min();
  if (least == smallest)
    return wrong(Fault::usage, fmt::format("--{}: '{}' is not a number above 0{}", option, text,
                                           most < largest ? fmt::format(" and at most {}", most) : ""));
  if (text.empty()) return wrong(Fault::usage, fmt::format("--{}: a number is missing", option));
  const std::string range = least > -largest && most < largest ? fmt::format("a number from {} to {}", least, most)
                            : least > -largest                 ? fmt::format("a number of at least {}", least)
                                                               : "a finite number";
  return wrong(Fault::usage, fmt::format("--{}: '{}' is not {}", option, text, range));
}

Result<std::size_t> read_count(std::string_view option, std::string_view text, std::size_t least) {
  const std::optional<double> number = parse_number(text);
  if (number && *number >= static_cast<double>(least) && *number <= 1e15 && *number == std::floor(*number))
    return static_cast<std::size_t>(*number);
  return wrong(Fault::usage, fmt::format("--{}: '{}' is not a whole number of at least {}", option, text, least));
}

std::string usage_of(std::string_view name, std::span<const Parameter> parameters) {
  std::string text(name);
  std::string closing;
  for (std::size_t k = 0; k < parameters.size(); ++k) {
    if (parameters[k].otherwise) {
      text += '[';
      closing += ']';
    }
    text += fmt::format("{}{}", k ? "," : ":", parameters[k].name);
  }
  return text + closing;
}

Result<std::vector<double>> read_arguments(std::string_view option, const Spec& spec,
                                           std::span<const Parameter> parameters, std::optional<double> rows) {
  const std::vector<std::string> parts = split_arguments(spec);
  const auto needed = static_cast<std::size_t>(std::count_if(
      parameters.begin(), parameters.end(), [](const Parameter& parameter) { return !parameter.otherwise; }));
  if (parts.size() < needed || parts.size() > parameters.size())
    return wrong(Fault::usage,
                 fmt::format("--{} {} takes {}{} number{}, not {}", option, spec.name,
                             needed < parameters.size() ? "at most " : "", parameters.size(),
                             parameters.size() == 1 ? "" : "s", parts.size()),
                 fmt::format("write it as {}", usage_of(spec.name, parameters)));
  std::vector<double> values;
  for (std::size_t k = 0; k < parts.size(); ++k) {
    const Result<double> value =
        read_number(fmt::format("{} {}", option, spec.name), parts[k], parameters[k].least, parameters[k].most, rows);
    if (!value) return tl::unexpected(value.error());
    values.push_back(*value);
  }
  for (std::size_t k = parts.size(); k < parameters.size(); ++k) values.push_back(*parameters[k].otherwise);
  return values;
}

std::string filled_in(std::string_view text, std::span<const Parameter> parameters) {
  const std::size_t given = split_arguments(split_spec(text)).size();
  std::string result(text);
  for (std::size_t k = given; k < parameters.size(); ++k)
    result += fmt::format("{}{}", k ? "," : ":", *parameters[k].otherwise);
  return result;
}

std::string worked_out(std::string_view text, double rows) {
  const Spec spec = split_spec(text);
  std::string result = spec.name;
  char before = ':';
  for (const std::string& part : split_arguments(spec)) {
    const std::optional<double> numerator =
        part.ends_with("/n") ? parse_number(std::string_view(part).substr(0, part.size() - 2)) : std::nullopt;
    result += before + (numerator ? fmt::format("{}", *numerator / rows) : part);
    before = ',';
  }
  return result;
}

tl::unexpected<Error> unknown_name(std::string_view option, std::string_view given,
                                   const std::vector<std::string_view>& allowed) {
  // What others call the same thing.
  constexpr std::pair<std::string_view, std::string_view> kElsewhere[] = {
      {"lasso", "l1:A"},
      {"ridge", "l2:A"},
      {"elasticnet", "elastic-net:A,RATIO"},
      {"mse", "squared"},
      {"linear", "squared"},
      {"svm", "squared-hinge"},
      {"log", "logistic"},
      {"gd", "block"},
      {"dp-sgd", "sgd"},
      {"coordinate", "cd"},
      {"bounded", "replace-one"},
      {"unbounded", "add-remove"},
  };
  std::string hint;
  for (const auto& [theirs, ours] : kElsewhere)
    if (given == theirs && std::find(allowed.begin(), allowed.end(), ours.substr(0, ours.find(':'))) != allowed.end())
      hint = fmt::format("did you mean --{} {}?", option, ours);
  if (hint.empty()) hint = suggesting(given, allowed, {}, fmt::format("--{} ", option));
  return wrong(Fault::usage, fmt::format("--{}: '{}' is not one of {}", option, given, fmt::join(allowed, ", ")),
               hint.empty() ? "take one of these" : hint);
}

}  // namespace discreet
