// Where the values of a column lie, read off a released histogram of signed octaves: post-processing.
#pragma once

#include <optional>
#include <span>

#include "discreet/data/schema.hpp"

namespace discreet {

// The range of a column whose noisy shares of rows are `shares`, one for each cell of SignedOctaves, each with noise of
// standard deviation `noise`. Empty where the noise hides the column.
// A window of octaves counts as seen where it holds so many deviations of its noise.
inline constexpr double kUsualDeviations = 3.3;
std::optional<Interval> column_range(std::span<const double> shares, double noise,
                                     double deviations = kUsualDeviations);

// The same for a target, of which some range is better than none: where the noise hides it, the most plausible one.
Interval target_range(std::span<const double> shares, double noise);

}  // namespace discreet
