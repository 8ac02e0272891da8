// What a solver is: it says beforehand what it will ask of the data, and then asks. It never holds the data; everything
// it does between the answers is post-processing.
#pragma once

#include <cmath>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "discreet/accounting/calibrate.hpp"
#include "discreet/base/result.hpp"
#include "discreet/data/dataset.hpp"
#include "discreet/mechanism/selection.hpp"
#include "discreet/model/model.hpp"
#include "discreet/model/run_facts.hpp"
#include "discreet/oracle/census.hpp"
#include "discreet/oracle/choices.hpp"
#include "discreet/oracle/oracle.hpp"
#include "discreet/oracle/perturbation.hpp"
#include "discreet/oracle/row_oracles.hpp"
#include "discreet/penalty/weighted.hpp"
#include "discreet/privacy/additive_noise.hpp"
#include "discreet/privacy/iterate.hpp"
#include "discreet/privacy/noise_source.hpp"
#include "discreet/privacy/transcript.hpp"
#include "discreet/solver/average.hpp"
#include "discreet/solver/blocks.hpp"
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

struct SolverContext;

// A way to buy smoothness constants other than by a survey.
class SmoothnessPurchase {
 public:
  virtual ~SmoothnessPurchase() = default;
  // Adds what will be asked, and returns the share of the budget that it takes.
  virtual double plan(Outline& outline, const SurveyFacts& facts) const = 0;
  virtual Frame frame(SolverContext& context, const SurveyFacts& facts) const = 0;
};

// Which slopes get how much of the budget.
struct BudgetWeights {
  enum class Kind { uniform, smoothness, declared } kind = Kind::uniform;
  std::vector<double> declared;  // one for each coordinate
  std::string text = "uniform";
};

// Of the l1 ball that weights are kept in.
struct Radius {
  double size;
  bool scaled;  // of the weights times the spreads of their columns in the frame; otherwise of the weights
};

// What the user chose; empty where the solver is to choose.
struct SolverSettings {
  bool pure_choices = false;  // choices, and the slopes of what they choose, are pure events
  std::optional<std::size_t> passes;
  std::optional<double> theory_radius;  // passes as the theory has them, for a start that is this far from the optimum
  double strong_convexity = 0;          // of the penalty
  bool penalised = true;
  bool only_l2 = false;                      // the penalty is A/2 w^2 and nothing else
  std::optional<std::vector<double>> start;  // a public point: a weight for each feature, then the intercept
  std::vector<double> order_weights;         // of the coordinates, for the order that goes by them
  BudgetWeights budget_weights;
  std::optional<double> step;
  std::optional<double> clip;
  std::optional<ClipRule> clip_rule;
  std::string order = "cyclic";
  std::uint64_t order_seed = 1;
  ScoreRule rule = ScoreRule::slope;  // of the greedy choice
  std::optional<Radius> radius;
  Averaging averaging;
  BlockChoice block;
  bool unbiased = false;                 // steps in inverse proportion to the chance of a coordinate
  std::optional<double> momentum;        // the most of it; 0 for none
  double budget_growth = 1;              // what the last steps get of the budget over what the first get
  std::optional<double> batch;           // rows in a batch on average
  bool fixed_batches = false;            // all of the same size; otherwise every row joins by itself
  std::optional<bool> decreasing_steps;  // to zero, in a straight line
  SmoothnessSource smoothness = SmoothnessSource::bought;
  Frame declared;                                // when the source says so
  const SmoothnessPurchase* purchase = nullptr;  // what buys it instead of the survey, if anything does
  std::optional<double> ridge;                   // of the solvers that add one
  bool diagonal_metric = false;                  // of newton: every coordinate by itself
  PathChoice path;
};

// What a published recipe makes its own questions and mechanisms of. Rows are sealed there as everywhere.
struct RecipeSources {
  const Dataset& data;
  NoiseSource& noise;
  Transcript* transcript;
};

// Rows that were moved into public limits, and who answers questions about them.
struct HeldRows {
  HeldRows(Dataset moved, double normaliser, Machinery machinery, std::unique_ptr<Oracle> asked)
      : data(std::move(moved)), census(data, normaliser, machinery), oracle(std::move(asked)) {}
  Dataset data;
  Census census;
  std::unique_ptr<Oracle> oracle;
};

struct SolverContext {
  DualOracle& duals;
  const Census& census;
  const WeightedPenalty& penalty;
  Gaussian& gaussian;
  Permit& permit;
  Permit* unpaid;  // for exact figures that the user asked for in research, under kUnpaid; usually there is none
  Progress& progress;
  Laplace& laplace;
  Selection& selection;
  Perturbation& perturbation;
  RunFacts facts = {};                     // for the warnings of the model
  const RecipeSources* sources = nullptr;  // there for published recipes only
  Exposure exposure = {};                  // of the model to exact answers
  // The same rows for those who ask less of them.
  BatchOracle& batches = duals;
  ReferenceOracle& reference = duals;
  Oracle& oracle = duals;

  // An exact answer, for a payment that covers one.
  template <class T>
  T exactly(const Payment& paid, const Sensitive<T>& sealed) {
    return Exact::release(paid, sealed).value(exposure);
  }

  // The same rows with every feature moved into its limits, and the target where it has some.
  std::function<std::unique_ptr<HeldRows>(std::span<const Interval>, const std::optional<Interval>&)> held_within = {};

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
  std::vector<Interval> limits = {};      // values of features are moved into them before the model is applied
  std::optional<NoiseSpread> noise = {};  // where it is known: docs/solvers/noise.md
};

// A run whose weight, times the scale of its column, got that far will not come back.
inline bool beyond_reason(double weight, double smoothness) {
  return !(std::sqrt(smoothness) * std::abs(weight) < 1e120);
}

// What a solver may say of itself: rows may be spread over processes; losses may have a kink.
struct SpreadsRows {
  static constexpr bool spreads = true;
};
struct TakesKinks {
  static constexpr bool takes_kinks = true;
};

class Solver {
 public:
  virtual ~Solver() = default;
  // Adds everything that will be asked.
  virtual void plan(Outline& outline) const = 0;
  // Whether run() can follow the plan to its end, as far as that can depend on settings and other public numbers: what
  // cannot work is refused before it is paid.
  [[nodiscard]] virtual Result<void> check(const Plan&) const { return {}; }
  virtual Solution run(SolverContext& context) const = 0;
  // The settings as they were resolved.
  virtual Description description() const = 0;
};

}  // namespace discreet
