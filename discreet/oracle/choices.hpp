// Secret scores for a mechanism to choose by: how much each coordinate promises (the greedy rules of Gauss and
// Southwell), and how far down each corner of an l1 ball lies (a step of Frank and Wolfe). They are computed from the
// same clipped integer sums as slopes are. Noise comes after the score is finished, never inside it: inside a threshold
// no amount of it would do.
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

// A corner: one weight as far out as the ball lets it be, all others zero.
struct Vertex {
  Coordinate j;
  double weight;
};

// The ball has a public reach along each feature: the corners are at plus and minus that. The intercept is no part of
// it. The score of a corner s is -<s, slopes>: where the linear model of the risk is least, the score is highest.
// Thresholds are taken from the frame when it is made. proof: docs/proofs/frank_wolfe.md
class Vertices {
 public:
  Vertices(Oracle& oracle, std::vector<double> reaches, Clip clip);

  // Among all corners, at the oracle's current point.
  Choice choice(Payment payment);
  // Which of them a choice means.
  Vertex operator[](std::size_t chosen) const {
    const double reach = reaches_[chosen / 2];
    return {{chosen / 2}, chosen % 2 == 0 ? reach : -reach};
  }
  // Neighbours move no score, as a double, further than this.
  double sensitivity(Neighbours neighbours) const;

 private:
  void refine(double cells);

  Oracle* oracle_;
  std::vector<double> reaches_;
  Clip clip_;
  std::vector<double> units_;    // what one unit of the grid is worth in each slope, unnormalised
  double cells_ = 0;             // in a row's allowance
  std::vector<double> factors_;  // for the sums, which have one for the intercept too
};

}  // namespace discreet
