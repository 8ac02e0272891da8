#include "discreet/io/csv_columns.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "discreet/base/nearest.hpp"
#include "discreet/io/listed.hpp"

namespace discreet {
namespace {

constexpr std::size_t kMostColumns = 1'000'000, kLongestName = 10'000;

// Column names are public and may be shown; a binary file's first bytes are not worth showing.
bool printable(std::string_view text) {
  return std::none_of(text.begin(), text.end(),
                      [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; });
}

}  // namespace

std::optional<std::size_t> CsvColumns::find(std::string_view name) const {
  const auto at = places_.find(name);
  if (at == places_.end()) return std::nullopt;
  return at->second;
}

Result<void> CsvColumns::check_names(const CsvRecords& records) {
  if (names_.size() > kMostColumns)
    return records.malformed(fmt::format("there are {} columns where {} are allowed", names_.size(), kMostColumns),
                             "a sparse file (.svm) may have more");
  std::size_t numbers = 0;
  for (const std::string& name : names_) numbers += parse_number(name).has_value();
  if (numbers == names_.size())
    return records.malformed("the first line has only numbers: a header with names is needed",
                             "put a line with the names of the columns before the rows");
  for (std::size_t k = 0; k < names_.size(); ++k) {
    const std::string& name = names_[k];
    if (name.size() > kLongestName)
      return records.malformed(fmt::format("the name of column {} is longer than {} bytes", k + 1, kLongestName),
                               "give it a shorter name; or is a quote left open?");
    if (name.find('\t') != name.npos)
      return records.malformed("the columns are separated by tabs", "give the file a name that ends in .tsv");
    if (name.find('\0') != name.npos)
      return records.malformed("the header has zero bytes: this is not a text table", "save it as CSV in UTF-8");
    if (!printable(name))
      return records.malformed("the header has control characters: this is not a text table",
                               "save the table as CSV in UTF-8");
    if (!is_utf8(name))
      return records.malformed("the column names are not UTF-8 text", "save the file as CSV in UTF-8");
    if (name.empty())
      return records.malformed(fmt::format("column {} has no name", k + 1),
                               "from pandas, write it with to_csv(index=False)");
    if (!places_.emplace(name, k).second)
      return records.malformed(fmt::format("two columns are called '{}'", name), "give every column a name of its own");
  }
  return {};
}

Result<void> CsvColumns::find_target(const CsvRecords& records, const IngestRules& rules) {
  if (!rules.labelled) return {};
  target_ = rules.target.empty() ? names_.size() - 1 : find(rules.target);
  if (!target_) return not_there("the target", rules.target);
  schema_.target = names_[*target_];
  if (rules.dropped.contains(schema_.target))
    return wrong(Fault::usage, fmt::format("column '{}' is both the target and dropped", schema_.target),
                 "leave out --drop, or name another --target");
  if (rules.categories.contains(schema_.target))
    return wrong(Fault::usage, fmt::format("column '{}' is both the target and declared categorical", schema_.target),
                 "name its classes with --classes");
  const auto bounds = bounds_of_target(rules, schema_.target);
  if (!bounds) return tl::unexpected(bounds.error());
  if (rules.features.empty()) schema_.target_bounds = *bounds;
  if (names_.size() < 2 && names_[0].find(';') != std::string::npos)
    return records.malformed("the header has one column and semicolons in it", "save the table with commas");
  if (names_.size() < 2)
    return records.malformed("there is no column besides the target", "give a table with features beside the target");
  return {};
}

tl::unexpected<Error> CsvColumns::not_there(std::string_view what, const std::string& name) const {
  return wrong(
      Fault::usage, fmt::format("{}: there is no column '{}'", what, name),
      suggesting(name, {names_.begin(), names_.end()}, fmt::format("the columns are: {}", named_in_a_line(names_))));
}

Result<void> CsvColumns::take_all(const CsvRecords& records, const IngestRules& rules) {
  for (const auto& [name, categories] : rules.categories)
    if (!find(name)) return not_there("--categorical", name);
  for (const auto& [name, bounds] : rules.bounds)
    if (!find(name)) return not_there("declared bounds", name);
  for (const std::string& name : rules.dropped)
    if (!find(name)) return not_there("--drop", name);
  for (std::size_t k = 0; k < names_.size(); ++k) {
    const std::string& name = names_[k];
    if (k == target_ || rules.dropped.contains(name)) continue;
    const auto bounds = rules.bounds.find(name);
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
  if (sources_.empty()) return records.malformed("no column is left to learn from", "leave out a --drop");
  return {};
}

// A model's features by name; a feature called column=category asks for a category of that column.
Result<void> CsvColumns::take_expected(const CsvRecords& records, const IngestRules& rules) {
  for (const std::string& feature : rules.features) {
    const auto bounds = rules.bounds.find(feature);
    schema_.features.push_back(feature);
    schema_.bounds.push_back(bounds == rules.bounds.end() ? std::nullopt : std::optional(bounds->second));
    if (const auto whole = find(feature)) {
      sources_.push_back({*whole, std::nullopt});
      continue;
    }
    const std::size_t equals = feature.find('=');
    const auto column = equals == feature.npos ? std::nullopt : find(feature.substr(0, equals));
    if (!column)
      return records.malformed(fmt::format("the model's feature '{}' is not among the columns", feature),
                               suggesting(feature, {names_.begin(), names_.end()},
                                          fmt::format("the columns are: {}", named_in_a_line(names_))));
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
  bool good = true;
  for (std::size_t j = 0; j < sources_.size(); ++j) {
    const Source& source = sources_[j];
    const std::string_view text = fields[source.column];
    if (source.category) {
      row[j] = trimmed(text) == *source.category ? 1 : 0;
      continue;
    }
    const std::optional<double> number = parse_number(text);
    good = good && number.has_value();
    if (number) row[j] = *number;
  }
  if (good) return {};
  return explain(fields);
}

// Says which columns of a record cannot be read, all of them at once: somebody has to declare or drop each.
Result<void> CsvColumns::explain(std::span<const std::string_view> fields) const {
  std::vector<std::string> missing, words;
  for (const Source& source : sources_) {
    if (source.category || parse_number(fields[source.column])) continue;
    const std::string_view text = trimmed(fields[source.column]);
    const bool absent = text.empty() || text == "?" || text == "NA" || text == "NaN" || text == "nan" ||
                        text == "null" || text == "NULL";
    (absent ? missing : words).push_back(fmt::format("'{}'", names_[source.column]));
  }
  if (!missing.empty())
    return wrong(
        Fault::data,
        fmt::format("column{} {}: the value is missing", missing.size() > 1 ? "s" : "", named_in_a_line(missing)),
        "fill it in or remove the row beforehand, or leave the column out with --drop");
  return wrong(Fault::data,
               fmt::format("column{} {}: not a finite number", words.size() > 1 ? "s" : "", named_in_a_line(words)),
               "declare words with --categorical COLUMN=a,b,..., or leave the column out with --drop COLUMN");
}

}  // namespace discreet
