#pragma once

#include "discreet/solver/block_descent.hpp"
#include "discreet/solver/groundwork.hpp"
#include "discreet/solver/overlap_purchase.hpp"

namespace discreet {

// DP-SkGD from a plan to a point: as CoordinateDescent, and it buys how much the columns overlap, which says how far
// several of them may step at once.
class BlockDescent final : public GroundedSolver, public SpreadsRows {
 public:
  static constexpr std::string_view name = "block";
  static constexpr std::string_view summary = "proximal descent along blocks or all coordinates at once (DP-SkGD)";

  // Blocks of one coordinate are coordinate descent, and are handed to it.
  [[nodiscard]] static Result<std::unique_ptr<Solver>> make(const SolverSettings& settings, const SurveyFacts& facts);

  void plan(Outline& outline) const override;
  Solution run(SolverContext& context) const override;
  Description description() const override;

  static constexpr double kMomentum = 0.9;  // where it is worth its noise, unless the user says otherwise

 private:
  BlockDescent(SolverSettings settings, SurveyFacts facts);
  std::unique_ptr<Blocks> blocks(const std::vector<double>& smoothness) const;
  Schedule schedule() const;
  bool asks_overlap() const;
  bool looks_back() const;
  double momentum() const;

  OverlapPurchase purchase_;
  std::shared_ptr<const Blocks> shape_;  // blocks of columns that are all alike: as many and as large as the real ones
  double step_, momentum_;
  std::size_t passes_;
};

}  // namespace discreet
