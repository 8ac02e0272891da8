#include "discreet/fit/public_table.hpp"

#include <fmt/format.h>

#include <sstream>

#include "discreet/data/ingest.hpp"
#include "discreet/io/atomic_file.hpp"

namespace discreet {
namespace {

constexpr std::size_t kMostBytes = std::size_t{64} << 20;

std::vector<std::string> split(std::string_view line) {
  std::vector<std::string> parts;
  for (std::size_t at = 0; at <= line.size();) {
    const std::size_t comma = std::min(line.find(',', at), line.size());
    std::string_view part = line.substr(at, comma - at);
    while (!part.empty() && (part.front() == ' ' || part.front() == '"')) part.remove_prefix(1);
    while (!part.empty() && (part.back() == ' ' || part.back() == '"')) part.remove_suffix(1);
    parts.emplace_back(part);
    at = comma + 1;
  }
  return parts;
}

}  // namespace

Result<PublicTable> read_public_table(const std::string& path, std::size_t least, std::size_t most) {
  const Result<std::string> text = read_whole(path, kMostBytes);
  if (!text) return tl::unexpected(text.error());
  std::istringstream in(*text);
  PublicTable table;
  std::string line;
  for (std::size_t number = 1; std::getline(in, line); ++number) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (line.empty()) continue;
    const std::vector<std::string> parts = split(line);
    std::vector<double> values;
    bool readable = parts.size() > least && parts.size() <= most + 1 && !parts[0].empty();
    for (std::size_t k = 1; readable && k < parts.size(); ++k) {
      const std::optional<double> value = parse_number(parts[k]);
      readable = value.has_value();
      if (value) values.push_back(*value);
    }
    if (!readable && number == 1) continue;  // the header
    if (!readable)
      return wrong(
          Fault::data,
          fmt::format("{}: line {}: a name and {} number{} are needed", path, number, least, least == 1 ? "" : "s"),
          "lines are name,number or name,number,number; the first may be a header");
    if (!table.emplace(parts[0], std::move(values)).second)
      return wrong(Fault::data, fmt::format("{}: line {}: '{}' stands there twice", path, number, parts[0]),
                   "keep one of the lines");
  }
  if (table.empty())
    return wrong(Fault::data, fmt::format("{}: the table is empty", path),
                 "write a line for each feature: name,number");
  return table;
}

}  // namespace discreet
