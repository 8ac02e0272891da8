// Settings as an experiment names them: the options that are not as usual, by name.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "discreet/base/result.hpp"
#include "discreet/fit/options.hpp"

namespace discreet {

using Settings = std::vector<std::pair<std::string, std::string>>;

// Options of the problem and the data, or of the budget and the solver, that differ from their defaults, in the order
// of the option table. Left out is what an experiment varies by itself: solver, epsilon, noise and seeds, threads.
Settings problem_settings(const Options& options);
Settings solver_settings(const Options& options);

// name=value;name=value, as a CSV file has it.
std::string text_of(const Settings& settings);

// One option, by the name it has on the command line.
std::string& option_named(Options& options, std::string_view name);

// The problem alone, every choice about the budget and the solver as usual.
Options problem_alone(const Options& options);

// Every combination of the values that options list with commas (1,2,5), solver options only.
std::vector<Options> each_listed(const Options& options);

}  // namespace discreet
