#include "discreet/fit/public_table.hpp"

#include <fmt/format.h>

#include <sstream>

#include "discreet/base/split.hpp"
#include "discreet/data/ingest.hpp"
#include "discreet/io/atomic_file.hpp"

namespace discreet {
namespace {

constexpr std::size_t kMostBytes = std::size_t{64} << 20;

std::vector<std::string> fields_of(std::string_view line) {
  std::vector<std::string> fields;
  for (std::string_view part : split(line, ',')) {
    while (!part.empty() && (part.front() == ' ' || part.front() == '"')) part.remove_prefix(1);
    while (!part.empty() && (part.back() == ' ' || part.back() == '"')) part.remove_suffix(1);
    fields.emplace_back(part);
  }
  return fields;
}

// Calls use(line number, fields) for every line that is not empty.
template <class Use>
Result<void> each_line(const std::string& path, Use&& use) {
  const Result<std::string> text = read_whole(path, kMostBytes);
  if (!text) return tl::unexpected(text.error());
  std::istringstream in(*text);
  std::string line;
  for (std::size_t number = 1; std::getline(in, line); ++number) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (line.empty()) continue;
    if (const Result<void> used = use(number, fields_of(line)); !used) return used;
  }
  return {};
}

tl::unexpected<Error> twice(const std::string& path, std::size_t line, const std::string& name) {
  return wrong(Fault::data, fmt::format("{}: line {}: '{}' stands there twice", path, line, name),
               "keep one of the lines");
}

}  // namespace

Result<PublicTable> read_public_table(const std::string& path, std::size_t least, std::size_t most) {
  PublicTable table;
  const auto read = each_line(path, [&](std::size_t number, const std::vector<std::string>& parts) -> Result<void> {
    std::vector<double> values;
    bool readable = parts.size() > least && parts.size() <= most + 1 && !parts[0].empty();
    for (std::size_t k = 1; readable && k < parts.size(); ++k) {
      const std::optional<double> value = parse_number(parts[k]);
      readable = value.has_value();
      if (value) values.push_back(*value);
    }
    if (!readable && number == 1) return {};  // the header
    if (!readable)
      return wrong(
          Fault::data,
          fmt::format("{}: line {}: a name and {} number{} are needed", path, number, least, least == 1 ? "" : "s"),
          "lines are name,number or name,number,number; the first may be a header");
    if (!table.emplace(parts[0], std::move(values)).second) return twice(path, number, parts[0]);
    return {};
  });
  if (!read) return tl::unexpected(read.error());
  if (table.empty())
    return wrong(Fault::data, fmt::format("{}: the table is empty", path),
                 "write a line for each feature: name,number");
  return table;
}

Result<PublicWords> read_public_words(const std::string& path, std::string_view what) {
  PublicWords table;
  const auto read = each_line(path, [&](std::size_t number, const std::vector<std::string>& parts) -> Result<void> {
    if (parts.size() != 2 || parts[0].empty() || parts[1].empty())
      return wrong(Fault::data, fmt::format("{}: line {}: a name and a {} are needed", path, number, what),
                   fmt::format("lines are feature,{}; the first may be a header", what));
    if (number == 1 && parts[1] == what) return {};
    if (!table.emplace(parts[0], parts[1]).second) return twice(path, number, parts[0]);
    return {};
  });
  if (!read) return tl::unexpected(read.error());
  if (table.empty())
    return wrong(Fault::data, fmt::format("{}: the table is empty", path),
                 fmt::format("write a line for each feature: name,{}", what));
  return table;
}

}  // namespace discreet
