#include "discreet/io/csv_columns.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

namespace discreet {
namespace {

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

// Column names are public and may be shown; a binary file's first bytes are not worth showing.
bool printable(std::string_view text) {
  return std::none_of(text.begin(), text.end(),
                      [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; });
}

}  // namespace

std::optional<std::size_t> CsvColumns::find(std::string_view name) const {
  const auto at = std::find(names_.begin(), names_.end(), name);
  if (at == names_.end()) return std::nullopt;
  return static_cast<std::size_t>(at - names_.begin());
}

Result<void> CsvColumns::check_names(const CsvRecords& records) const {
  std::set<std::string_view> seen;
  std::size_t numbers = 0;
  for (const std::string& name : names_) {
    if (!printable(name)) return records.malformed("the header has control characters: this is not a text table");
    if (name.empty()) return records.malformed("a column has no name");
    if (!seen.insert(name).second) return records.malformed(fmt::format("two columns are called '{}'", name));
    numbers += parse_number(name).has_value();
  }
  if (numbers == names_.size())
    return records.malformed("the first line has only numbers: a header with names is needed");
  return {};
}

Result<void> CsvColumns::find_target(const CsvRecords& records, const IngestRules& rules) {
  target_ = rules.target.empty() ? names_.size() - 1 : find(rules.target);
  if (!rules.labelled && (rules.target.empty() || !target_)) {
    target_.reset();
    return {};
  }
  if (!target_)
    return wrong(Fault::usage, fmt::format("there is no column '{}' to be the target", rules.target),
                 fmt::format("the columns are: {}", fmt::join(names_, ", ")));
  schema_.target = names_[*target_];
  if (rules.dropped.contains(schema_.target))
    return wrong(Fault::usage, fmt::format("column '{}' is both the target and dropped", schema_.target));
  if (names_.size() < 2) return records.malformed("there is no column besides the target");
  return {};
}

Result<void> CsvColumns::take_all(const CsvRecords& records, const IngestRules& rules) {
  for (const auto& [name, categories] : rules.categories)
    if (!find(name))
      return wrong(Fault::usage, fmt::format("--categorical names a column '{}' that is not there", name));
  for (const auto& [name, bounds] : rules.bounds)
    if (!find(name))
      return wrong(Fault::usage, fmt::format("bounds are declared for a column '{}' that is not there", name));
  for (const std::string& name : rules.dropped)
    if (!find(name)) return wrong(Fault::usage, fmt::format("--drop names a column '{}' that is not there", name));
  for (std::size_t k = 0; k < names_.size(); ++k) {
    const std::string& name = names_[k];
    const auto bounds = rules.bounds.find(name);
    if (k == target_) {
      if (bounds != rules.bounds.end()) schema_.target_bounds = bounds->second;
      continue;
    }
    if (rules.dropped.contains(name)) continue;
    if (const auto found = rules.categories.find(name); found != rules.categories.end()) {
      for (const std::string& category : found->second) {
        schema_.features.push_back(name + "=" + category);
        schema_.bounds.push_back(Interval{0, 1});
        sources_.push_back({k, category});
      }
      continue;
    }
    schema_.features.push_back(name);
    schema_.bounds.push_back(bounds == rules.bounds.end() ? std::nullopt : std::optional(bounds->second));
    sources_.push_back({k, std::nullopt});
  }
  if (sources_.empty()) return records.malformed("no column is left to learn from");
  return {};
}

// A model's features by name; a feature called column=category asks for a category of that column.
Result<void> CsvColumns::take_expected(const CsvRecords& records, const IngestRules& rules) {
  for (const std::string& feature : rules.features) {
    schema_.features.push_back(feature);
    schema_.bounds.push_back(std::nullopt);
    if (const auto whole = find(feature)) {
      sources_.push_back({*whole, std::nullopt});
      continue;
    }
    const std::size_t equals = feature.find('=');
    const auto column = equals == feature.npos ? std::nullopt : find(feature.substr(0, equals));
    if (!column) return records.malformed(fmt::format("the model's feature '{}' is not among the columns", feature));
    sources_.push_back({*column, feature.substr(equals + 1)});
  }
  return {};
}

Result<CsvColumns> CsvColumns::from_header(const CsvRecords& records, const IngestRules& rules) {
  CsvColumns columns;
  for (const std::string_view field : records.fields()) columns.names_.emplace_back(trimmed(field));
  const auto take = rules.features.empty() ? &CsvColumns::take_all : &CsvColumns::take_expected;
  if (const Result<void> named = columns.check_names(records); !named) return tl::unexpected(named.error());
  if (const Result<void> found = columns.find_target(records, rules); !found) return tl::unexpected(found.error());
  if (const Result<void> taken = (columns.*take)(records, rules); !taken) return tl::unexpected(taken.error());
  return columns;
}

Result<void> CsvColumns::read(std::span<const std::string_view> fields, std::span<double> row) const {
  for (std::size_t j = 0; j < sources_.size(); ++j) {
    const Source& source = sources_[j];
    const std::string_view text = fields[source.column];
    if (source.category) {
      row[j] = trimmed(text) == *source.category ? 1 : 0;
      continue;
    }
    const std::optional<double> number = parse_number(text);
    if (!number)
      return wrong(Fault::data,
                   fmt::format("column '{}': {}", names_[source.column],
                               trimmed(text).empty() ? "the value is missing" : "not a finite number"),
                   fmt::format("declare --categorical {0}=a,b,... if it holds words, or leave it out with --drop {0}",
                               names_[source.column]));
    row[j] = *number;
  }
  return {};
}

}  // namespace discreet
