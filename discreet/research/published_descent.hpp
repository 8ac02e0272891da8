#pragma once

#include "discreet/solver/cd.hpp"

namespace discreet {

// DP-CD as published: coordinates drawn uniformly, whole steps, smoothness constants as the publication buys them.
// What is left is the solver cd. Asked for as --solver cd --recipe paper.
class PublishedDescent final : public Solver {
 public:
  [[nodiscard]] static Result<std::unique_ptr<Solver>> make(const SolverSettings& settings, const SurveyFacts& facts);

  explicit PublishedDescent(std::unique_ptr<Solver> descent) : descent_(std::move(descent)) {}
  void plan(Outline& outline) const override { descent_->plan(outline); }
  Result<void> check(const Plan& plan) const override { return descent_->check(plan); }
  Solution run(SolverContext& context) const override { return descent_->run(context); }
  Description description() const override;

 private:
  std::unique_ptr<Solver> descent_;
};

// A description that names the recipe.
Description with_recipe(Description text);

}  // namespace discreet
