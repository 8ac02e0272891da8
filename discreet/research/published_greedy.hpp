#pragma once

#include "discreet/solver/greedy.hpp"

namespace discreet {

// DP-GCD as published: each step takes the coordinate whose noisy slope is the largest, and buys another slope for it.
// Asked for as --solver greedy --recipe paper.
class PublishedGreedy final : public GroundedSolver {
 public:
  [[nodiscard]] static Result<std::unique_ptr<Solver>> make(const SolverSettings& settings, const SurveyFacts& facts);

  void plan(Outline& outline) const override;
  Solution run(SolverContext& context) const override;
  Description description() const override;

 private:
  PublishedGreedy(SolverSettings settings, SurveyFacts facts);
  // Noise inside a threshold, or scores that a row moves by different amounts: nothing better is proved of the
  // published choice than that it tells no more than all the noisy slopes it is made from. They are then paid for.
  bool pays_for_all() const;
  Coordinate largest_of_all(SolverContext& context, Clip clip, const Iterate& w) const;

  double step_;  // in units of 1/smoothness
  std::size_t steps_;
};

}  // namespace discreet
