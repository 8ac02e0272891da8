#pragma once

#include "discreet/solver/coordinate_descent.hpp"
#include "discreet/solver/groundwork.hpp"
#include "discreet/solver/solver.hpp"
#include "discreet/solver/theory.hpp"

namespace discreet {

// DP-CD from a plan to a point: buys or takes the frame, buys the clipping threshold if none was given, descends.
class CoordinateDescent final : public GroundedSolver, public SpreadsRows {
 public:
  static constexpr std::string_view name = "cd";
  static constexpr std::string_view summary = "proximal coordinate descent with noisy slopes (DP-CD)";

  [[nodiscard]] static Result<std::unique_ptr<Solver>> make(const SolverSettings& settings, const SurveyFacts& facts);

  void plan(Outline& outline) const override;
  Solution run(SolverContext& context) const override;
  Description description() const override;

 private:
  CoordinateDescent(SolverSettings settings, SurveyFacts facts);
  static Result<void> check(const SolverSettings& settings);
  double prepare(Outline& outline) const;  // plans all but slopes, and returns the share of the budget that is left
  TheoryFacts theory_facts() const;
  Allocation allocation() const;
  AnyOrder order(std::span<const double> smoothness) const;
  ClipRule rule() const { return *settings_.clip_rule; }

  Descent descent_;
  Allocation allocation_;
};

}  // namespace discreet
