#include "discreet/fit/survey_facts.hpp"

#include <cmath>

#include "discreet/fit/publications.hpp"

namespace discreet {

bool uses_closed_form(const Problem& problem) {
  return problem.publications && std::isfinite(problem.budget.epsilon.value);
}

SurveyFacts survey_facts(const Problem& problem, const PublicFacts& facts) {
  SurveyFacts survey;
  survey.features = facts.features.size();
  survey.intercept = problem.intercept;
  survey.regression = problem.loss.task != Task::classification;
  survey.sparse = facts.sparse;
  survey.normaliser = problem.normaliser;
  survey.precision = facts.precision;
  if (problem.neighbours != Neighbours::add_remove) survey.rows = facts.rows;
  // A loss with a kink has none: the frame is then one of the columns' spreads alone.
  survey.loss_smoothness = std::isfinite(problem.loss.smoothness) ? problem.loss.smoothness : 1;
  survey.dual = problem.loss.dual;
  survey.steepest = problem.loss.steepest;
  survey.quadratic = problem.loss.quadratic;
  survey.loss = problem.loss.text;
  survey.bend = problem.settings.strong_convexity;
  survey.zero_is_allowed = std::isfinite(problem.penalty.value(0));
  survey.epsilon = problem.budget.epsilon;
  survey.first_slope = std::abs(problem.loss.derivative(0, 1));
  survey.first_value = problem.loss.value(0, 1);
  survey.level = problem.loss.level;
  survey.mean = problem.loss.mean;
  if (survey.level)
    survey.curvature_at = [curvature = problem.loss.curvature](double margin) { return curvature(margin, 0); };
  survey.neighbours = problem.neighbours;
  survey.budget = uses_closed_form(problem) ? problem.publications->mu(problem)
                                            : affordable_mu(*problem.accountant, problem.budget);
  survey.bounds = facts.bounds;
  survey.target_bounds = facts.target_bounds;
  return survey;
}

}  // namespace discreet
