// Whose fairness is asked about: a classifier out of model files, and how far from it another one may be.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "discreet/base/result.hpp"
#include "discreet/fairness/column_units.hpp"
#include "discreet/model/model.hpp"
#include "discreet/oracle/group_tally.hpp"
#include "discreet/privacy/units.hpp"

namespace discreet {

struct FairnessSubject {
  std::vector<Model> models;         // one for two classes; for more, one for each class against the rest
  std::vector<Model> reference;      // as many, or none
  std::vector<std::string> classes;  // names, in the order of the scores
  LinearScores scores;
  std::optional<LinearScores> other;  // the reference, its features in the order of the model's

  const Model& first() const { return models.front(); }
  bool intercept() const;
};
// Models of one kind, read in the same units; a reference has the same classes and features.
[[nodiscard]] Result<FairnessSubject> fairness_subject(std::vector<Model> models, std::vector<Model> reference);

// A bound on the distance of two models that holds with probability 1 - zeta.
struct KnownDistance {
  std::string source;  // declared, reference, noise or would-be noise
  std::string how;     // in words
  double value = 0;    // in the units of the reach
  double zeta = 0;     // 0 where it was measured or declared
  MarginReach reach;
  // Of output perturbation, where that is where it comes from.
  struct Noise {
    double sensitivity = 0, deviation = 0, published = 0;  // the last: the distance that lemma 6.5.1 gives
    std::size_t coordinates = 0;
    double rows = 0;
    Budget budget;
  };
  std::optional<Noise> noise = {};
};

struct DistanceQuestion {
  double zeta = 0.01;
  std::optional<double> declared = {};
  Budget budget;       // of the output perturbation that would have made a private model
  double rows = 0;     // that it would be trained on
  double longest = 0;  // the length of its longest row in would_be_units, if that may be known; 0 if not
  ColumnUnits units;
};
// In what a row's length counts for would-be noise on this model: every weight as much as the penalty holds it, and
// from the columns' centres. Nothing where there is no such noise.
std::optional<MarginReach> would_be_units(const FairnessSubject& subject, const ColumnUnits& units);
// Everything that is known, the most telling first; empty where nothing is.
std::vector<KnownDistance> known_distances(const FairnessSubject& subject, const DistanceQuestion& question);

// How much a distance changes when the same noise is calibrated for another budget and number of rows.
double distance_factor(const KnownDistance::Noise& noise, Budget budget, double rows);

}  // namespace discreet
