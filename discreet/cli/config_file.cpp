#include "discreet/cli/config_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <sstream>
#include <string_view>

#include "discreet/base/nearest.hpp"
#include "discreet/io/atomic_file.hpp"

namespace discreet {
namespace {

constexpr std::size_t kMostConfig = 1 << 20;  // bytes

std::string_view without_blanks(std::string_view text) {
  const std::size_t from = text.find_first_not_of(" \t\r"), to = text.find_last_not_of(" \t\r");
  return from == text.npos ? std::string_view() : text.substr(from, to - from + 1);
}

// What the parser would pass over: a key that stands twice (it would make a list of the values) and one without a
// value.
Result<void> check_lines(const std::string& text, const std::string& path) {
  std::set<std::string> seen;
  std::string section, whole;
  std::istringstream lines(text);
  bool in_list = false;
  while (std::getline(lines, whole)) {
    const std::string_view line = without_blanks(whole);
    if (in_list) {
      in_list = !line.ends_with(']');
      continue;
    }
    if (line.empty() || line[0] == '#' || line[0] == ';') continue;
    if (line[0] == '[' && line.back() == ']') {
      section = line;
      continue;
    }
    const std::size_t equals = line.find('=');
    const std::string key(without_blanks(line.substr(0, equals)));
    if (!seen.insert(section + key).second)
      return wrong(Fault::usage, fmt::format("--config {}: '{}' stands there twice", path, key),
                   "keep one of the lines; several values are written key = [\"a\", \"b\"]");
    if (equals == line.npos) continue;
    const std::string_view value = without_blanks(line.substr(equals + 1));
    if (value.empty() || value[0] == '#')
      return wrong(Fault::usage, fmt::format("--config {}: '{}' has no value", path, key),
                   "write it as key = value, or leave the line out");
    in_list = value[0] == '[' && !without_blanks(value.substr(0, value.find('#'))).ends_with(']');
  }
  return {};
}

}  // namespace

Result<void> check_item(const CLI::ConfigItem& item, const CLI::App& command, const std::string& path) {
  const CLI::Option& option = *command.get_option("--" + item.name);
  const auto no = [&](std::string_view why, std::string hint) -> Result<void> {
    return wrong(Fault::usage, fmt::format("--config {}: '{}' {}", path, item.name, why), std::move(hint));
  };
  const bool list = option.get_multi_option_policy() == CLI::MultiOptionPolicy::TakeAll;
  if (item.inputs.size() > 1 && !list)
    return no("has several values where one is allowed", "put quotation marks around a value with commas in it");
  const bool flag = option.get_items_expected_max() == 0 && option.get_flag_value(item.name, "") == "true";
  const std::set<std::string> words{"true", "false", "on", "off", "yes", "no", "1", "0"};
  if (flag && !item.inputs.empty() && !words.contains(CLI::detail::to_lower(item.inputs[0])))
    return no("is a switch, and its value is neither true nor false", "write true or false without quotation marks");
  return {};
}

Result<void> check_section(const CLI::ConfigItem& item, const CLI::App& app, const std::string& path) {
  if (item.parents.empty()) return {};
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(command->get_name());
  if (item.parents.size() == 1 && std::find(names.begin(), names.end(), item.parents[0]) != names.end()) return {};
  return wrong(
      Fault::usage,
      fmt::format("--config {}: there is no command '{}' that a section could be for", path, item.parents[0]),
      suggesting(item.parents[0], {names.begin(), names.end()}, "what stands before any section is for all commands"));
}

Result<std::vector<CLI::ConfigItem>> read_config(const std::string& path) {
  const Result<std::string> text = read_whole(path, kMostConfig);
  if (!text) return wrong(Fault::usage, fmt::format("--config: {}", text.error().message), "check the path");
  if (const auto fine = check_lines(*text, path); !fine) return tl::unexpected(fine.error());
  constexpr const char* kForm = "lines are key = value, sections [command], comments begin with #";
  std::istringstream in(*text);
  std::vector<CLI::ConfigItem> all, items;
  try {
    all = CLI::ConfigTOML().from_config(in);
  } catch (const std::exception&) {  // the parser's, and those of what it calls: the file, not the program, is wrong
    return wrong(Fault::usage, fmt::format("--config {}: a line is not of the form key = value", path), kForm);
  }
  for (CLI::ConfigItem& item : all) {
    if (item.name == "++" || item.name == "--") continue;  // where sections begin and end
    if (item.name.find_first_of(" =") != item.name.npos || (item.inputs.size() == 1 && item.inputs[0].starts_with('=')))
      return wrong(Fault::usage, fmt::format("--config {}: a line is not of the form key = value", path), kForm);
    items.push_back(std::move(item));
  }
  return items;
}

}  // namespace discreet
