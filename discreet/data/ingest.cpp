#include "discreet/data/ingest.hpp"

#include <fast_float/fast_float.h>
#include <fmt/format.h>

#include <cmath>

namespace discreet {

RowRange own_rows(const IngestRules& rules, std::size_t rows) {
  if (!rules.processes) return {0, rows};
  const std::size_t rank = rules.processes->rank(), ranks = rules.processes->ranks();
  return {rows / ranks * rank + rows % ranks * rank / ranks,
          rows / ranks * (rank + 1) + rows % ranks * (rank + 1) / ranks};
}

Result<std::optional<Interval>> bounds_of_target(const IngestRules& rules, const std::string& target) {
  const auto found = rules.bounds.find(target);
  if (found == rules.bounds.end()) return std::optional<Interval>();
  if (rules.task == Task::classification)
    return wrong(Fault::usage, fmt::format("column '{}' is a class and has no bounds", target), "leave out its bounds");
  return std::optional(found->second);
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

bool is_utf8(std::string_view text) {
  for (std::size_t k = 0; k < text.size();) {
    const auto first = static_cast<unsigned char>(text[k]);
    const std::size_t length = first < 0x80 ? 1 : first >> 5 == 6 ? 2 : first >> 4 == 14 ? 3 : first >> 3 == 30 ? 4 : 0;
    if (length == 0 || k + length > text.size() || first == 0xC0 || first == 0xC1 || first > 0xF4) return false;
    for (std::size_t m = 1; m < length; ++m)
      if ((static_cast<unsigned char>(text[k + m]) & 0xC0) != 0x80) return false;
    k += length;
  }
  return true;
}

std::optional<double> parse_number(std::string_view text) {
  text = trimmed(text);
  if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
  double value = 0;
  const auto [end, error] = fast_float::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

}  // namespace discreet
