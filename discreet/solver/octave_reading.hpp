// What a noisy histogram by octaves says: how large the values are, and what their squares add up to.
#pragma once

#include <optional>
#include <span>

namespace discreet {

// An octave is seen when its count exceeds this many standard deviations of its noise: with a hundred thousand octaves
// asked about, one is seen by mistake less than once in thirty fits.
inline constexpr double kDeviations = 5;

// The mean of x^2 over an octave [a, 2a) is about this times a^2, if x is spread evenly in its logarithm.
inline constexpr double kOctaveSquare = 2.16;

// The highest octave that is seen, alone or together with the few below it; `noise` is the standard deviation in a
// cell.
std::optional<std::size_t> top_octave(std::span<const double> histogram, double noise);

// The second moment that a histogram shows, up to its highest visible octave.
double second_moment(std::span<const double> histogram, std::size_t top, double noise);

// The octave in which the middle row lies.
std::optional<std::size_t> middle_octave(std::span<const double> histogram, double noise);

}  // namespace discreet
