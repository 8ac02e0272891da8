#pragma once

#include "discreet/oracle/softmax_oracle.hpp"
#include "discreet/solver/newton_steps.hpp"

namespace discreet {

// The steps of newton for several classes at once. Scales, metric and thresholds are bought once for all of them, and a
// release holds the slopes of all classes.
class SoftmaxNewton final : public Solver {
 public:
  static constexpr std::string_view name = "softmax";

  // `facts` are those of a classification, which this one makes its own.
  [[nodiscard]] static Result<std::unique_ptr<SoftmaxNewton>> make(const SolverSettings& settings, SurveyFacts facts,
                                                                   std::size_t classes);

  void plan(Outline& outline) const override;
  Description description() const override;

  struct Found {
    std::vector<Iterate> weights;  // of each class
    Description notes;
    std::vector<Interval> limits;
  };
  // The context's own oracle is not asked.
  Found run(SolverContext& context, SoftmaxOracle& oracle) const;
  Solution run(SolverContext& context) const override;

 private:
  SoftmaxNewton(SolverSettings settings, SurveyFacts facts, std::size_t classes);

  SolverSettings settings_;
  SurveyFacts facts_;
  std::size_t classes_;
  Groundwork groundwork_;
  MetricPurchase purchase_;
  NewtonSteps steps_;
};

}  // namespace discreet
