#include "discreet/solver/moments.hpp"

#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

#include "discreet/base/contract.hpp"
#include "discreet/penalty/quadratic.hpp"
#include "discreet/solver/bisection.hpp"
#include "discreet/solver/groundwork.hpp"
#include "discreet/solver/plan_noise.hpp"
#include "discreet/solver/products.hpp"
#include "discreet/solver/simulated_spread.hpp"

namespace discreet {
namespace {

constexpr std::size_t kMostFeatures = 2000;
constexpr std::size_t kMostSimulated = 64;  // beyond, telling what the noise does would take seconds

// The radius that rows are scaled into is the length that this share of them exceeds.
constexpr double kRadiusShare = 0.02, kBeyond = 0.05;
constexpr std::size_t kRadiusSteps = 6;
constexpr double kOctavesDown = 1, kOctavesUp = 3;
constexpr double kSafeGuess = 1.5;  // where it cannot be searched for

// Eigenvalues below so much of the noise's largest are noise. Directions that the noise hides are then held near zero,
// where without a floor they would be anywhere.
constexpr double kFloor = 2;

// The quadratic in the units of the weights, about the point where they are zero.
struct Quadratic {
  Eigen::VectorXd start, gradient;
  Eigen::MatrixXd curvature;
  std::vector<Coordinate> all;

  Eigen::VectorXd minimum(const WeightedPenalty& penalty, const Eigen::VectorXd& from) const {
    return minimise_quadratic(penalty, all, from, gradient + curvature * (from - start), curvature);
  }
};

// The least strength, in units of the penalty's, that leaves all features out.
double largest_factor(const Quadratic& model, const WeightedPenalty& penalty, std::size_t features) {
  Eigen::VectorXd slopes = model.gradient;
  const auto last = model.start.size() - 1;
  if (static_cast<std::size_t>(last) == features && model.curvature(last, last) > 0)
    slopes -= slopes[last] / model.curvature(last, last) * model.curvature.col(last);
  double factor = 0;
  for (std::size_t k = 0; k < features; ++k) {
    const auto [low, high] = penalty.slopes(Coordinate{k}, 0);
    const double slope = slopes[static_cast<Eigen::Index>(k)], against = slope > 0 ? -low : high;
    if (against > 0) factor = std::max(factor, std::abs(slope) / against);
  }
  return factor * (1 + 1e-9);
}

std::vector<PathPoint> path_of(const Quadratic& model, const WeightedPenalty& penalty, std::size_t features,
                               PathChoice choice) {
  std::vector<PathPoint> path;
  const double most = largest_factor(model, penalty, features);
  Eigen::VectorXd w = model.start;
  for (std::size_t k = 0; k < choice.models; ++k) {
    const double part = static_cast<double>(k) / static_cast<double>(choice.models - 1);
    const double factor = most * std::pow(choice.ratio, part);
    w = model.minimum(penalty.scaled(factor), w);
    path.push_back({factor, std::vector<double>(w.begin(), w.end())});
  }
  return path;
}

}  // namespace

Eigen::MatrixXd unpacked(const std::vector<double>& lower, std::size_t size) {
  Eigen::MatrixXd full(static_cast<Eigen::Index>(size), static_cast<Eigen::Index>(size));
  std::size_t k = 0;
  for (Eigen::Index a = 0; a < full.rows(); ++a)
    for (Eigen::Index b = 0; b <= a; ++b, ++k) full(a, b) = full(b, a) = lower[k];
  return full;
}

Eigen::MatrixXd with_least_eigenvalue(const Eigen::MatrixXd& matrix, double least) {
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> parts(matrix);
  return parts.eigenvectors() * parts.eigenvalues().cwiseMax(least).asDiagonal() * parts.eigenvectors().transpose();
}

Result<std::unique_ptr<Solver>> Moments::make(const SolverSettings& settings, const SurveyFacts& facts) {
  if (const auto fine = refuse_descent_options(settings, name); !fine) return tl::unexpected(fine.error());
  if (!facts.quadratic)
    return wrong(Fault::usage, fmt::format("--solver moments is for --loss squared, not {}", facts.loss),
                 "use cd or block");
  if (facts.features > kMostFeatures)
    return wrong(Fault::usage,
                 fmt::format("--solver moments takes at most {} features, not {}", kMostFeatures, facts.features),
                 "its noise grows with their number: use cd or greedy");
  return std::unique_ptr<Solver>(new Moments(settings, facts));
}

Moments::Moments(SolverSettings settings, SurveyFacts facts)
    : GroundedSolver(std::move(settings), std::move(facts), /*needs_target=*/true),
      ridge_(settings_.ridge.value_or(kFloor)) {}

void Moments::plan(Outline& outline) const {
  double left = groundwork_.plan_scales(outline);
  if (!settings_.clip && !facts_.exact()) {
    outline.lines.push_back({std::string(kRadiusLine), kRadiusSteps, 1, kRadiusShare});
    left -= kRadiusShare;
  }
  outline.lines.push_back({std::string(kLine), 1, columns() * (columns() + 1) / 2, left});
}

double Moments::radius(SolverContext& context, const Census::Units& units) const {
  if (settings_.clip) return *settings_.clip;
  // Every column of the row has a mean square of one or so.
  const double guess = std::sqrt(static_cast<double>(columns()));
  const SizeSearch search{guess, kOctavesDown, kOctavesUp, kBeyond, kRadiusSteps, kRadiusShare};
  const auto ask = [&](double length) {
    return context.gaussian.release(context.census.rows_beyond(context.permit.pay(kRadiusLine), units, length)).value();
  };
  const FoundSize size = find_size(search, facts_.budget, facts_.normaliser, ask);
  const double threshold = size.size.value_or(kSafeGuess * guess);
  context.facts.clipped = size.beyond(threshold);
  return threshold;
}

Moments::Products Moments::matrix(SolverContext& context, const Census::Units& units, double radius) const {
  Payment payment = context.permit.pay(kLine);
  if (facts_.exact()) return {context.exactly(payment, context.census.exact_products(units))};
  const double multiplier = deviation_of(context.permit.plan(), kLine);
  const Eigen::MatrixXd noisy =
      unpacked(context.gaussian.release(context.census.products(std::move(payment), units, radius)).value(), columns());
  const ProductNoise noise = product_noise(facts_, columns(), multiplier, radius);
  return {noisy, noise.deviation, ridge_ * noise.largest};
}

Solution Moments::run(SolverContext& context) const {
  const Scales found = groundwork_.scales(context);
  context.oracle.set_frame(found.frame);
  const std::size_t size = found.frame.smoothness.size();
  const auto last = static_cast<Eigen::Index>(size);
  std::vector<double> factors;
  for (const double m : found.frame.smoothness) factors.push_back(1 / std::sqrt(m));
  // The target's part of a row is as long as makes the noise of its products, and of the features' times the weights,
  // about equal.
  const double weight = std::pow(0.5 * static_cast<double>(size + 1), 0.25);
  const double scale = found.target_spread > 0 ? weight / found.target_spread : 1;
  const Census::Units units{std::span(found.frame.centres).first(facts_.features), factors,
                            Census::Target{found.target_centre, scale}};
  const double limit = facts_.exact() ? 0 : radius(context, units);
  const Products released = matrix(context, units, limit);
  const auto model_of = [&](const Eigen::MatrixXd& products) {
    Quadratic model{Eigen::VectorXd::Zero(last), Eigen::VectorXd(last), products.topLeftCorner(last, last),
                    context.oracle.every_coordinate()};
    if (facts_.intercept) model.start[last - 1] = found.target_centre;
    for (Eigen::Index a = 0; a < last; ++a) {
      const double factor = factors[static_cast<std::size_t>(a)];
      model.gradient[a] = -products(a, last) / scale / factor;
      model.curvature.row(a) /= factor;
      model.curvature.col(a) /= factor;
    }
    return model;
  };
  const Quadratic model =
      model_of(facts_.exact() ? released.matrix : with_least_eigenvalue(released.matrix, released.least));
  const Eigen::VectorXd w = model.minimum(context.penalty, model.start);
  Iterate point(size);
  for (std::size_t j = 0; j < size; ++j) point.set(Coordinate{j}, w[static_cast<Eigen::Index>(j)]);
  Solution solution{std::move(point), {}};
  if (!facts_.exact()) solution.notes.emplace_back("clip", limit);
  if (settings_.path.models > 0) solution.path = path_of(model, context.penalty, facts_.features, settings_.path);
  if (!facts_.exact() && size < kMostSimulated)
    solution.noise = simulated_spread(
        released.matrix, released.deviation,
        [&](const Eigen::MatrixXd& other) {
          return model_of(with_least_eigenvalue(other, released.least)).minimum(context.penalty, w);
        },
        facts_.intercept ? std::span<const double>(found.frame.centres) : std::span<const double>());
  return solution;
}

Description Moments::description() const {
  Description text{{"name", std::string(name)}, {"smoothness", std::string(name_of(settings_.smoothness))}};
  if (!facts_.exact()) text.emplace_back("ridge", ridge_);
  if (settings_.path.models > 0) text.emplace_back("path", static_cast<double>(settings_.path.models));
  return text;
}

}  // namespace discreet
