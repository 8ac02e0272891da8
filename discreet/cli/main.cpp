#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <csignal>
#include <exception>
#include <new>
#include <sstream>
#include <vector>

#include "discreet/base/nearest.hpp"
#include "discreet/base/version.hpp"
#include "discreet/cli/arguments.hpp"
#include "discreet/cli/command.hpp"
#include "discreet/cli/program.hpp"

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

int run(const std::vector<std::string>& arguments) {
  const Console console(asks_for_json(arguments));
  try {
    const Result<Parsed> parsed = parse(arguments);
    if (!parsed) return console.fail(parsed.error());
    if (!parsed->help.empty()) {
      fmt::print("{}", parsed->help);
      return console.finish();
    }
    const Result<void> done = parsed->action(console);
    return done ? console.finish() : console.fail(done.error());
  } catch (const std::bad_alloc&) {
    return console.fail(
        {Fault::internal, "there is not enough memory for this", "use a larger machine, or fewer columns"});
  } catch (const std::exception& problem) {
    return console.fail({Fault::internal, fmt::format("internal failure: {}", problem.what()),
                         "this is a defect of the program; please report it"});
  }
}

}  // namespace
}  // namespace discreet

int main(int count, char** values) {
  std::signal(SIGXFSZ, SIG_IGN);  // a file that may not grow is an error of a write, which has words
  return discreet::run(discreet::normalised({values + 1, values + count}));
}
