#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>

#include "discreet/cli/command.hpp"
#include "discreet/cli/completion.hpp"

namespace discreet {
namespace {

struct Shell {
  std::string_view name;
  std::string (*script)(const CompletionTable& table);
};
constexpr Shell kShells[] = {{"bash", bash_completion}, {"zsh", zsh_completion}, {"fish", fish_completion}};

// Help in one short line: to the end of the first clause, or of a word.
std::string in_short(std::string text) {
  text = text.substr(0, text.find_first_of("\n;:"));
  constexpr std::size_t kMost = 70;
  if (text.size() <= kMost) return text;
  return text.substr(0, text.rfind(' ', kMost)) + " ...";
}

CompletionTable table_of(const CLI::App& app) {
  CompletionTable table;
  for (const Command& command : all_commands()) {
    if (command.hidden) continue;
    CompletedCommand one{std::string(command.name), in_short(std::string(command.summary)), {}, {}};
    for (const CLI::Option* option : app.get_subcommand(one.name)->get_options()) {
      const OptionWords words = words_of(one.name, *option);
      if (option->get_positional()) {
        one.places.push_back({{option->get_name()}, {}, true, words});
        continue;
      }
      one.options.push_back({spellings(*option), in_short(option->get_description()), takes_value(*option), words});
    }
    one.options.push_back({{"--config"}, "read options from a file", true, {{}, true}});
    table.push_back(std::move(one));
  }
  return table;
}

Result<void> run(const std::string& shell, const Console& console) {
  CLI::App app;
  Action unused;
  declare_commands(app, unused);
  std::vector<std::string_view> names;
  for (const Shell& each : kShells) {
    names.push_back(each.name);
    if (each.name != shell) continue;
    const std::string script = each.script(table_of(app));
    console.say(script);
    console.answer({{"shell", shell}, {"script", script}});
    return {};
  }
  return wrong(Fault::usage, fmt::format("there is no completion for '{}'", shell),
               fmt::format("the shells are: {}", fmt::join(names, ", ")));
}

}  // namespace

Action setup_completion(CLI::App& app) {
  auto shell = std::make_shared<std::string>();
  app.add_option("SHELL", *shell, "bash, zsh or fish")->required();
  return [shell](const Console& console) { return run(*shell, console); };
}

}  // namespace discreet
