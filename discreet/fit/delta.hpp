// The delta of a budget: what an option says, and what it is where none says.
#pragma once

#include <optional>
#include <string_view>

#include "discreet/base/result.hpp"
#include "discreet/fit/problem.hpp"
#include "discreet/privacy/units.hpp"

namespace discreet {

inline constexpr double kLargestUsualDelta = 1e-5;

// The lesser of 1e-5 and 1/n^2. Without the cap, few rows would get a delta that promises nothing: 0.11 for three.
Delta usual_delta(double rows);

// What is public of the number of rows: under add-remove it is private itself, and the normaliser stands for it.
double public_number_of_rows(const Problem& problem, const PublicFacts& facts);

// auto, 1/n^2, NUMBER or NUMBER/n. `rows` is what n stands for, where it stands for anything; auto needs it.
[[nodiscard]] Result<Delta> read_delta(std::string_view option, std::string_view text, std::optional<double> rows);

// --strict refuses a delta above 1/n: publishing one whole row chosen at random has a delta of 1/n and hides nothing.
[[nodiscard]] Result<void> refuse_large_delta(Delta delta, double rows);

}  // namespace discreet
