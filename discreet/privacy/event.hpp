// What is done to the data, told in the terms an accountant needs and no others. A plan is everything that will
// be done, written down before any of it is.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "discreet/privacy/units.hpp"

namespace discreet {

// A group of numbers released together or one after the other, with independent Gaussian noise; one row moves the
// whole group by at most 1/multiplier standard deviations in the Euclidean norm. A single number is a group of one.
struct GaussianEvent {
  NoiseMultiplier multiplier;
};
// An exact answer. It costs infinitely much, which is how running without privacy is said.
struct NonPrivateEvent {};

using Event = std::variant<GaussianEvent, NonPrivateEvent>;

struct PlanLine {
  std::string what;  // "slopes", "scales": for the label and for paying
  Event event;
  std::uint64_t groups = 1;   // how often the event happens
  std::uint64_t numbers = 1;  // how many numbers each group releases at the most
};

struct Plan {
  Neighbours neighbours = Neighbours::replace_one;
  std::vector<PlanLine> lines;
};

}  // namespace discreet
