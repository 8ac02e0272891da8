// The user's words turned into types, once, for every command. What depends on the number of rows is settled with the
// public number that stands for it.
#pragma once

#include <array>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>

#include "discreet/base/result.hpp"
#include "discreet/base/task.hpp"
#include "discreet/data/ingest.hpp"
#include "discreet/fit/options.hpp"
#include "discreet/oracle/linear_oracle.hpp"
#include "discreet/penalty/any_penalty.hpp"
#include "discreet/penalty/none.hpp"
#include "discreet/privacy/accountant.hpp"
#include "discreet/privacy/noise_source.hpp"
#include "discreet/privacy/units.hpp"
#include "discreet/solver/solver.hpp"

namespace discreet {

// A loss by name: what is needed of it outside the oracle, and how to make an oracle for it.
struct ChosenLoss {
  std::string text;  // with nothing left out
  Task task = Task::regression;
  double smoothness = 1;                                      // infinite where the loss has a kink
  bool dual = false;                                          // whether it has a dual that can be solved row by row
  double steepest = std::numeric_limits<double>::infinity();  // the largest derivative in size
  std::function<double(double margin, double label)> value, derivative, curvature;
  std::function<double(double margin)> mean;  // what is predicted; empty where that is the margin or a mere score
  std::function<double(double mean)> level;   // the margin that suits a mean label; empty where that is the label
  std::function<std::unique_ptr<DualOracle>(const SealedRows&, bool intercept, double normaliser, Machinery)> oracle;
  bool quadratic = false;
};
[[nodiscard]] Result<ChosenLoss> choose_loss(const std::string& text);

// How rows are read; needs no number of rows.
[[nodiscard]] Result<IngestRules> ingest_rules(const Options& options);

// What is public about the data a fit will see.
struct PublicFacts {
  std::size_t rows = 0;
  std::vector<std::string> features;
  std::vector<std::optional<Interval>> bounds;  // one for each feature, or none at all
  std::optional<Interval> target_bounds;
  bool classes_from_data = false;    // class names were read off the rows
  bool sparse = false;               // how rows are stored
  bool width_from_data = false;      // the number of features was read off the rows
  std::size_t processes = 1;         // that the rows are spread over
  std::vector<std::string> classes;  // their names, where they are known
  double precision = 0x1p-52;        // in which rows are held
};

class Publications;

struct Problem {
  ChosenLoss loss;
  AnyPenalty penalty{None{}};
  std::string penalty_text;             // with its numbers worked out
  double strength = 0;                  // of the penalty, if it has one
  std::vector<double> penalty_weights;  // one for each feature; empty where all are 1
  bool intercept = true;
  Budget budget;
  std::shared_ptr<const Accountant> accountant;
  Neighbours neighbours = Neighbours::replace_one;
  double normaliser = 1;
  std::optional<std::uint64_t> noise_seed;  // empty: secure noise
  std::size_t threads = 0;
  std::string solver;
  std::string chosen;  // why, where the program chose it
  SolverSettings settings;
  const Publications* publications = nullptr;  // whose closed forms the noise is of, if any
  bool recipe = false;                         // whose steps the solver takes as well
  std::array<std::string, 2> start_classes;    // of the model that the run starts from, if it has any
  std::vector<PublicFact> facts;               // what the user declared
  std::vector<std::string> caveats;            // what breaks the guarantee, as far as the settings alone tell
  std::vector<std::string> notices;            // what declarations must be known about, though they do not break it
};
[[nodiscard]] Result<Problem> settle(const Options& options, const PublicFacts& facts);

}  // namespace discreet
