#pragma once

#include "discreet/solver/public_rows.hpp"

namespace discreet {

// Objective perturbation: a random linear term and a ridge are added to what is minimised, and the minimum is
// released. proof: docs/proofs/objective.md
class ObjectivePerturbation final : public Solver {
 public:
  static constexpr std::string_view name = "objective";
  static constexpr std::string_view summary = "the minimum of a problem with a random linear term";

  [[nodiscard]] static Result<std::unique_ptr<Solver>> make(const SolverSettings& settings, const SurveyFacts& facts);

  void plan(Outline& outline) const override;
  Result<void> check(const Plan& plan) const override;
  Solution run(SolverContext& context) const override;
  Description description() const override;

  static constexpr std::string_view kLine = "linear term", kAccuracyLine = "accuracy";

 private:
  ObjectivePerturbation(const SolverSettings& settings, const SurveyFacts& facts,
                        std::unique_ptr<Solver> without_noise);
  double clip() const;
  // What follows from the noise that was planned: the ridge, and what the linear term pulls at most in units of what
  // one row can pull. Infinite where no noise is enough.
  struct Ground {
    double strength, linear;
  };
  Ground ground(const Plan& plan) const;

  SolverSettings settings_;
  SurveyFacts facts_;
  PublicRows rows_;
  std::unique_ptr<Solver> without_noise_;
};

}  // namespace discreet
