#pragma once

#include "discreet/oracle/choices.hpp"
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
  static constexpr double kChoiceShare = 0.5;  // of what the steps get, the part that chooses; the rest buys slopes
  static constexpr double kStep = 1;           // unless one is given
  // How many steps are worth their noise, and the threshold of so many over the one that suits a long run.
  static std::size_t worthwhile_steps(const SurveyFacts& facts);
  static double narrower(std::size_t steps);

 private:
  Greedy(SolverSettings settings, SurveyFacts facts);
  // One or two choices cost least as pure events: permute and flip, and Laplace noise for the slopes.
  bool few() const { return steps_ <= 2 || settings_.pure_choices; }
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
