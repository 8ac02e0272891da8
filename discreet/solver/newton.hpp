#pragma once

#include "discreet/solver/newton_steps.hpp"

namespace discreet {

// A few full proximal steps in a metric that was bought: noisy slopes of all coordinates, rows clipped to a ball in the
// frame, and the penalised quadratic that slopes and metric make is minimised exactly. The slopes of the later steps
// are averaged, and one more step from the mean of their points costs nothing. A ridge as strong as the noise deserves
// holds what the noise would decide. Everything but its questions is post-processing.
class Newton final : public GroundedSolver, public SpreadsRows {
 public:
  static constexpr std::string_view name = "newton";
  static constexpr std::string_view summary = "full proximal steps in a private second-moment metric";
  static constexpr std::size_t kMostFeatures = 2000;  // the metric is a matrix

  [[nodiscard]] static Result<std::unique_ptr<Solver>> make(const SolverSettings& settings, const SurveyFacts& facts);

  void plan(Outline& outline) const override;
  Solution run(SolverContext& context) const override;
  Description description() const override;

 private:
  Newton(SolverSettings settings, SurveyFacts facts);
  bool looks_back() const;

  MetricPurchase purchase_;
  NewtonSteps steps_;
};

}  // namespace discreet
