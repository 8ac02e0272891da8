#pragma once

#include <Eigen/Core>

#include "discreet/solver/groundwork.hpp"
#include "discreet/solver/solver.hpp"

namespace discreet {

// Least squares from its sufficient statistics: one noisy matrix of the products of features and target, and everything
// after it is post-processing: any separable penalty, at any number of strengths. proof: docs/proofs/moments.md
class Moments final : public GroundedSolver, public SpreadsRows {
 public:
  static constexpr std::string_view name = "moments";
  static constexpr std::string_view summary = "least squares from one noisy matrix of products";
  static constexpr std::string_view kLine = "moments", kRadiusLine = "radius";  // of the plan

  [[nodiscard]] static Result<std::unique_ptr<Solver>> make(const SolverSettings& settings, const SurveyFacts& facts);

  void plan(Outline& outline) const override;
  Solution run(SolverContext& context) const override;
  Description description() const override;

 private:
  Moments(SolverSettings settings, SurveyFacts facts);
  std::size_t columns() const { return facts_.features + facts_.intercept + 1; }  // with the target
  double radius(SolverContext& context, const Census::Units& units) const;
  struct Products {
    Eigen::MatrixXd matrix;
    double deviation = 0;  // of the noise on the diagonal; off it there is a factor of sqrt(2) less
    double least = 0;      // what its eigenvalues are raised to
  };
  Products matrix(SolverContext& context, const Census::Units& units, double radius) const;

  double ridge_;
};

// The nearest matrix whose eigenvalues are all at least `least`.
Eigen::MatrixXd with_least_eigenvalue(const Eigen::MatrixXd& matrix, double least);

// A symmetric matrix from its lower triangle, row by row.
Eigen::MatrixXd unpacked(const std::vector<double>& lower, std::size_t size);

}  // namespace discreet
