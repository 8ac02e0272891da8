#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

#include "discreet/base/split.hpp"
#include "discreet/data/label_reader.hpp"
#include "discreet/fit/problem.hpp"
#include "discreet/fit/public_table.hpp"
#include "discreet/fit/spec.hpp"

namespace discreet {
namespace {

// COLUMN=REST
Result<std::pair<std::string, std::string>> split_assignment(std::string_view option, std::string_view text) {
  const std::size_t equals = option == "bound" ? text.rfind('=') : text.find('=');
  if (equals == text.npos || equals == 0)
    return wrong(Fault::usage, fmt::format("--{}: '{}' is not of the form COLUMN=...", option, text),
                 option == "bound" ? "as in --bound age=18,99" : "as in --categorical town=north,south");
  return std::pair(std::string(trimmed(text.substr(0, equals))), std::string(text.substr(equals + 1)));
}

// 1 and 1.0 are one label.
bool same_label(std::string_view one, std::string_view other) {
  const std::optional<double> number = parse_number(one);
  return trimmed(one) == trimmed(other) || (number && number == parse_number(other));
}

std::vector<std::string> trimmed_parts(const std::string& text) {
  std::vector<std::string> parts;
  for (const std::string_view part : split(text, ',')) parts.emplace_back(trimmed(part));
  return parts;
}

Result<void> add_bounds(const Options& options, IngestRules& rules) {
  const auto add = [&](const std::string& column, double low, double high) -> Result<void> {
    if (!(low <= high))
      return wrong(Fault::usage, fmt::format("bounds of '{}': the lower one is above the upper one", column),
                   "they are written COLUMN=LO,HI, and in a file as lines column,lower,upper");
    rules.bounds[column] = {low, high};
    return {};
  };
  if (!options.bounds.empty()) {
    const Result<PublicTable> table = read_public_table(options.bounds, 2, 2);
    if (!table) return tl::unexpected(table.error());
    for (const auto& [column, ends] : *table)
      if (const Result<void> added = add(column, ends[0], ends[1]); !added) return added;
  }
  std::set<std::string> typed;  // those of a file may be written over, column by column
  for (const std::string& text : options.bound) {
    const auto assigned = split_assignment("bound", text);
    if (!assigned) return tl::unexpected(assigned.error());
    const std::vector<std::string> ends = trimmed_parts(assigned->second);
    const std::optional<double> low = parse_number(ends[0]),
                                high = ends.size() == 2 ? parse_number(ends[1]) : std::nullopt;
    if (!low || !high)
      return wrong(Fault::usage, fmt::format("--bound: '{}' is not of the form COLUMN=LO,HI", text),
                   "as in --bound age=18,99");
    if (!typed.insert(assigned->first).second)
      return wrong(Fault::usage, fmt::format("--bound: there are two for column '{}'", assigned->first),
                   "keep one of them");
    if (const Result<void> added = add(assigned->first, *low, *high); !added) return added;
  }
  for (const auto& [column, ends] : rules.bounds)
    if (rules.dropped.contains(column))
      return wrong(Fault::usage, fmt::format("column '{}' has declared bounds and is dropped", column),
                   "leave out its bounds, or --drop");
  return {};
}

// Rows that are shrunk move towards zero, which must not lead out of what was declared.
Result<void> add_row_norm(const Options& options, IngestRules& rules) {
  if (options.row_norm.empty()) return {};
  const Result<double> size = read_number("row-norm", options.row_norm, 1e-100, 1e100);
  if (!size) return tl::unexpected(size.error());
  if (rules.standardise)
    return wrong(Fault::usage, "--row-norm and --standardise from-data do not go together: rows would be shrunk first",
                 "leave one of them out");
  for (const auto& [column, ends] : rules.bounds)
    if (column != rules.target && (ends.low > 0 || ends.high < 0))
      return wrong(Fault::usage,
                   fmt::format("--row-norm moves values towards 0, which the bounds of '{}' leave out", column),
                   "declare bounds that have 0 between them; if it is the target, say so by --target");
  rules.row_norm = *size;
  return {};
}

}  // namespace

Result<IngestRules> ingest_rules(const Options& options) {
  IngestRules rules;
  const Result<ChosenLoss> loss = choose_loss(options.loss);
  if (!loss) return tl::unexpected(loss.error());
  rules.task = loss->task;
  if (options.precision == "float32")
    rules.precision = Precision::float32;
  else if (options.precision != "float64")
    return unknown_name("precision", options.precision, {"float64", "float32"});
  if (options.standardise == "from-data")
    rules.standardise = true;
  else if (options.standardise != "none")
    return unknown_name("standardise", options.standardise, {"none", "from-data"});
  rules.target = options.target;
  rules.positive = options.positive;
  rules.labels = options.labels;
  rules.classes_from_data = options.classes == kClassesFromData;
  if (!options.classes.empty() && !rules.classes_from_data) {
    const std::vector<std::string> names = trimmed_parts(options.classes);
    if (names.size() != 2 || names[0].empty() || names[1].empty() || same_label(names[0], names[1]))
      return wrong(Fault::usage, fmt::format("--classes: '{}' is not of the form NEGATIVE,POSITIVE", options.classes),
                   "as in --classes no,yes: two different labels; or from-data for research");
    if (!options.positive.empty() && !same_label(options.positive, names[1]))
      return wrong(Fault::usage,
                   fmt::format("--positive {} --classes {}: the second of the classes is the positive one",
                               options.positive, options.classes),
                   same_label(options.positive, names[0])
                       ? fmt::format("write --classes {},{}, or leave --positive out", names[1], names[0])
                       : "leave out one of the two options");
    rules.classes = {names[0], names[1]};
  }
  if (rules.task == Task::classification)
    if (const auto names = class_names(rules); !names) return tl::unexpected(names.error());
  if (!options.features.empty()) {
    const Result<std::size_t> width = read_count("features", options.features, 1);
    if (!width) return tl::unexpected(width.error());
    rules.width = *width;
  }
  rules.dropped.insert(options.drop.begin(), options.drop.end());
  for (const std::string& text : options.categorical) {
    const auto assigned = split_assignment("categorical", text);
    if (!assigned) return tl::unexpected(assigned.error());
    std::vector<std::string> categories = trimmed_parts(assigned->second);
    std::vector<std::string> sorted = categories;
    std::sort(sorted.begin(), sorted.end());
    if (sorted.front().empty() || std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end())
      return wrong(Fault::usage, fmt::format("--categorical {}: a category is empty or stands there twice", text),
                   "as in --categorical town=north,south");
    rules.categories[assigned->first] = std::move(categories);
  }
  if (const Result<void> added = add_bounds(options, rules); !added) return tl::unexpected(added.error());
  if (const Result<void> added = add_row_norm(options, rules); !added) return tl::unexpected(added.error());
  return rules;
}

}  // namespace discreet
