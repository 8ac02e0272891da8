#include "discreet/solver/octave_reading.hpp"

#include <algorithm>
#include <cmath>

#include "discreet/oracle/census.hpp"

namespace discreet {
namespace {

constexpr std::size_t kTogether = 4;  // octaves

}  // namespace

std::optional<std::size_t> top_octave(std::span<const double> histogram, double noise) {
  for (std::size_t cell = histogram.size(); cell-- > 0;) {
    // Neighbours may be seen together, if the highest adds to it: one that is seen alone says nothing about the next.
    double sum = 0;
    for (std::size_t count = 1; count <= std::min(kTogether, cell + 1); ++count) {
      const double here = histogram[cell + 1 - count], width = static_cast<double>(count);
      if (count > 1 && here > kDeviations * noise) break;
      sum += here;
      if (sum > kDeviations * std::sqrt(width) * noise && histogram[cell] > kDeviations / width * noise) return cell;
    }
  }
  return std::nullopt;
}

// Below the top few octaves squares are too small to matter.
double second_moment(std::span<const double> histogram, std::size_t top, double noise) {
  double sum = 0;
  for (std::size_t cell = top, steps = 0; steps < 4; --cell, ++steps) {
    const double floor = steps == 0 ? kDeviations * noise : 0;
    const double base = 0.5 * Octaves::upper(cell);
    sum += std::max(histogram[cell], floor) * kOctaveSquare * base * base;
    if (cell == 0) break;
  }
  return sum;
}

std::optional<std::size_t> middle_octave(std::span<const double> histogram, double noise) {
  const std::optional<std::size_t> top = top_octave(histogram, noise);
  if (!top) return std::nullopt;
  double above = 0;
  for (std::size_t cell = *top + 1; cell-- > 0;)
    if ((above += histogram[cell]) >= 0.5) return cell;
  return top;
}

}  // namespace discreet
