#include "discreet/cli/program.hpp"

#include <fmt/format.h>

namespace discreet {

void declare_commands(CLI::App& app, Action& chosen) {
  app.require_subcommand(1);
  const std::string json = "print one JSON object and nothing else";
  for (const Command& command : all_commands()) {
    CLI::App* sub = app.add_subcommand(std::string(command.name),
                                       fmt::format("{}\n\nExamples:\n{}\n", command.summary, command.examples));
    if (command.hidden) sub->group("");
    sub->add_flag("--json", json)->group("Output");
    const Action does = command.setup(*sub);
    sub->callback([&chosen, does] { chosen = does; });
  }
}

}  // namespace discreet
