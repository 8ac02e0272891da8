// What is done to the data, told in the terms an accountant needs and no others. A plan is everything that will be
// done, written down before any of it is.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "discreet/privacy/units.hpp"

namespace discreet {

// A group of numbers released together or one after the other, with independent Gaussian noise; neighbouring datasets
// move the whole group by at most 1/multiplier standard deviations in the Euclidean norm. A single number is a group of
// one.
struct GaussianEvent {
  NoiseMultiplier multiplier;
  friend auto operator<=>(const GaussianEvent&, const GaussianEvent&) = default;
};

// The same on a random batch that every row joins by itself with probability `sampling`. The multiplier is the standard
// deviation over the norm of one row's contribution, whatever the neighbouring relation: when a row is replaced, its
// two contributions may point in opposite directions, and the accountants know.
struct PoissonGaussianEvent {
  double sampling = 1;
  NoiseMultiplier multiplier;
  friend auto operator<=>(const PoissonGaussianEvent&, const PoissonGaussianEvent&) = default;
};

// The same on `batch` of `rows` rows drawn without replacement; defined for replace-one alone. The multiplier is the
// standard deviation over the distance of two rows' contributions.
struct FixedBatchGaussianEvent {
  std::uint64_t rows = 1;
  std::uint64_t batch = 1;
  NoiseMultiplier multiplier;
  friend auto operator<=>(const FixedBatchGaussianEvent&, const FixedBatchGaussianEvent&) = default;
};

// Numbers with Laplace noise; the multiplier is the scale over the distance in the sum of absolute values.
struct LaplaceEvent {
  NoiseMultiplier multiplier;
  friend auto operator<=>(const LaplaceEvent&, const LaplaceEvent&) = default;
};

// A selection by the exponential mechanism (Gumbel noise): its privacy loss varies by at most epsilon over the
// outcomes.
struct ExponentialEvent {
  Epsilon epsilon;
  friend auto operator<=>(const ExponentialEvent&, const ExponentialEvent&) = default;
};

// Anything that is epsilon-differentially private.
struct PureEvent {
  Epsilon epsilon;
  friend auto operator<=>(const PureEvent&, const PureEvent&) = default;
};

// Anything that is (epsilon, delta)-differentially private.
struct ApproximateEvent {
  Epsilon epsilon;
  Delta delta;
  friend auto operator<=>(const ApproximateEvent&, const ApproximateEvent&) = default;
};

// An exact answer. It costs infinitely much, which is how running without privacy is said.
struct NonPrivateEvent {
  friend auto operator<=>(const NonPrivateEvent&, const NonPrivateEvent&) = default;
};

using Event = std::variant<GaussianEvent, PoissonGaussianEvent, FixedBatchGaussianEvent, LaplaceEvent, ExponentialEvent,
                           PureEvent, ApproximateEvent, NonPrivateEvent>;

struct PlanLine {
  std::string what;  // "slopes", "scales": for the label and for paying
  Event event;
  std::uint64_t groups = 1;   // how often the event happens
  std::uint64_t numbers = 0;  // how many numbers each group releases on the integer grid at the most
};

struct Plan {
  Neighbours neighbours = Neighbours::replace_one;
  std::vector<PlanLine> lines;
};

}  // namespace discreet
