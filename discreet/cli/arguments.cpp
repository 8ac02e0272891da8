#include "discreet/cli/arguments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

#include "discreet/base/nearest.hpp"
#include "discreet/cli/config_file.hpp"

namespace discreet {
namespace {

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

// Which of two values is meant cannot be known. A switch and its opposite are one option.
Result<void> refuse_repeats(const std::vector<std::string>& typed, const CLI::App& command) {
  std::set<std::string> seen;
  for (const std::string& argument : typed) {
    if (argument == "--") break;
    if (!argument.starts_with("--")) continue;
    const std::string name = bare(argument);
    const CLI::Option* option = command.get_option_no_throw("--" + name);
    if (option == nullptr || option->get_multi_option_policy() == CLI::MultiOptionPolicy::TakeAll) continue;
    const bool opposite = name.starts_with("no-") && has_option(command, name.substr(3));
    if (!seen.insert(opposite ? name.substr(3) : name).second)
      return wrong(Fault::usage, fmt::format("--{} is given twice, or with its opposite", name), "keep one of them");
  }
  return {};
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
  bool has_config = false;
  for (std::size_t k = 0; k < arguments.size(); ++k) {
    const auto path = config_at(arguments, k);
    if (!path) {
      typed.push_back(arguments[k]);
      continue;
    }
    if (has_config) return wrong(Fault::usage, "--config is given twice", "put all settings into one file");
    has_config = true;
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
  if (const auto fine = refuse_repeats(typed, *app.get_subcommand(command)); !fine) return tl::unexpected(fine.error());
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
