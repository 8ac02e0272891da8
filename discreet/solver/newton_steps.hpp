// Proximal steps in a bought metric, for one weight vector or for one of each class: noisy slopes of all coordinates,
// rows clipped to a ball in the frame, and the penalised quadratic that slopes and metric make is minimised exactly.
// Classes share the metric, which bounds how the risk is curved along each of them. Everything here but its questions
// is post-processing, and the questions are somebody else's.
#pragma once

#include <Eigen/Core>
#include <string_view>
#include <vector>

#include "discreet/solver/groundwork.hpp"
#include "discreet/solver/metric.hpp"

namespace discreet {

// Who is asked. Answers are for all classes, one after the other, at the point that the moves have led to.
class NewtonQuestions {
 public:
  virtual ~NewtonQuestions() = default;
  virtual std::vector<double> slopes(std::string_view line, double radius) = 0;
  // The share of rows whose slopes, of all classes together, are longer than the radius in the frame.
  virtual double rows_beyond(std::string_view line, double radius) = 0;
  virtual void move(const Eigen::VectorXd& here, const Eigen::VectorXd& moved) = 0;
  // After each step.
  virtual void report(Progress& progress, std::size_t done, std::size_t all) = 0;
  // Without noise: whether the run stands still.
  virtual bool finished(const Eigen::VectorXd& here) = 0;
};

class NewtonSteps {
 public:
  NewtonSteps(const SolverSettings& settings, const SurveyFacts& facts, std::size_t classes, std::size_t steps);

  std::size_t steps() const { return steps_; }
  // Adds to what a solver says about itself.
  void describe(Description& text) const;
  // How the first threshold is to be found, where it usually is found so.
  Groundwork::Threshold threshold(Groundwork::Threshold usual) const;
  // Adds what will be asked, out of the share of the budget that is left.
  void plan(Outline& outline, double left) const;

  struct Ground {
    const Scales& found;
    const ColumnMetric& metric;
    const WeightedPenalty& penalty;  // of one class
    const Plan& plan;                // that was paid for
    double radius;                   // of the first slopes
    RunFacts* facts;                 // of the run, to which the second search adds
  };
  struct Found {
    Eigen::VectorXd weights;
    double radius, ridge;
  };
  // From `start`, class after class.
  Found run(NewtonQuestions& questions, const Ground& ground, const Eigen::VectorXd& start, Progress& progress) const;

  // Without noise: the same steps from points that are extrapolated, until the run stands still.
  Found run_ahead(NewtonQuestions& questions, const Ground& ground, const Eigen::VectorXd& start,
                  Progress& progress) const;

  static constexpr std::string_view kApproach = "first slopes", kReclip = "clip again";

 private:
  struct Model;  // the quadratic of a step

  std::size_t numbers() const { return classes_ * (facts_.features + facts_.intercept); }
  std::size_t later() const { return steps_ - approach_; }
  // The share of rows to clip near the optimum, and whether that is so large that the first threshold stays.
  double clipped_share() const;
  bool stays() const;
  bool reclips() const { return approach_ > 0 && !settings_.clip && !stays(); }
  double narrowed(NewtonQuestions& questions, double first, RunFacts& facts) const;
  Model model_at(const Ground& ground, const Eigen::VectorXd& start) const;
  void weigh(Model& model, const ColumnMetric& metric, const Scales& found, double deviation) const;

  SolverSettings settings_;
  SurveyFacts facts_;
  std::size_t classes_;
  std::size_t approach_, steps_;  // the steps that lead near the optimum, and all of them
};

}  // namespace discreet
