#pragma once

#include "discreet/solver/solver.hpp"

namespace discreet {

// What public facts decide: what is released, and which part of the budget each release gets. Shares are of mu^2.
struct BayesPlan {
  BayesPlan() = default;
  explicit BayesPlan(const SurveyFacts& facts);

  std::vector<std::size_t> undeclared;  // columns whose ranges are released
  bool columns = true;                  // anything but the level is
  bool chosen = false;                  // the level is chosen among public numbers of all sizes, without a range
  double ranges = 0, target_range = 0;
  double level = 0, moments = 0, products = 0, slopes = 0, intercept = 0;
  std::size_t steps = 0;
  double signal = 0;  // rows in units of the noise of a sum of values in [-1, 1]: with what is left after the ranges
};

// A noise-aware Gaussian posterior of the weights. Ranges, means and second moments of the columns, their products and
// a few noisy slopes are released; an empirical prior, weighed by the known noise, decides how far to go from the
// constant model. The intercept is calibrated to the released level of the target. Everything but the releases is
// post-processing. docs/solvers/bayes.md
class Bayes final : public Solver {
 public:
  static constexpr std::string_view name = "bayes";
  static constexpr std::string_view summary = "noise-aware posterior: few rows, never far from the constant model";
  static constexpr bool spreads = true;
  static constexpr std::size_t kMostFeatures = 500;  // the products are a matrix whose eigenvectors are needed

  static constexpr double kMostValues = 2e8;  // rows that are moved into limits are a copy

  [[nodiscard]] static Result<std::unique_ptr<Solver>> make(const SolverSettings& settings, const SurveyFacts& facts);
  // Whether the problem is of the kind that it solves.
  [[nodiscard]] static Result<void> suits(const SolverSettings& settings, const SurveyFacts& facts);

  void plan(Outline& outline) const override;
  Solution run(SolverContext& context) const override;
  Description description() const override;

 private:
  Bayes(SolverSettings settings, SurveyFacts facts);
  struct Columns;
  struct Target;
  struct Run;

  SolverSettings settings_;
  SurveyFacts facts_;
  BayesPlan plan_;
};

}  // namespace discreet
