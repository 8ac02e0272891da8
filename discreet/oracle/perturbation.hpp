// Private minima: noise on the minimum itself, or on what is minimised. The minimum is found on the trusted side, to a
// certified accuracy that is part of the sensitivity, and leaves through the Gaussian mechanism.
#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

#include "discreet/oracle/oracle.hpp"
#include "discreet/penalty/weighted.hpp"
#include "discreet/privacy/discrete_gaussian.hpp"
#include "discreet/privacy/noise_pool.hpp"
#include "discreet/privacy/objective_cost.hpp"
#include "discreet/privacy/permit.hpp"
#include "discreet/privacy/query.hpp"

namespace discreet {

// What is minimised: the mean loss over rows that were shrunk into a ball, the penalty, and half of the sum of
// ridge_j w_j^2. Penalty and ridge together bend coordinate j by the frame's smoothness[j] at least; that is the norm
// in which the rows are shrunk and the minimum is stable.
struct Minimum {
  const WeightedPenalty& penalty;
  std::vector<double> ridge;
  double radius;    // rows are shrunk to this length in the norm dual to the frame's
  double steepest;  // the largest derivative of the loss
};

// A query about the minimum of an objective with a random linear term, and what is public about it.
struct PerturbedMinimum {
  VectorQuery query;
  double noise;        // of the linear term, in units of what one row can pull
  double sensitivity;  // of the answer, in the frame's norm
};

// proof: docs/proofs/output.md and proof: docs/proofs/objective.md
class Perturbation {
 public:
  explicit Perturbation(NoiseSource& source) : pool_(source) {}

  // The minimum, to be released with Gaussian noise. The oracle's frame has been set.
  VectorQuery output(Payment payment, Oracle& oracle, const Minimum& what);

  // The minimum of the same plus a random linear term, which an approximate event pays for; a Gaussian one pays for
  // what is left between the point that was found and the minimum.
  PerturbedMinimum objective(Payment perturbation, Payment accuracy, Oracle& oracle, const Minimum& what);

  // How far in the frame's norm the point that is found may be from the minimum, over the most that one row can pull
  // (the steepest derivative times the radius), when the linear term pulls at most `linear` times as much. It depends
  // on public numbers alone.
  static double certified(const Oracle& oracle, const Minimum& what, double linear);

 private:
  // In units of what one row can pull: all rows together; and how far from zero a minimum is at most, and a little
  // more.
  static double pull_of_all(const Oracle& oracle);
  static double longest_minimum(const Oracle& oracle, double linear);
  static double rounding(const Oracle& oracle, const Minimum& what, double linear);
  VectorQuery ask(Payment payment, RowBound bound, double unit, Oracle& oracle, const Eigen::VectorXd& point) const;
  // The minimum with a linear term that pulls at most so much, as far as it is certified.
  Eigen::VectorXd find(Oracle& oracle, const Minimum& what, Eigen::VectorXd slopes, double linear) const;

  NoisePool<draw_discrete_gaussian> pool_;
};

}  // namespace discreet
