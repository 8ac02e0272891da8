// One run of Bayes, from the first release to the last. Its parts are in bayes_scales.cpp, up to the curvature, and
// bayes_descent.cpp.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "discreet/solver/bayes.hpp"
#include "discreet/solver/bayes_posterior.hpp"
#include "discreet/solver/plan_noise.hpp"

namespace discreet {

struct BayesLines {
  static constexpr std::string_view ranges = "column ranges", target_range = "target range", level = "target level",
                                    moments = "means and second moments", products = "products of columns",
                                    slopes = "slopes", intercept = "intercept";
};

// Of the columns that are used: the middle and half the width of each range, and in units of that the mean and the
// variance; the scale by which a column is divided, and how large it is then expected to be.
struct Bayes::Columns {
  std::vector<std::size_t> used;
  std::vector<Interval> limits;  // of all
  Eigen::VectorXd middle, half, mean, scale, expected;
  double mean_error = 0;  // the variance of what is left of the noise in a mean, over the scale squared, on average
  double radius_square = 0;
};

struct Bayes::Target {
  Interval range{-1, 1};
  double unit = 1;      // of margins: half the range of a regression's target
  double level = 0;     // the mean of the target: in units for a regression, otherwise a probability or a mean count
  double variance = 1;  // about it, in the same units
  double error = 0;     // the variance of the level's
};

// One run, from the first release to the last.
struct Bayes::Run {
  const Bayes& solver;
  SolverContext& context;
  const SurveyFacts& facts = solver.facts_;
  const BayesPlan& shares = solver.plan_;
  const Census* census = &context.census;
  Oracle* oracle = &context.oracle;
  std::unique_ptr<HeldRows> held = {};
  Columns columns = {};
  Target target = {};
  Description notes = {};

  static double square(double x) { return x * x; }
  static Eigen::Index index(std::size_t k) { return static_cast<Eigen::Index>(k); }
  bool classes() const { return !facts.regression; }
  bool counts() const { return static_cast<bool>(facts.level); }

  // The standard deviation of the noise in a mean over rows, for a row that contributes within the bound.
  double noise_of(std::string_view line, RowBound bound) const {
    const double moved = facts.neighbours == Neighbours::replace_one ? bound.apart : bound.norm;
    return deviation_of(context.permit.plan(), line) * moved / facts.normaliser;
  }
  // The same for Laplace noise: of one or two numbers asked alone it is the smaller.
  double noise_of(std::string_view line, SumBound bound) const {
    const double moved = facts.neighbours == Neighbours::replace_one ? bound.apart : bound.size;
    return deviation_of(context.permit.plan(), line) * moved / facts.normaliser;
  }
  std::vector<double> release(VectorQuery query) { return context.gaussian.release(std::move(query)).value(); }
  std::vector<double> release(LaplaceVectorQuery query) { return context.laplace.release(std::move(query)).value(); }

  void find_ranges();
  void find_level();
  void find_moments();
  Curvature find_curvature();
  double predicted(double margin) const { return facts.mean ? facts.mean(margin) : margin; }
  double link_slope(double margin) const;
  double intercept_for(double explained) const;
  Eigen::VectorXd descend(const Curvature& curvature);
  Eigen::VectorXd penalised(const Eigen::VectorXd& weights, const Curvature& curvature, double level) const;
  Eigen::VectorXd factors() const {
    return columns.half.cwiseProduct(columns.scale);
  }  // from z to the units of the data
  double level_of(double explained) const;
  Iterate point(const Eigen::VectorXd& weights, double intercept) const;
  void ask_at(Iterate& here, const Eigen::VectorXd& weights, double intercept);
  double last_offset(Iterate& here, const Eigen::VectorXd& weights, double intercept, double explained, double level);
};

}  // namespace discreet
