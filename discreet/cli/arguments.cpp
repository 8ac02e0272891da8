#include "discreet/cli/arguments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <sstream>

#include "discreet/base/nearest.hpp"
#include "discreet/io/atomic_file.hpp"

namespace discreet {
namespace {

constexpr std::size_t kMostConfig = 1 << 20;  // bytes

std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options())
    for (const std::string& name : option->get_lnames()) names.push_back(name);
  for (const CLI::Option* option : app.get_options())
    for (const std::string& name : option->get_fnames()) names.push_back(name);
  return names;
}

// The option that `given` may be a slip of, or else `otherwise`.
std::string suggested(const std::string& given, const CLI::App& app, const std::string& otherwise,
                      std::string_view before = {}) {
  const std::vector<std::string> names = option_names(app);
  const auto meant = nearest(given, {names.begin(), names.end()});
  return meant ? fmt::format("did you mean {}{}?", before, *meant) : otherwise;
}

bool has_option(const CLI::App& app, const std::string& name) {
  const std::vector<std::string> names = option_names(app);
  return std::find(names.begin(), names.end(), name) != names.end();
}

// discreet fit DATA [OPTION]...
std::string places_of(const CLI::App& app) {
  std::string text = "discreet " + app.get_name();
  for (const CLI::Option* option : app.get_options())
    if (option->get_positional()) text += " " + option->get_name();
  return text + " [OPTION]...";
}

std::string first_example(const CLI::App& app) {
  const std::string text = app.get_description();
  const std::size_t from = text.find("  discreet ");
  return from == text.npos ? places_of(app) : text.substr(from + 2, text.find('\n', from) - from - 2);
}

std::string bare(const std::string& argument) { return argument.substr(2, argument.find('=') - 2); }

// The path behind --config at place k, if that is what stands there; k moves to its last word.
std::optional<std::string> config_at(const std::vector<std::string>& arguments, std::size_t& k) {
  if (arguments[k].starts_with("--config=")) return arguments[k].substr(9);
  if (arguments[k] == "--config" && k + 1 < arguments.size()) return arguments[++k];
  return std::nullopt;
}

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

// A value that the option cannot have, which its own words would not be about.
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

// Sections are named after commands.
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

}  // namespace

CLI::Option* add_text(CLI::App& app, const std::string& name, std::string& value, const std::string& placeholder,
                      const std::string& help, const std::string& group) {
  CLI::Option* option = app.add_option(name, value, help);
  option->type_name(placeholder)->group(group)->take_last();
  if (!value.empty()) option->default_str(value);
  return option;
}

std::vector<std::string> normalised(std::vector<std::string> arguments) {
  for (std::string& argument : arguments) {
    if (argument == "--json=true") argument = "--json";
    for (const auto& [from, to] : {std::pair{"--neighbors", "--neighbours"},
                                   {"--standardize", "--standardise"},
                                   {"--normalizer", "--normaliser"}})
      if (argument == from || argument.starts_with(std::string(from) + "="))
        argument.replace(0, std::string_view(from).size(), to);
  }
  return arguments;
}

std::string command_of(const std::vector<std::string>& arguments) {
  for (std::size_t k = 0; k < arguments.size(); ++k) {
    if (config_at(arguments, k)) continue;
    if (!arguments[k].starts_with("-")) return arguments[k];
  }
  return {};
}

bool asks_for_json(const std::vector<std::string>& arguments) {
  for (std::size_t k = 0; k < arguments.size(); ++k) {
    if (arguments[k] == "--json") return true;
    if (const auto path = config_at(arguments, k))
      if (const auto items = read_config(*path))
        for (const CLI::ConfigItem& item : *items)
          if (item.name == "json" && item.inputs == std::vector<std::string>{"true"}) return true;
  }
  return false;
}

Result<std::vector<std::string>> with_config(std::vector<std::string> arguments, const CLI::App& app) {
  const std::string command = command_of(arguments);
  if (command.empty()) return arguments;
  std::vector<std::string> typed, configured;
  for (std::size_t k = 0; k < arguments.size(); ++k) {
    const auto path = config_at(arguments, k);
    if (!path) {
      typed.push_back(arguments[k]);
      continue;
    }
    const auto items = read_config(*path);
    if (!items) return tl::unexpected(items.error());
    for (const CLI::ConfigItem& item : *items) {
      if (const auto fine = check_section(item, app, *path); !fine) return tl::unexpected(fine.error());
      if (!item.parents.empty() && item.parents != std::vector{command}) continue;
      if (!has_option(*app.get_subcommand(command), item.name)) {
        const auto others = app.get_subcommands([&](const CLI::App* other) { return has_option(*other, item.name); });
        if (!others.empty()) continue;
        return wrong(Fault::usage, fmt::format("--config {}: there is no setting '{}'", *path, item.name),
                     suggested(item.name, *app.get_subcommand(command), "keys are the options without their dashes"));
      }
      if (const auto fine = check_item(item, *app.get_subcommand(command), *path); !fine)
        return tl::unexpected(fine.error());
      for (const std::string& value : item.inputs) configured.push_back(fmt::format("--{}={}", item.name, value));
    }
  }
  const auto at = std::find(typed.begin(), typed.end(), command) + 1;
  typed.insert(at, configured.begin(), configured.end());
  return typed;
}

tl::unexpected<Error> explained(const CLI::ParseError& problem, const std::vector<std::string>& arguments,
                                const CLI::App& app) {
  const std::string command = command_of(arguments);
  const std::string hint = command.empty() ? "see discreet --help" : fmt::format("see discreet {} --help", command);
  if (command.empty()) {
    const auto option =
        std::find_if(arguments.begin(), arguments.end(), [](const std::string& a) { return a.starts_with("-"); });
    return wrong(
        Fault::usage,
        option == arguments.end() ? problem.what() : fmt::format("{} stands where a command is needed", *option),
        "write discreet COMMAND ...; discreet --help lists the commands");
  }
  const CLI::App& sub = *app.get_subcommand(command);
  for (const std::string& argument : arguments) {
    if (!argument.starts_with("--") || argument.size() < 3 || has_option(sub, bare(argument)) ||
        bare(argument) == "help")
      continue;
    return wrong(Fault::usage, fmt::format("there is no option --{}", bare(argument)),
                 suggested(bare(argument), sub, hint, "--"));
  }
  if (problem.get_name() == "ArgumentMismatch" && arguments.back().starts_with("--"))
    return wrong(Fault::usage, fmt::format("{} needs a value", arguments.back()), hint);
  if (const std::vector<std::string> extra = app.remaining(true);
      problem.get_exit_code() == static_cast<int>(CLI::ExitCodes::ExtrasError) && !extra.empty())
    return wrong(Fault::usage, fmt::format("'{}' is one argument too many", extra[0]),
                 fmt::format("write {}; or see discreet {} --help", places_of(sub), command));
  if (problem.get_exit_code() == static_cast<int>(CLI::ExitCodes::RequiredError))
    return wrong(Fault::usage, std::string(problem.what()), fmt::format("for example: {}", first_example(sub)));
  std::string message = problem.what();
  // The parser's "Could not convert: --name = value".
  constexpr std::string_view kCannot = "Could not convert: ";
  if (const std::size_t equals = message.find(" = "); message.starts_with(kCannot) && equals != message.npos) {
    const std::string name = message.substr(kCannot.size(), equals - kCannot.size()),
                      value = message.substr(equals + 3);
    const CLI::Option* option = sub.get_option_no_throw(name);
    const bool flag = option && option->get_items_expected_max() == 0;
    message = flag ? fmt::format("{} is a switch, and '{}' is neither true nor false", name, value)
                   : fmt::format("{}: '{}' is not a whole number", name, value);
  }
  // And its "--name: Value x not in range a to b".
  constexpr std::string_view kValue = ": Value ", kOutside = " not in range ";
  if (const std::size_t at = message.find(kValue), range = message.find(kOutside);
      at != message.npos && range != message.npos && at < range)
    message = fmt::format("{}: '{}' is not a whole number from {}", message.substr(0, at),
                          message.substr(at + kValue.size(), range - at - kValue.size()),
                          message.substr(range + kOutside.size()));
  std::replace(message.begin(), message.end(), '\n', ' ');
  return wrong(Fault::usage, std::move(message), hint);
}

}  // namespace discreet
