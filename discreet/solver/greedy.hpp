#pragma once

#include "discreet/oracle/scores.hpp"
#include "discreet/solver/coordinate_descent.hpp"
#include "discreet/solver/groundwork.hpp"

namespace discreet {

// DP-GCD: each step lets a private choice say which coordinate promises most, and buys one slope for it. Weights that
// are never chosen stay where they started.
class Greedy final : public GroundedSolver, public SpreadsRows {
 public:
  static constexpr std::string_view name = "greedy";
  static constexpr std::string_view summary =
      "greedy coordinate descent by private selection (DP-GCD); for many features of which few matter";

  [[nodiscard]] static Result<std::unique_ptr<Solver>> make(const SolverSettings& settings, const SurveyFacts& facts);

  void plan(Outline& outline) const override;
  Solution run(SolverContext& context) const override;
  Description description() const override;

  static constexpr std::string_view kChoices = "choices";

 private:
  Greedy(SolverSettings settings, SurveyFacts facts);
  std::size_t worthwhile_steps() const;
  // One or two choices cost least as pure events: permute and flip, and Laplace noise for the slopes. The publication
  // and its closed form know no others.
  bool few() const { return steps_ <= 2 || settings_.closed_form || published(); }
  bool published() const { return settings_.recipe == Recipe::paper && !groundwork_.exact(); }
  // Noise inside a threshold, or scores that a row moves by different amounts: nothing better is proved of the
  // published choice than that it tells no more than all the noisy slopes it is made from. They are then paid for.
  bool pays_for_all() const;
  bool looks_back() const;
  Coordinate choose(SolverContext& context, const Scores& scores, Clip clip, const Iterate& w) const;
  double slope(SolverContext& context, Clip clip, Coordinate j) const;
  double trusted(double slope, Clip clip, Coordinate j, const SolverContext& context) const;
  template <Guide G>
  Iterate descend(SolverContext& context, G& guide, Iterate w) const;

  double step_;  // in units of 1/smoothness
  std::size_t steps_;
};

}  // namespace discreet
