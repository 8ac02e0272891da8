// How much each coordinate promises, for a mechanism to choose by: the greedy rules of Gauss and Southwell, computed
// from the same clipped integer sums as slopes are. Noise comes after the score is finished, never inside it: inside a
// threshold no amount of it would do.
#pragma once

#include <array>
#include <span>
#include <string_view>
#include <vector>

#include "discreet/mechanism/selection.hpp"
#include "discreet/oracle/oracle.hpp"
#include "discreet/penalty/weighted.hpp"

namespace discreet {

enum class ScoreRule {
  slope,     // gs-s: how far zero is from the slopes of the objective
  step,      // gs-r: how long a proximal step would be
  decrease,  // gs-q: the root of twice what such a step would gain at least
};
inline constexpr std::array<std::string_view, 3> kScoreRules{"gs-s", "gs-r", "gs-q"};

// All scores are in units of the root of the smoothness and move by at most as much as the slope in them.
// proof: docs/proofs/greedy.md
class Scores {
 public:
  Scores(Oracle& oracle, const WeightedPenalty& penalty, ScoreRule rule)
      : oracle_(&oracle), penalty_(&penalty), rule_(rule) {}

  // Among all coordinates, at the oracle's current point, whose weights these are.
  Choice choice(Payment payment, Clip clip, std::span<const double> weights) const;

  // What is public about a coordinate.
  struct At {
    Coordinate j;
    double weight;
    double smoothness;
    double root;      // of the smoothness
    double furthest;  // no slope is larger in size
  };
  double score(const At& at, double slope) const;
  // How far a computed score can be from the real one.
  double rounding(const At& at) const;

 private:
  Oracle* oracle_;
  const WeightedPenalty* penalty_;
  ScoreRule rule_;
};

}  // namespace discreet
