// How much noise a budget asks for.
#pragma once

#include "discreet/base/result.hpp"
#include "discreet/privacy/accountant.hpp"

namespace discreet {

// A plan without its noise: what will be asked, how often, and what part of the budget (of mu^2) each line gets.
struct Outline {
  struct Line {
    std::string what;
    std::uint64_t groups = 1;
    std::uint64_t numbers = 1;
    double share = 1;
  };
  Neighbours neighbours = Neighbours::replace_one;
  std::vector<Line> lines;
};

// The least noise with which the outline fits the budget; shares are taken relative to their sum. An infinite
// epsilon buys exact answers.
[[nodiscard]] Result<Plan> calibrate(const Accountant& accountant, Budget budget, const Outline& outline);

}  // namespace discreet
