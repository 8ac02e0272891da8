#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <exception>
#include <new>
#include <sstream>
#include <vector>

#include "discreet/base/nearest.hpp"
#include "discreet/base/version.hpp"
#include "discreet/cli/arguments.hpp"
#include "discreet/cli/command.hpp"
#include "discreet/comm/agreement.hpp"
#include "discreet/comm/processes.hpp"
#include "discreet/fit/publications.hpp"

namespace discreet {
namespace {

constexpr std::string_view kIntroduction =
    "Discreet trains linear models on sensitive data under differential privacy.\n\n"
    "Try:\n"
    "  discreet fit synthetic:clinic --loss logistic --epsilon 1\n"
    "  discreet fit --help\n";

struct Parsed {
  Action action;
  std::string help;  // what was asked for instead of an action
};

Result<Parsed> parse(std::vector<std::string> arguments) {
  CLI::App app{std::string(kIntroduction), "discreet"};
  app.set_version_flag("--version", fmt::format("discreet {} ({})", kVersion, kCommit));
  Parsed parsed;
  declare_commands(app, parsed.action);
  const std::string command = command_of(arguments);
  if (command.empty() && std::none_of(arguments.begin(), arguments.end(),
                                      [](const std::string& a) { return a.starts_with("-") && a != "--json"; }))
    return wrong(Fault::usage, "a command is needed", fmt::format("there are: {}", fmt::join(command_names(), ", ")));
  if (!is_command(command) && is_of_research(command)) return without_research("discreet " + command);
  if (!command.empty() && !is_command(command))
    return wrong(Fault::usage, fmt::format("there is no command '{}'", command),
                 suggesting(command, command_names(), fmt::format("there are: {}", fmt::join(command_names(), ", "))));
  auto expanded = with_config(std::move(arguments), app);
  if (!expanded) return tl::unexpected(expanded.error());
  try {
    std::vector<std::string> reversed(expanded->rbegin(), expanded->rend());  // the parser takes them from the back
    app.parse(reversed);
  } catch (const CLI::Success& asked) {
    std::ostringstream text;
    app.exit(asked, text, text);
    parsed.help = text.str();
  } catch (const CLI::ParseError& problem) {
    return explained(problem, *expanded, app);
  }
  return parsed;
}

// What most commands do they do once; in several processes they would do it as often.
Result<void> refuse_company(const std::string& name, const Communicator& processes) {
  const auto all = all_commands();
  const auto command = std::find_if(all.begin(), all.end(), [&](const Command& c) { return c.name == name; });
  if (processes.ranks() == 1 || command == all.end() || command->spreads) return {};
  return wrong(Fault::usage,
               fmt::format("discreet {} runs in one process and was started in {}", name, processes.ranks()),
               "start it without mpirun; only fit runs in several");
}

Result<void> obey(const std::vector<std::string>& arguments, const Console& console) {
  const Result<Parsed> parsed = agreed(console.processes(), parse(arguments));
  if (!parsed) return tl::unexpected(parsed.error());
  if (!parsed->help.empty()) {
    if (console.processes().first()) fmt::print("{}", parsed->help);
    return {};
  }
  if (const auto alone = refuse_company(command_of(arguments), console.processes()); !alone) return alone;
  return parsed->action(console);
}

int run_command(const std::vector<std::string>& arguments, const Processes& processes) {
  const Console console(asks_for_json(arguments), processes);
  Error problem;
  try {
    const Result<void> done = obey(arguments, console);
    return done ? console.finish() : console.fail(done.error());
  } catch (const std::bad_alloc&) {
    problem = {Fault::internal, "there is not enough memory for this", "use a larger machine, or fewer columns"};
  } catch (const ProcessesDiffer& difference) {
    problem = {Fault::internal, difference.what(), "use machines of one kind, with the same program and libraries"};
  } catch (const std::exception& defect) {
    problem = {Fault::internal, fmt::format("internal failure: {}", defect.what()),
               "this is a defect of the program; please report it"};
  }
  if (processes.ranks() == 1) return console.fail(problem);
  // Nobody else knows of it, and they wait for this process.
  const int code = Console(console.json()).fail(problem);
  std::fflush(nullptr);
  processes.abort(code);
  return code;
}

int run(const std::vector<std::string>& arguments) {
  const auto processes = joined_processes();
  if (processes) {
    const int code = run_command(arguments, **processes);
    std::fflush(nullptr);  // before the processes part: a launcher ends those that are left when the first one fails
    return code;
  }
  // One of them speaks and has the code: a launcher ends the others when the first one fails, and that must not be
  // before.
  return launch().rank == 0 ? Console(asks_for_json(arguments)).fail(processes.error()) : 0;
}

}  // namespace
}  // namespace discreet

int main(int count, char** values) {
  discreet::use_research();
  std::signal(SIGXFSZ, SIG_IGN);  // a file that may not grow is an error of a write, which has words
  return discreet::run(discreet::normalised({values + 1, values + count}));
}
