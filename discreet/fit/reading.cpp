#include "discreet/fit/reading.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "discreet/io/column_file.hpp"

namespace discreet {
namespace {

constexpr std::array<std::string_view, 5> kAlongRows{"sgd", "svrg", "dual", "dual-sequential", "dual-primal"};

using Texts = std::vector<std::string>;

Texts texts_of(const Options& options, const OptionRow& row) {
  if (const auto* text = std::get_if<std::string Options::*>(&row.field)) return {options.**text};
  if (const auto* list = std::get_if<Texts Options::*>(&row.field)) return options.**list;
  return {};
}

}  // namespace

Reading reading_of(const Options& options) {
  static const Options plain;
  Reading reading;
  for (const OptionRow& row : option_table())
    if (row.group == "Data")
      if (Texts texts = texts_of(options, row); texts != texts_of(plain, row))
        reading.emplace_back(row.name, std::move(texts));
  return reading;
}

Result<Options> as_converted(const std::string& data, Options options) {
  if (data == "-" || data.starts_with("synthetic:") || !is_column_file(data)) return options;
  const Result<ColumnFile> file = ColumnFile::open(data);
  if (!file) return tl::unexpected(file.error());
  const Reading typed = reading_of(options);
  const auto is_typed = [&](std::string_view name) {
    return std::any_of(typed.begin(), typed.end(), [&](const auto& each) { return each.first == name; });
  };
  for (const auto& [name, values] : file->description().reading)
    for (const OptionRow& row : option_table()) {
      // Nothing but how rows were read: a file has no say in what a fit may spend.
      if (row.name != name || row.group != "Data") continue;
      if (const auto* text = std::get_if<std::string Options::*>(&row.field); text && values.size() == 1) {
        if (!is_typed(name)) options.** text = values[0];
      } else if (const auto* list = std::get_if<Texts Options::*>(&row.field)) {
        options.** list = values;  // what was typed is among it, or the file would not have been read
      }
    }
  return options;
}

Result<std::string> advice_about_memory(const std::string& data, const std::string& solver) {
  if (std::find(kAlongRows.begin(), kAlongRows.end(), solver) == kAlongRows.end() || data == "-" ||
      data.starts_with("synthetic:") || !is_column_file(data))
    return std::string();
  const Result<ColumnFile> file = ColumnFile::open(data);
  if (!file) return tl::unexpected(file.error());
  if (file->layout().end() > memory_at_hand())
    return wrong(Fault::usage,
                 fmt::format("--solver {}: it copies all rows, and {} is larger than memory", solver, data),
                 "choose cd, block, greedy, newton, moments or frank-wolfe, which read columns where they lie");
  return fmt::format(
      "{} walks along rows and makes a copy of all of {} in memory; cd, block, newton and moments do not", solver,
      data);
}

}  // namespace discreet
