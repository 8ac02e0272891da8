#include "discreet/io/column_rules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "discreet/data/label_reader.hpp"
#include "discreet/io/listed.hpp"

namespace discreet {
namespace {

using Places = std::unordered_map<std::string, std::size_t>;

Places places_of(const ColumnFile& file) {
  Places places;
  const std::vector<std::string>& names = file.description().schema.features;
  for (std::size_t k = 0; k < names.size(); ++k) places.emplace(names[k], k);
  return places;
}

tl::unexpected<Error> not_there(const ColumnFile& file, std::string_view what, const std::string& name) {
  return wrong(Fault::usage, fmt::format("{}: there is no column '{}' in {}", what, name, file.name()),
               fmt::format("the columns are: {}", named_in_a_line(file.description().schema.features)));
}

// A fit uses what is in the file.
tl::unexpected<Error> convert_again(const ColumnFile& file, const std::string& what) {
  return wrong(Fault::usage, fmt::format("{}: {} was not converted like that", what, file.name()),
               "leave the option out, or give it to discreet convert and fit what that writes");
}

bool equal(const std::optional<Interval>& a, const Interval& b) { return a && a->low == b.low && a->high == b.high; }

const std::vector<std::string>& remembered(const ColumnFile& file, std::string_view option) {
  static const std::vector<std::string> nothing;
  for (const auto& [name, values] : file.description().reading)
    if (name == option) return values;
  return nothing;
}

bool contains(const std::vector<std::string>& list, const std::string& text) {
  return std::find(list.begin(), list.end(), text) != list.end();
}

// What no reader of a column file does, and what is wrong with the target.
Result<void> check_common(const ColumnFile& file, const IngestRules& rules) {
  const Schema& schema = file.description().schema;
  if (rules.standardise)
    return wrong(Fault::usage, "--standardise from-data would make a second copy of a column file",
                 "fit the source of the file, or declare --smoothness public:FILE");
  if (!rules.target.empty() && rules.target != schema.target && rules.labelled)
    return wrong(
        Fault::usage,
        fmt::format("--target {}: the labels in {} are those of '{}'", rules.target, file.name(), schema.target),
        "convert the data again with that --target");
  if (!rules.labels.empty() && !contains(remembered(file, "labels"), rules.labels))
    return wrong(Fault::usage, fmt::format("--labels: {} has its labels in it", file.name()), "leave it out");
  if (const auto bounds = bounds_of_target(rules, schema.target); !bounds) return tl::unexpected(bounds.error());
  return {};
}

// Those of the labels are applied when they are read, and can be any. Those that a file remembers are not for its
// classes.
void add_target_bounds(const ColumnFile& file, const IngestRules& rules, Schema& schema) {
  schema.target = rules.labelled ? file.description().schema.target : "";
  schema.target_bounds.reset();
  if (!rules.labelled || rules.task == Task::classification) return;
  const auto bounds = rules.bounds.find(schema.target);
  schema.target_bounds =
      bounds == rules.bounds.end() ? file.description().schema.target_bounds : std::optional(bounds->second);
}

}  // namespace

Result<ColumnChoice> same_columns(const ColumnFile& file, const IngestRules& rules) {
  if (const Result<void> fine = check_common(file, rules); !fine) return tl::unexpected(fine.error());
  const Places places = places_of(file);
  ColumnChoice choice;
  choice.schema = file.description().schema;
  const Schema& schema = choice.schema;
  for (const std::string& name : rules.dropped) {
    if (places.contains(name)) return convert_again(file, fmt::format("--drop {}", name));
    if (!contains(remembered(file, "drop"), name)) return not_there(file, "--drop", name);
  }
  for (const auto& [name, bounds] : rules.bounds) {
    if (name == schema.target) continue;
    const auto at = places.find(name);
    if (at == places.end()) return not_there(file, "declared bounds", name);
    if (!equal(schema.bounds[at->second], bounds)) return convert_again(file, fmt::format("bounds of '{}'", name));
  }
  for (const auto& [name, categories] : rules.categories) {
    const auto first = places.find(name + "=" + categories.front());
    bool same = first != places.end() && first->second + categories.size() <= schema.features.size();
    for (std::size_t k = 0; same && k < categories.size(); ++k)
      same = schema.features[first->second + k] == name + "=" + categories[k];
    if (!same) return convert_again(file, fmt::format("--categorical {}", name));
  }
  if (rules.row_norm && rules.row_norm != schema.row_norm) return convert_again(file, "--row-norm");
  if (rules.precision == Precision::float32 && file.layout().precision != Precision::float32)
    return convert_again(file, "--precision float32");
  add_target_bounds(file, rules, choice.schema);
  return choice;
}

Result<ColumnChoice> chosen_columns(const ColumnFile& file, const IngestRules& rules) {
  if (const Result<void> fine = check_common(file, rules); !fine) return tl::unexpected(fine.error());
  const Places places = places_of(file);
  const Schema& held = file.description().schema;
  const bool expected = !rules.features.empty();
  if (!rules.categories.empty()) return convert_again(file, "--categorical");
  for (const std::string& name : rules.dropped)
    if (!places.contains(name)) return not_there(file, "--drop", name);
  for (const auto& [name, bounds] : rules.bounds)
    if (!expected && name != held.target && !places.contains(name)) return not_there(file, "declared bounds", name);
  if (!expected && held.row_norm && rules.row_norm && rules.row_norm != held.row_norm)
    return convert_again(file, "--row-norm");
  ColumnChoice choice;
  choice.schema.source = held.source;
  add_target_bounds(file, rules, choice.schema);
  for (const std::string& name : expected ? rules.features : held.features) {
    if (rules.dropped.contains(name)) continue;
    const auto at = places.find(name);
    if (at == places.end())
      return wrong(Fault::data, fmt::format("{}: the model's feature '{}' is not among the columns", file.name(), name),
                   fmt::format("the columns are: {}", named_in_a_line(held.features)));
    std::optional<Interval> bounds = held.bounds[at->second];
    if (const auto asked = rules.bounds.find(name); asked != rules.bounds.end() && !equal(bounds, asked->second)) {
      // A conversion must not declare more room than values had when they were moved.
      if (!expected && bounds && (asked->second.low < bounds->low || asked->second.high > bounds->high))
        return convert_again(file, fmt::format("bounds of '{}'", name));
      bounds = asked->second;
      choice.as_they_are = false;
    }
    choice.as_they_are = choice.as_they_are && at->second == choice.kept.size();
    choice.schema.features.push_back(name);
    choice.schema.bounds.push_back(bounds);
    choice.kept.push_back(at->second);
  }
  if (choice.kept.empty()) return wrong(Fault::usage, "no column is left to learn from", "leave out a --drop");
  choice.schema.row_norm = held.row_norm;
  choice.as_they_are = choice.as_they_are && choice.kept.size() == held.features.size() && !rules.standardisation &&
                       (!rules.row_norm || rules.row_norm == held.row_norm);
  return choice;
}

IngestRules with_labels_of(const ColumnFile& file, IngestRules rules) {
  if (rules.classes || rules.classes_from_data || !rules.positive.empty()) return rules;
  rules.classes = file.description().classes;
  rules.classes_from_data = contains(remembered(file, "classes"), std::string(kClassesFromData));
  rules.positive = file.description().positive;
  return rules;
}

}  // namespace discreet
