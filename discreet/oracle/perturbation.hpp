// Private minima: noise on the minimum itself, or on what is minimised. The minimum is found on the trusted side, to a
// certified accuracy that is part of the sensitivity, and leaves through the Gaussian mechanism.
#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

#include "discreet/mechanism/objective_cost.hpp"
#include "discreet/oracle/oracle.hpp"
#include "discreet/penalty/weighted.hpp"
#include "discreet/privacy/discrete_noise.hpp"
#include "discreet/privacy/noise_pool.hpp"
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

// What is public about a risk whose minimum is looked for: enough to say beforehand how close a search will come.
struct RiskFacts {
  double rows, normaliser, coordinates;
  double loss_smoothness;
  double precision;  // of margins and derivatives
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
  VectorQuery output(Payment payment, ReferenceOracle& oracle, const Minimum& what);

  // The minimum of the same plus a random linear term, which an approximate event pays for; a Gaussian one pays for
  // what is left between the point that was found and the minimum.
  PerturbedMinimum objective(Payment perturbation, Payment accuracy, ReferenceOracle& oracle, const Minimum& what);

  // How far in the frame's norm the point that is found may be from the minimum, over the most that one row can pull
  // (the steepest derivative times the radius), when the linear term pulls at most `linear` times as much.
  static double certified(const RiskFacts& facts, double radius, double linear);

  // What is charged for the minimum, in units of what one row can pull.
  static RowBound bound(const RiskFacts& facts, double radius);

  // Whether the search comes close enough to a minimum in a number of steps that can be waited for. The radius says how
  // strongly penalty and ridge bend: the less, the larger it is.
  static bool solvable(const RiskFacts& facts, double radius, double linear);

 private:
  static RiskFacts facts_of(const Oracle& oracle);
  VectorQuery ask(Payment payment, RowBound bound, double unit, ReferenceOracle& oracle,
                  const Eigen::VectorXd& point) const;
  // A point within the certified distance of the minimum with a linear term that pulls at most so much. It always ends.
  Eigen::VectorXd find(ReferenceOracle& oracle, const Minimum& what, Eigen::VectorXd slopes, double linear) const;

  NoisePool<draw_discrete_gaussian> pool_;
};

}  // namespace discreet
