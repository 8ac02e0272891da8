#pragma once

#include "discreet/solver/public_rows.hpp"

namespace discreet {

// Output perturbation: the minimum of a strongly convex objective, and noise on it. proof: docs/proofs/output.md
class OutputPerturbation final : public Solver {
 public:
  static constexpr std::string_view name = "output";
  static constexpr std::string_view summary = "the minimum of an l2-penalised problem, with noise on it";

  [[nodiscard]] static Result<std::unique_ptr<Solver>> make(const SolverSettings& settings, const SurveyFacts& facts);

  void plan(Outline& outline) const override;
  Result<void> check(const Plan& plan) const override;
  Solution run(SolverContext& context) const override;
  Description description() const override;

  static constexpr std::string_view kLine = "minimum";

 private:
  // Of what holds the weights, and of the longest row that is not shrunk, in the norm that goes with it.
  double strength() const { return settings_.ridge.value_or(facts_.bend); }
  double longest(const PublicRows::Shape& shape) const;
  NoiseSpread spread(const SolverContext& context, const Minimum& what) const;
  OutputPerturbation(const SolverSettings& settings, const SurveyFacts& facts, std::unique_ptr<Solver> without_noise);

  SolverSettings settings_;
  SurveyFacts facts_;
  PublicRows rows_;
  std::unique_ptr<Solver> without_noise_;  // if that is what was asked for
};

}  // namespace discreet
