#pragma once

#include "discreet/solver/solver.hpp"

namespace discreet {

// The optimum itself, by proximal Newton steps with exact answers: the reference that everything private is measured
// against. It goes until the proximal residual is 1e-10 of what it was at the start.
class ExactSolver final : public Solver {
 public:
  static constexpr std::string_view name = "exact";
  static constexpr std::string_view summary = "the non-private optimum, for reference; stamped as such";

  [[nodiscard]] static Result<std::unique_ptr<Solver>> make(const SolverSettings& settings, const SurveyFacts& facts);

  void plan(Outline& outline) const override;
  Solution run(SolverContext& context) const override;
  Description description() const override;

 private:
  ExactSolver(SolverSettings settings, SurveyFacts facts)
      : settings_(std::move(settings)), facts_(std::move(facts)), survey_(facts_) {}

  SolverSettings settings_;
  SurveyFacts facts_;
  Survey survey_;
};

}  // namespace discreet
