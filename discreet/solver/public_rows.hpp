// The rows of the perturbation methods before they are shrunk: where each column lies, how large it is and how long a
// row may be. Nothing here is bought; it follows from declarations, or in research from the data itself.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "discreet/solver/solver.hpp"

namespace discreet {

class PublicRows {
 public:
  PublicRows(const SolverSettings& settings, const SurveyFacts& facts) : settings_(settings), facts_(facts) {}

  // What both perturbation methods need of the problem.
  [[nodiscard]] static Result<void> check(std::string_view solver, const SolverSettings& settings,
                                          const SurveyFacts& facts);

  struct Shape {
    std::vector<double> centres, sizes;  // one a coordinate; the intercept's are 0 and 1
  };
  Shape shape(SolverContext& context) const;
  // As far as declarations alone say it: nothing where the data itself is looked at, in research.
  std::optional<Shape> declared_shape() const;
  // What is public about the risk that is minimised.
  RiskFacts risk() const;
  // Whether a minimum that penalty or ridge hold with that strength can be found, where rows are that long; and in
  // words.
  bool searchable(double strength, double longest, double linear) const;
  [[nodiscard]] Result<void> check_search(std::string_view solver, double strength, double longest,
                                          double linear) const;
  // How long rows may be, as a part of what they would be if all their columns were as large as their size.
  double fullness() const;

 private:
  Shape in_frame(const Frame& frame) const;
  Shape with_intercept(Shape shape) const;

  SolverSettings settings_;
  SurveyFacts facts_;
};

// A point as the noise left it, moved to where the penalty allows it to be; what is less than `noise` away from zero is
// zero if the penalty prefers that.
Iterate tidied(const std::vector<double>& point, const std::vector<double>& noise, const WeightedPenalty& penalty);

}  // namespace discreet
