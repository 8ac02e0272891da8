// What the dual solvers have in common: the problems they take, the point that the rows' dual variables stand for, and
// the run without noise.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "discreet/solver/groundwork.hpp"

namespace discreet {

// Refuses what has no dual of rows: other penalties than A/2 w^2, weights that none holds, losses without a conjugate;
// and what is for descent by slopes.
[[nodiscard]] Result<void> refuse_without_dual(const SolverSettings& settings, const SurveyFacts& facts,
                                               std::string_view solver);

// Buys the frame. The rows' dual variables start at zero.
Scales dual_frame(const Groundwork& groundwork, SolverContext& context);

// A of A/2 w^2, for each coordinate.
std::vector<double> ridge_of(const WeightedPenalty& penalty);

// The sum of dual variables times rows, over the number of rows, is A times the weights. What is added is released, so
// both are public.
class DualPoint {
 public:
  explicit DualPoint(std::vector<double> ridge)
      : ridge_(std::move(ridge)), held_(ridge_.size(), 0.0), weights_(ridge_.size()) {}

  void add(std::span<const double> moved) {
    for (std::size_t j = 0; j < held_.size(); ++j) weights_.set({j}, (held_[j] += moved[j]) / ridge_[j]);
  }
  Iterate& weights() { return weights_; }
  DualStep step(double crowd) const { return {weights_.weights(), ridge_, crowd}; }
  double penalty() const;

 private:
  std::vector<double> ridge_, held_;
  Iterate weights_;
};

// Follows a run of steps that move all weights: averages, progress, and the point after each pass.
class DualRun {
 public:
  DualRun(const SolverSettings& settings, SolverContext& context, DualPoint& point, std::size_t steps,
          std::size_t passes)
      : context_(&context),
        point_(&point),
        averager_(settings.averaging, context.oracle.coordinates(), steps),
        steps_(steps),
        passes_(passes) {}

  // The answer of step t.
  void add(std::size_t t, std::span<const double> moved);
  Iterate finish() { return averager_.finish(std::move(point_->weights())); }

 private:
  SolverContext* context_;
  DualPoint* point_;
  Averager averager_;
  std::size_t steps_, passes_;
};

// What a row may do at once. All its moves together lead about half as far as one slope is long, and what noise they
// take shakes no margin much before the rows have answered it.
struct DualPace {
  std::size_t passes = 1;
  double together = 1;  // rows that move from the same point
  double noise = 1;     // of one answer, over what one row may do
};
Clip dual_clip(const Groundwork& groundwork, SolverContext& context, const Scales& found,
               const SolverSettings& settings, const DualPace& pace);

// Exact answers: one row moves after the other until the weights and the variables agree on the objective, or `passes`
// are over.
struct ExactDual {
  static constexpr std::string_view kMoves = "dual moves", kGap = "gap";
  static constexpr std::size_t kMostPasses = 2000;
  static void plan(Outline& outline, std::size_t coordinates, std::size_t passes);
  static Solution run(SolverContext& context, const SolverSettings& settings, std::size_t passes);
};

}  // namespace discreet
