// A trained linear model with its privacy label. Everything in it is public.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "discreet/base/task.hpp"
#include "discreet/model/privacy_label.hpp"

namespace discreet {

// What a solver did, in the order in which it is worth reading: name, order, passes, ...
using Description = std::vector<std::pair<std::string, std::variant<std::string, double>>>;

// How far the noise moves each number of a model: standard deviations, from public figures and released ones alone. It
// says nothing about what another sample of rows would change.
struct NoiseSpread {
  std::vector<double> weights;
  double intercept = 0;
  std::string how;  // it was found
  // Where the intercept's noise is independent of the weights' once every feature is measured from here, and its
  // deviation then; empty where that is not recorded.
  std::vector<double> centres = {};
  double intercept_at_centres = 0;
};

// Where a model comes from: what it takes to train it again.
struct Origin {
  std::string data;                    // the name of the file without its folder, or synthetic:...
  std::vector<std::string> arguments;  // of fit, as on its command line
  std::string version, commit;         // of the program
};

// What the user of a model should know before it is used: a kind for programs, a text for people.
struct Warning {
  std::string kind, text;
};

struct Model {
  std::string loss;  // as it was asked for, with all its parameters
  std::string penalty;
  std::vector<double> penalty_weights;  // what the penalty of each feature is multiplied by; empty where all are 1
  Task task = Task::regression;
  double intercept = 0;
  std::vector<double> weights;
  std::vector<std::string> features;
  std::string target;
  std::array<std::string, 2> classes;  // what -1 and +1 stand for; empty for numbers and counts
  // How rows were read, and must be read for the model: values moved into these bounds, then put into these units.
  struct Bounds {
    std::string feature;
    double low, high;
  };
  std::vector<Bounds> bounds;
  std::optional<double> row_norm;         // longer rows are shrunk to this length
  std::vector<double> means, deviations;  // of the features, if they were standardised
  double target_mean = 0;
  // Models of other penalty strengths out of the same releases.
  struct Other {
    double strength, intercept;
    std::vector<double> weights;
  };
  std::vector<Other> path;
  PrivacyLabel privacy;
  Description solver;
  std::optional<NoiseSpread> noise;  // where the solver can tell
  std::vector<double>
      sizes;  // of the features about their centres, as bought or declared, 0 where unknown; may be empty
  std::vector<Warning> warnings;  // from released numbers and public facts: model/warnings.hpp
  Origin origin;
};

}  // namespace discreet
