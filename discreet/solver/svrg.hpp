#pragma once

#include "discreet/solver/batches.hpp"
#include "discreet/solver/groundwork.hpp"
#include "discreet/solver/overlap_purchase.hpp"

namespace discreet {

// Variance-reduced descent (DP-SVRG) from a plan to a point. Each epoch asks for all slopes at a snapshot; its steps
// ask a batch only how far slopes have moved since, which is little near the snapshot and clipped to little there.
class VarianceReduced final : public GroundedSolver, public SpreadsRows {
 public:
  static constexpr std::string_view name = "svrg";
  static constexpr std::string_view summary = "snapshots of all rows, corrected by random batches (DP-SVRG)";

  [[nodiscard]] static Result<std::unique_ptr<Solver>> make(const SolverSettings& settings, const SurveyFacts& facts);

  void plan(Outline& outline) const override;
  Solution run(SolverContext& context) const override;
  Description description() const override;

  static constexpr std::string_view kSnapshots = "snapshots", kCorrections = "corrections";

 private:
  VarianceReduced(SolverSettings settings, SurveyFacts facts);
  // The mean of the points of an epoch, or where it ends if there is no noise to be averaged.
  Iterate epoch(SolverContext& context, const std::vector<double>& lengths, Clip clip, const Iterate& snapshot) const;
  // What the difference of a row's slope vectors at two points is clipped to.
  double reach(const Oracle& oracle, Clip clip, const Iterate& w, const Iterate& snapshot) const;

  OverlapPurchase purchase_;
  BatchRule batches_;
  double step_;
  std::size_t epochs_, steps_;  // in an epoch
};

}  // namespace discreet
