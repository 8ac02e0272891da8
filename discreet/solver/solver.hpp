// What a solver is: it says beforehand what it will ask of the data, and then asks. It never holds the data; everything
// it does between the answers is post-processing.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "discreet/base/result.hpp"
#include "discreet/oracle/census.hpp"
#include "discreet/oracle/oracle.hpp"
#include "discreet/oracle/perturbation.hpp"
#include "discreet/oracle/scores.hpp"
#include "discreet/penalty/weighted.hpp"
#include "discreet/privacy/calibrate.hpp"
#include "discreet/privacy/gaussian.hpp"
#include "discreet/privacy/laplace.hpp"
#include "discreet/privacy/selection.hpp"
#include "discreet/solver/average.hpp"
#include "discreet/solver/blocks.hpp"
#include "discreet/solver/iterate.hpp"
#include "discreet/solver/progress.hpp"
#include "discreet/solver/survey.hpp"

namespace discreet {

// How many models of a path, and how far its last strength is below its first.
struct PathChoice {
  std::size_t models = 0;  // none
  double ratio = 1e-3;
};

enum class SmoothnessSource {
  bought,     // by a survey inside the budget
  declared,   // by the user, who vouches for it
  from_data,  // for research: exact and unpaid, so the model is stamped
};

// What the user chose; empty where the solver is to choose.
struct SolverSettings {
  std::optional<std::size_t> passes;
  std::optional<double> step;
  std::optional<double> clip;
  std::optional<ClipRule> clip_rule;
  std::string order = "cyclic";
  std::uint64_t order_seed = 1;
  ScoreRule rule = ScoreRule::slope;  // of the greedy choice
  Averaging averaging;
  BlockChoice block;
  bool unbiased = false;           // steps in inverse proportion to the chance of a coordinate
  std::optional<double> momentum;  // the most of it; 0 for none
  double budget_growth = 1;        // what the last steps get of the budget over what the first get
  SmoothnessSource smoothness = SmoothnessSource::bought;
  Frame declared;               // when the source says so
  std::optional<double> ridge;  // of the solvers that add one
  PathChoice path;
};

struct SolverContext {
  Oracle& oracle;
  const Census& census;
  const WeightedPenalty& penalty;
  Gaussian& gaussian;
  Permit& permit;
  Permit* unpaid;  // for exact figures that the user asked for in research, under kUnpaid; usually there is none
  Progress& progress;
  Laplace& laplace;
  Selection& selection;
  Perturbation& perturbation;

  static constexpr std::string_view kUnpaid = "unpaid";
};

// A model of a path: the penalty that many times as strong as the user's, and the weights.
struct PathPoint {
  double factor;
  std::vector<double> weights;
};

struct Solution {
  Iterate weights;
  Description notes;  // what only became known on the way, all of it released
  std::vector<PathPoint> path = {};
};

class Solver {
 public:
  virtual ~Solver() = default;
  // Adds everything that will be asked.
  virtual void plan(Outline& outline) const = 0;
  virtual Solution run(SolverContext& context) const = 0;
  // The settings as they were resolved.
  virtual Description description() const = 0;
};

}  // namespace discreet
