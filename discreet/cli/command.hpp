// A command of the program: how it introduces itself and how it sets itself up. One list feeds the help and the parser.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "discreet/base/result.hpp"
#include "discreet/cli/console.hpp"
#include "discreet/fit/options.hpp"

namespace discreet {

// What the parsed command line wants done.
using Action = std::function<Result<void>(const Console&)>;

struct Command {
  std::string_view name;
  std::string_view summary;
  std::string_view examples;
  Action (*setup)(CLI::App& app);  // declares the arguments; the action runs after they are parsed
  bool hidden = false;             // not for users: the build asks for it
  bool spreads = false;            // over the processes of mpirun
};

std::span<const Command> all_commands();
std::vector<std::string_view> command_names();  // of those for users
bool is_command(std::string_view name);
bool is_of_research(std::string_view name);  // whether this build has it or not

// Adds the rows of the option table whose groups are asked for.
void add_options(CLI::App& app, Options& options, const std::vector<std::string_view>& groups);

Action setup_fit(CLI::App& app);
Action setup_plan(CLI::App& app);
Action setup_tune(CLI::App& app);
Action setup_predict(CLI::App& app);
Action setup_evaluate(CLI::App& app);
Action setup_convert(CLI::App& app);
Action setup_generate(CLI::App& app);
Action setup_report(CLI::App& app);
Action setup_account(CLI::App& app);
Action setup_calibrate(CLI::App& app);
Action setup_ledger(CLI::App& app);
Action setup_fairness(CLI::App& app);
Action setup_audit(CLI::App& app);
Action setup_completion(CLI::App& app);
Action setup_manual(CLI::App& app);
#ifdef DISCREET_RESEARCH  // in discreet/research/cli
Action setup_compare(CLI::App& app);
Action setup_reproduce(CLI::App& app);
Action setup_randomised_response(CLI::App& app);
std::vector<std::string> experiment_names();
#endif

// The whole program as the parser knows it: what is parsed, what the manual describes and what a shell completes are
// one declaration. Adds every command; the one that is parsed leaves in `chosen` what it wants done.
void declare_commands(CLI::App& app, Action& chosen);

}  // namespace discreet
