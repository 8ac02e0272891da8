// Buys how much the columns overlap, where the noise leaves something to see.
#pragma once

#include <string_view>

#include "discreet/solver/overlap.hpp"
#include "discreet/solver/solver.hpp"

namespace discreet {

class OverlapPurchase {
 public:
  OverlapPurchase(const SolverSettings& settings, const SurveyFacts& facts) : settings_(settings), facts_(facts) {}

  bool asks() const;
  // Adds what will be asked, and returns the share of the budget that it takes.
  double plan(Outline& outline) const;
  // Nothing is known where nothing was asked; with a frame from the data, the overlap is taken from it as well.
  Overlap run(SolverContext& context, const Scales& found) const;

  static constexpr std::string_view kLine = "overlap";

 private:
  std::size_t size() const { return facts_.features + facts_.intercept; }

  SolverSettings settings_;
  SurveyFacts facts_;
};

}  // namespace discreet
