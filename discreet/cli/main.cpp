#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <fstream>
#include <vector>

#include "discreet/base/version.hpp"
#include "discreet/cli/command.hpp"

namespace discreet {
namespace {

constexpr std::string_view kIntroduction =
    "Discreet trains linear models on sensitive data under differential privacy.\n\n"
    "Try:\n"
    "  discreet fit synthetic:clinic --loss logistic --epsilon 1\n"
    "  discreet fit --help";

// The settings of a configuration file as arguments. Keys at the top and in the section named after the command count;
// they come before the arguments of the command line, which therefore win.
std::vector<std::string> arguments_from(const std::string& path, const std::string& command) {
  std::ifstream in(path);
  if (!in) throw CLI::FileError::Missing(path);
  std::vector<std::string> arguments;
  for (const CLI::ConfigItem& item : CLI::ConfigTOML().from_config(in)) {
    if (item.name == "++" || item.name == "--") continue;  // where sections begin and end
    if (!item.parents.empty() && item.parents != std::vector{command}) continue;
    if (item.inputs.empty()) arguments.push_back("--" + item.name);
    for (const std::string& value : item.inputs) arguments.push_back(fmt::format("--{}={}", item.name, value));
  }
  return arguments;
}

// The command line with --config FILE replaced by what is in the file.
std::vector<std::string> expanded(std::vector<std::string> arguments) {
  if (arguments.empty()) return arguments;
  std::vector<std::string> rest{arguments[0]}, configured;
  for (std::size_t k = 1; k < arguments.size(); ++k) {
    std::string path;
    if (arguments[k] == "--config" && k + 1 < arguments.size())
      path = arguments[++k];
    else if (arguments[k].starts_with("--config="))
      path = arguments[k].substr(9);
    else {
      rest.push_back(arguments[k]);
      continue;
    }
    const std::vector<std::string> more = arguments_from(path, arguments[0]);
    configured.insert(configured.end(), more.begin(), more.end());
  }
  rest.insert(rest.begin() + 1, configured.begin(), configured.end());
  return rest;
}

int run(std::vector<std::string> arguments) {
  const bool json = std::find(arguments.begin(), arguments.end(), "--json") != arguments.end();
  const Console console(json);
  CLI::App app{std::string(kIntroduction), "discreet"};
  app.set_version_flag("--version", fmt::format("discreet {} ({})", kVersion, kCommit));
  app.require_subcommand(1);
  bool unused_flag = false;
  std::string unused_text;
  Action action;
  for (const Command& command : all_commands()) {
    CLI::App* sub = app.add_subcommand(std::string(command.name),
                                       fmt::format("{}\n\nExamples:\n{}", command.summary, command.examples));
    sub->add_flag("--json", unused_flag, "print one JSON object and nothing else")->group("Output");
    sub->add_option("--config", unused_text, "read options from a TOML file")->type_name("FILE")->group("Output");
    const Action does = command.setup(*sub);
    sub->callback([&action, does] { action = does; });
  }
  try {
    arguments = expanded(std::move(arguments));
    std::reverse(arguments.begin(), arguments.end());  // the parser takes them from the back
    app.parse(arguments);
  } catch (const CLI::Success& asked_for_help) {
    return app.exit(asked_for_help);
  } catch (const CLI::ParseError& problem) {
    std::string message = problem.what();
    std::replace(message.begin(), message.end(), '\n', ' ');
    return console.fail({Fault::usage, message, "see discreet --help"});
  }
  try {
    const Result<void> done = action(console);
    return done ? 0 : console.fail(done.error());
  } catch (const std::exception& problem) {
    return console.fail({Fault::internal, fmt::format("internal failure: {}", problem.what()),
                         "this is a defect of the program; please report it"});
  }
}

}  // namespace
}  // namespace discreet

int main(int count, char** values) { return discreet::run({values + 1, values + count}); }
