#include "discreet/data/table_facts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>

namespace discreet {
namespace {

using Names = std::vector<std::string>;

// The column of a feature column=category.
std::string_view column_of(std::string_view name) { return name.substr(0, name.find('=')); }

// The first of the used columns that is not there, by itself or as what its categories belong to.
const std::string* first_beyond(const Names& used, const Names& columns) {
  const std::set<std::string_view> known(columns.begin(), columns.end());
  const auto found = std::find_if(used.begin(), used.end(), [&](const std::string& name) {
    return !known.contains(name) && !known.contains(column_of(name));
  });
  return found == used.end() ? nullptr : &*found;
}

// The first column that is not used, neither by itself nor by its categories.
const std::string* first_unused(const Names& columns, const Names& used) {
  std::set<std::string_view> known(used.begin(), used.end());
  for (const std::string& name : used) known.insert(column_of(name));
  const auto found =
      std::find_if(columns.begin(), columns.end(), [&](const std::string& name) { return !known.contains(name); });
  return found == columns.end() ? nullptr : &*found;
}

std::optional<std::string> other_header(const TableFacts& noted, const TableFacts& found) {
  if (noted.columns.empty() || found.columns.empty()) return std::nullopt;
  if (const std::string* other = first_beyond(found.columns, noted.columns))
    return fmt::format("the header has '{}', which was not noted", *other);
  if (found.whole)
    if (const std::string* missing = first_unused(noted.columns, found.columns))
      return fmt::format("the header lacks '{}'", *missing);
  return std::nullopt;
}

}  // namespace

bool hides_rows(Neighbours neighbours) { return neighbours == Neighbours::add_remove; }

bool only_numbered(const std::vector<std::string>& columns) {
  return std::all_of(columns.begin(), columns.end(), [](std::string_view name) {
    name.remove_prefix(name.starts_with('x'));
    return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) { return '0' <= c && c <= '9'; });
  });
}

TableFacts facts_of(const Dataset& data, Neighbours neighbours) {
  const Schema& schema = data.schema;
  TableFacts facts{schema.features, false, std::nullopt, schema.source};
  if (!schema.source.empty() && !schema.target.empty()) facts.columns.push_back(schema.target);
  if (schema.source.empty() && only_numbered(schema.features)) facts.columns.clear();
  if (!hides_rows(neighbours)) facts.rows = data.rows;
  return facts;
}

std::vector<std::string> differences(const TableFacts& noted, const TableFacts& found) {
  std::vector<std::string> all;
  if (auto header = other_header(noted, found)) all.push_back(*std::move(header));
  if (noted.rows && found.rows && *noted.rows != *found.rows)
    all.push_back(fmt::format("the number of rows is {}, not {}", *found.rows, *noted.rows));
  if (!noted.source.empty() && !found.source.empty() && noted.source != found.source)
    all.push_back(fmt::format("the source name is {}, not {}", found.source, noted.source));
  return all;
}

}  // namespace discreet
