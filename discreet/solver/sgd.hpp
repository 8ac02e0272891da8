#pragma once

#include "discreet/solver/batch_descent.hpp"
#include "discreet/solver/batches.hpp"
#include "discreet/solver/groundwork.hpp"
#include "discreet/solver/overlap_purchase.hpp"

namespace discreet {

// DP-SGD from a plan to a point. Scales, overlap and threshold are bought as for descent by blocks.
class StochasticDescent final : public GroundedSolver, public SpreadsRows {
 public:
  static constexpr std::string_view name = "sgd";
  static constexpr std::string_view summary = "proximal descent by random batches of rows (DP-SGD)";

  [[nodiscard]] static Result<std::unique_ptr<Solver>> make(const SolverSettings& settings, const SurveyFacts& facts);

  void plan(Outline& outline) const override;
  Solution run(SolverContext& context) const override;
  Description description() const override;

 private:
  StochasticDescent(SolverSettings settings, SurveyFacts facts);

  double step_, momentum_;
  bool decreasing_;
  OverlapPurchase purchase_;
  BatchRule batches_;
  std::size_t passes_;
};

// What batches are clipped by and how far a step of 1 goes along each coordinate: in the frame under the ball rule, the
// same for all coordinates under the uniform one.
Clip batch_clip(ClipRule rule, double radius, const Frame& frame);
std::vector<double> batch_lengths(ClipRule rule, const Overlap& overlap, const Frame& frame, double crowding);

}  // namespace discreet
