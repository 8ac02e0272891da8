// Slopes, the posterior that weighs them, and the intercept that goes with the weights.
#include <algorithm>
#include <cmath>

#include "discreet/penalty/quadratic.hpp"
#include "discreet/solver/bayes_run.hpp"

namespace discreet {
namespace {

using Vector = Eigen::VectorXd;

// Weights that explain less than this part of what their uncertainty would may be noise alone.
constexpr double kDoubtful = 0.8;

// The mean of what a margin predicts when margins are normal.
double mean_over(const std::function<double(double)>& of, double centre, double variance) {
  if (!(variance > 0)) return of(centre);
  constexpr int kNodes = 32;  // on each side, up to six deviations
  const double deviation = std::sqrt(variance);
  double sum = 0, weights = 0;
  for (int k = -kNodes; k <= kNodes; ++k) {
    const double t = 6.0 * k / kNodes, weight = std::exp(-0.5 * t * t);
    sum += weight * of(centre + deviation * t);
    weights += weight;
  }
  return sum / weights;
}

// The intercept at which the mean prediction is `wanted`, for a prediction that grows with the margin.
double calibrated(const std::function<double(double)>& of, double wanted, double variance) {
  double low = -40, high = 40;
  while (high < 1e150 && mean_over(of, high, variance) < wanted) high *= 2;  // counts grow in a straight line at last
  for (int k = 0; k < 60; ++k) {
    const double middle = 0.5 * (low + high);
    (mean_over(of, middle, variance) < wanted ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

}  // namespace

double Bayes::Run::link_slope(double margin) const {
  const double step = 1e-4;
  return (predicted(margin + step) - predicted(margin - step)) / (2 * step);
}

// The derivative of the prediction at the margins that explain so much.
double Bayes::Run::level_of(double explained) const {
  if (counts()) return target.level;
  if (!classes()) return 1;
  return mean_over([&](double margin) { return link_slope(margin); }, intercept_for(explained), explained);
}

double Bayes::Run::intercept_for(double explained) const {
  if (!facts.mean) return target.level;
  return calibrated(facts.mean, target.level, explained);
}

Iterate Bayes::Run::point(const Vector& weights, double intercept) const {
  Iterate w(facts.features + 1);
  if (weights.size() > 0) {
    const Vector factor = factors();
    for (std::size_t k = 0; k < columns.used.size(); ++k)
      w.set({columns.used[k]}, target.unit * weights[index(k)] / factor[index(k)]);
  }
  w.set({facts.features}, target.unit * intercept);
  return w;
}

void Bayes::Run::ask_at(Iterate& here, const Vector& weights, double intercept) {
  const Iterate next = point(weights, intercept);
  std::vector<double> distances(here.size());
  for (std::size_t j = 0; j < here.size(); ++j) distances[j] = here.set({j}, next[Coordinate{j}]);
  oracle->move_all(distances);
}

Vector Bayes::Run::descend(const Curvature& curvature) {
  const std::size_t p = columns.used.size();
  const Vector factor = factors();
  const double root = std::sqrt(facts.loss_smoothness), n = facts.normaliser;
  Frame frame{std::vector<double>(facts.features, facts.loss_smoothness), std::vector<double>(facts.features + 1, 0.0)};
  // Columns that take no part are where their limits are, which is one point.
  for (std::size_t k = 0; k < facts.features; ++k) frame.centres[k] = columns.limits[k].low;
  for (std::size_t k = 0; k < p; ++k) {
    frame.smoothness[columns.used[k]] = facts.loss_smoothness * square(factor[index(k)]);
    frame.centres[columns.used[k]] = columns.middle[index(k)] + columns.half[index(k)] * columns.mean[index(k)];
  }
  frame.smoothness.push_back(facts.loss_smoothness);
  oracle->set_frame(frame);
  if (held) context.oracle.set_frame(frame);
  const double usual = std::clamp(std::pow(shares.signal, 0.25) / 3.4, 0.9, 4.0);
  const double often = std::max(0.8, usual * std::pow(std::min(1.0, 20 / static_cast<double>(p)), 0.25));
  const double row = std::sqrt(columns.radius_square + 1);

  Vector w = Vector::Zero(index(p)), variance = Vector::Zero(index(p));
  double offset = 0, offset_error = target.error;
  double unknown = -1;
  std::vector<SlopeRecord> records;
  Iterate here = point(w, intercept_for(0));
  oracle->restart(here.weights());
  Posterior last;
  PosteriorFacts about;
  for (std::size_t t = 0; t < shares.steps; ++t) {
    const double explained = curvature.along(w), level = level_of(explained);
    const double residual =
        classes() ? std::sqrt(level)
        : counts()
            ? std::sqrt(target.variance)
            : std::sqrt(t == 0 ? target.variance : std::max(target.variance - explained, 0.05 * target.variance));
    const double radius = often * residual * row;
    ask_at(here, w, intercept_for(explained) + offset);
    SlopeGroup group =
        oracle->slopes(context.permit.pay(BayesLines::slopes), {ClipRule::ball, radius * target.unit / root});
    const std::vector<double> slopes = context.gaussian.release(group.slopes(oracle->every_coordinate())).value();
    const double noise = noise_of(BayesLines::slopes, RowBound::ball(1, p + 1)) * radius;
    Vector downhill(index(p));
    for (std::size_t k = 0; k < p; ++k)
      downhill[index(k)] = -slopes[columns.used[k]] / (factor[index(k)] * target.unit);
    const double mean_slope = slopes.back() / target.unit;
    const double shown = std::max(square(mean_slope) - square(noise), 0.0);
    if (!classes() && !counts()) {
      const double gain = offset_error / (offset_error + square(noise));
      offset -= gain * mean_slope;
      offset_error *= 1 - gain;
    } else {
      offset = std::clamp(offset - mean_slope * shown / std::max(square(mean_slope), 1e-300) / level, -3.0, 3.0);
    }
    const double sampling = square(residual) / n;
    const Vector slope_variance =
        (square(noise) + shown * columns.mean_error + sampling * curvature.values.array()).matrix();
    records.push_back({w, std::move(downhill), slope_variance, radius});
    about.level = level;
    about.quadratic = facts.quadratic;
    // The prior's unit: what explains all of the target's variance.
    const double slope = classes() ? target.variance : counts() ? target.level : 1;
    about.explained = target.variance / square(slope);
    if (unknown < 0) unknown = about.explained / curvature.values.sum() * static_cast<double>(p);
    about.before = unknown;
    last = posterior_of(records, curvature, about, variance);
    w = last.mean;
    w *= allowed_part(records, curvature, about.level, w);
    variance = last.variance;
    unknown = variance.sum();
    context.progress.advance(t + 1, shares.steps,
                             [&] { return point(w, intercept_for(curvature.along(w)) + (facts.mean ? 0 : offset)); });
  }
  // What the slopes let the weights explain, and what they leave open, of the variance of margins.
  const double open = variance.dot(curvature.values), explains = curvature.along(w);
  notes.push_back({"explained", explains});
  notes.push_back({"uncertain", open});
  context.facts.doubtful = explains < kDoubtful * open;
  w = penalised(w, curvature, about.level);
  const double explained = curvature.along(w);
  double intercept = intercept_for(explained);
  if (!facts.mean) intercept += offset;
  if (shares.intercept > 0) intercept += last_offset(here, w, intercept, explained, about.level);
  Vector whole(index(p) + 1);
  whole << w, intercept;
  return whole;
}

// Predictions are not normal: their mean is measured once and the intercept follows.
double Bayes::Run::last_offset(Iterate& here, const Vector& weights, double intercept, double explained, double level) {
  ask_at(here, weights, intercept);
  const Coordinate last{facts.features};
  // A threshold of one for a slope by itself: no class is farther from its probability.
  const Clip clip{ClipRule::uniform, std::sqrt(static_cast<double>(oracle->coordinates()))};
  SlopeGroup group = oracle->slopes(context.permit.pay(BayesLines::intercept), clip);
  const double slope = context.gaussian.release(group.slope(last)).value();
  const double noise = noise_of(BayesLines::intercept, RowBound::ball(1, 1)) / level;
  const double before = 0.04 * explained / (1 + explained);
  return std::clamp(-before / (before + square(noise)) * slope / level, -1.0, 1.0);
}

// The minimum of the posterior's quadratic and the penalty.
Vector Bayes::Run::penalised(const Vector& weights, const Curvature& curvature, double level) const {
  if (!solver.settings_.penalised) return weights;
  const Vector factor = factors();
  const Eigen::MatrixXd hessian = factor.asDiagonal() * (level * curvature.matrix()) * factor.asDiagonal();
  const Vector here = target.unit * weights.cwiseQuotient(factor);
  std::vector<Coordinate> set;
  for (const std::size_t k : columns.used) set.push_back({k});
  return minimise_quadratic(context.penalty, set, here, Vector::Zero(here.size()), hessian).cwiseProduct(factor) /
         target.unit;
}

}  // namespace discreet
