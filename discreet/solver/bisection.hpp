// Finds the size that only a given share of the rows exceeds: bisection on a logarithmic scale with a noisy count at
// each step. A wrong turn needs a count close to the wanted share, and then both ends are good answers.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <vector>

#include "discreet/model/run_facts.hpp"
#include "discreet/privacy/units.hpp"

namespace discreet {

class Bisection {
 public:
  // A size between 2^low and 2^high times `unit`.
  Bisection(double unit, double low, double high) : unit_(unit), low_(low), high_(high) {}

  double threshold() const { return unit_ * std::exp2(0.5 * (low_ + high_)); }
  // `beyond` is the share of rows above the threshold.
  void narrow(double beyond, double wanted) { (beyond > wanted ? low_ : high_) = 0.5 * (low_ + high_); }
  // The upper end: not more than the wanted share lies beyond, as far as the noise allows to say.
  double size() const { return unit_ * std::exp2(high_); }

 private:
  double unit_, low_, high_;
};

struct SizeSearch {
  double guess;
  double octaves_down, octaves_up;  // how far from the guess it may be
  double beyond;                    // the share of rows that may exceed it
  std::size_t steps;
  double budget;  // the share of all steps together
};

struct FoundSize {
  std::optional<double> size;  // empty where there are so few rows that the noise would decide
  double noise;                // the deviation of the noise in a share of rows
  struct Look {
    double size, beyond;
  };
  std::vector<Look> looks;

  // The share of rows beyond a threshold, as far as the looks tell: by the nearest one above it, beyond which there are
  // fewer, or just below it.
  std::optional<RunFacts::Share> beyond(double threshold) const {
    constexpr double kJustBelow = 0.85;
    const auto octaves_off = [&](const Look& look) { return std::abs(std::log2(look.size / threshold)); };
    const Look* nearest = nullptr;
    for (const Look& look : looks)
      if (look.size >= kJustBelow * threshold && (!nearest || octaves_off(look) < octaves_off(*nearest)))
        nearest = &look;
    if (!size || !nearest) return std::nullopt;
    return RunFacts::Share{nearest->beyond, noise};
  }
};

// Asks ask(size), the noisy share of rows beyond a size, as often as was planned. Where the noise would decide, a guess
// is the better answer.
template <class Ask>
FoundSize find_size(const SizeSearch& search, Mu budget, double rows, Ask&& ask) {
  constexpr double kMostNoise = 0.15;
  Bisection size(search.guess, -search.octaves_down, search.octaves_up);
  FoundSize found{{}, std::sqrt(static_cast<double>(search.steps) / search.budget) / budget.value / rows, {}};
  const double wanted = std::max(search.beyond, 2 * found.noise);
  for (std::size_t step = 0; step < search.steps; ++step) {
    const double threshold = size.threshold(), beyond = ask(threshold);
    found.looks.push_back({threshold, beyond});
    if (found.noise < kMostNoise) size.narrow(beyond, wanted);
  }
  if (found.noise < kMostNoise) found.size = size.size();
  return found;
}

}  // namespace discreet
