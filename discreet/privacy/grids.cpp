#include "discreet/privacy/grids.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "discreet/base/mistake.hpp"
#include "discreet/mechanism/score_grid.hpp"
#include "discreet/privacy/lattice.hpp"

namespace discreet {
namespace {

// Contributions of `numbers` numbers are at most so many times their root apart, and rounding adds its root.
constexpr double kFarthest = 4;

struct Fits {
  Neighbours neighbours;
  double numbers;

  bool gaussian(NoiseMultiplier multiplier) const {
    const double root = std::sqrt(numbers);
    return Lattice::exists(multiplier, neighbours, {kFarthest * root, kFarthest * root, root, root});
  }
  bool laplace(NoiseMultiplier multiplier) const {
    return Lattice::exists(multiplier, neighbours,
                           SumBound{2 * numbers, 2 * numbers, static_cast<std::size_t>(numbers)});
  }
  bool operator()(const GaussianEvent& event) const { return gaussian(event.multiplier); }
  bool operator()(const PoissonGaussianEvent& event) const { return gaussian(event.multiplier); }
  bool operator()(const FixedBatchGaussianEvent& event) const { return gaussian(event.multiplier); }
  bool operator()(const LaplaceEvent& event) const { return laplace(event.multiplier); }
  bool operator()(const ExponentialEvent& event) const { return event.epsilon > kLeastChoice; }
  // A choice by permute and flip, or the published one, which adds Laplace noise.
  bool operator()(const PureEvent& event) const {
    return event.epsilon > kLeastChoice && laplace({2 / event.epsilon.value});
  }
  bool operator()(const ApproximateEvent&) const { return true; }
  bool operator()(const NonPrivateEvent&) const { return true; }
};

}  // namespace

Result<void> no_grid(const PlanLine& line) {
  return wrong(
      Fault::usage,
      fmt::format("the noise of '{}' would be too large for its integer grid: this budget, spread over so many "
                  "releases, buys next to nothing",
                  line.what),
      "give a larger --epsilon, or fewer --passes");
}

Result<void> check_grids(const Plan& plan) {
  for (const PlanLine& line : plan.lines) {
    const double numbers = static_cast<double>(std::max<std::uint64_t>(line.numbers, 1));
    if (!planted(Mistake::unchecked_grids) && !std::visit(Fits{plan.neighbours, numbers}, line.event))
      return no_grid(line);
  }
  return {};
}

}  // namespace discreet
