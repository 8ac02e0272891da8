// The options of coordinate descent and its relatives: orders, starts, passes by theory, budgets by coordinate,
// recipes.
#pragma once

#include "discreet/base/result.hpp"
#include "discreet/fit/problem.hpp"

namespace discreet {

// Fills in that part of problem.settings and notes what was declared.
[[nodiscard]] Result<void> settle_descent(const Options& options, const PublicFacts& facts, Problem& problem);

// none, tail:FRACTION or periodic:T.
[[nodiscard]] Result<Averaging> read_averaging(const std::string& text);

// The tables that name features in these options, by path.
std::vector<std::string> declared_tables(const Options& options);

inline constexpr std::string_view kIntercept = "(intercept)";  // its line in a table of weights

}  // namespace discreet
