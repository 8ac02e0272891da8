#include "discreet/solver/exact.hpp"

#include <fmt/format.h>

#include <Eigen/Core>
#include <algorithm>
#include <cmath>

#include "discreet/privacy/exact.hpp"
#include "discreet/solver/groundwork.hpp"

namespace discreet {
namespace {

constexpr std::string_view kLine = "exact";
constexpr std::size_t kMostSteps = 500;
constexpr double kSmallResidual = 1e-10;

using Vector = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;

Coordinate at(Eigen::Index j) { return {static_cast<std::size_t>(j)}; }

double penalty_at(const WeightedPenalty& penalty, const Vector& w) {
  double sum = 0;
  for (Eigen::Index j = 0; j < w.size(); ++j) sum += penalty.value(at(j), w[j]);
  return sum;
}

// How far a proximal step from w would go, in units in which every coordinate is equally curved. Zero at the optimum
// and nowhere else.
double residual(const WeightedPenalty& penalty, const Vector& w, const Vector& gradient, const Vector& smoothness) {
  double largest = 0;
  for (Eigen::Index j = 0; j < w.size(); ++j) {
    const double m = smoothness[j];
    const double next = penalty.prox(at(j), w[j] - gradient[j] / m, 1 / m);
    largest = std::max(largest, std::sqrt(m) * std::abs(next - w[j]));
  }
  return largest;
}

// Minimises the quadratic model gradient.(u - w) + (u - w)' H (u - w) / 2 + penalty(u) by coordinate descent. Passes
// over the coordinates that still move alternate with full ones.
Vector minimise_model(const WeightedPenalty& penalty, const Vector& w, const Vector& gradient,
                      const Matrix& curvature) {
  constexpr int kMostPasses = 200'000;
  Vector u = w, slope = gradient;  // the model's slope at u
  double largest = 0;
  const auto visit = [&](Eigen::Index j) {
    const double m = curvature(j, j);
    if (!(m > 0)) return 0.0;
    const double next = penalty.prox(at(j), u[j] - slope[j] / m, 1 / m);
    const double moved = next - u[j];
    if (moved == 0) return 0.0;
    slope += moved * curvature.col(j);
    u[j] = next;
    return std::sqrt(m) * std::abs(moved);
  };
  std::vector<Eigen::Index> active;
  for (int pass = 0; pass < kMostPasses; ++pass) {
    double moved = 0;
    const bool full = pass % 10 == 0;
    if (full) active.clear();
    if (full) {
      for (Eigen::Index j = 0; j < u.size(); ++j) {
        const double by = visit(j);
        moved = std::max(moved, by);
        if (by > 0) active.push_back(j);
      }
    } else {
      for (const Eigen::Index j : active) moved = std::max(moved, visit(j));
    }
    largest = std::max(largest, moved);
    if (full && moved <= 1e-14 * largest) break;
  }
  return u;
}

}  // namespace

Result<std::unique_ptr<Solver>> ExactSolver::make(const SolverSettings& settings, const SurveyFacts& facts) {
  // Its matrix of second derivatives has as many rows and columns as there are features: half a gigabyte at this many.
  constexpr std::size_t kMostFeatures = 8192;
  if (facts.features > kMostFeatures)
    return wrong(Fault::usage,
                 fmt::format("--solver exact: {} features are more than {}", facts.features, kMostFeatures),
                 "use --solver cd --epsilon inf");
  return std::unique_ptr<Solver>(new ExactSolver(settings, facts));
}

void ExactSolver::plan(Outline& outline) const {
  // Each step asks for a gradient, a matrix and some values of the objective.
  outline.lines.push_back({std::string(kLine), 100 * kMostSteps, 1, 1});
}

Solution ExactSolver::run(SolverContext& context) const {
  Oracle& oracle = context.oracle;
  const auto ask = [&](auto&& sealed) { return Exact::release(context.permit.pay(kLine), sealed).value(); };
  const Scales found = survey_.run_exactly(context.census, context.permit, kLine);
  oracle.set_frame(found.frame);
  const Vector smoothness =
      Eigen::Map<const Vector>(found.frame.smoothness.data(), static_cast<Eigen::Index>(oracle.coordinates()));
  const Iterate start = starting_point(settings_, facts_, found);
  Vector w = Eigen::Map<const Vector>(start.weights().data(), smoothness.size());

  const auto objective = [&](const Vector& point) {
    oracle.restart({point.data(), static_cast<std::size_t>(point.size())});
    return ask(oracle.risk()) + penalty_at(context.penalty, point);
  };
  double first = 0, last = 0;
  if (settings_.start) {
    // A start near the optimum has a small residual of its own; what counts is that of the usual start.
    const Iterate usual = starting_point({}, facts_, found);
    const Vector cold = Eigen::Map<const Vector>(usual.weights().data(), smoothness.size());
    oracle.restart(usual.weights());
    first = residual(context.penalty, cold, ask(oracle.gradient()), smoothness);
  }
  for (Eigen::Index j = 0; j < w.size(); ++j) w[j] = context.penalty.prox(at(j), w[j], 1 / smoothness[j]);
  double value = objective(w);
  std::size_t step = 0;
  for (; step < kMostSteps; ++step) {
    const Vector gradient = ask(oracle.gradient());
    last = residual(context.penalty, w, gradient, smoothness);
    first = std::max(first, last);
    if (last <= kSmallResidual * first) break;
    const Matrix curvature = ask(oracle.curvature());
    const Vector direction = minimise_model(context.penalty, w, gradient, curvature) - w;
    const double promised =
        gradient.dot(direction) + penalty_at(context.penalty, w + direction) - penalty_at(context.penalty, w);
    double length = 1;
    double next = objective(w + direction);
    while (!(next <= value + 0.1 * length * promised + 1e-13 * std::abs(value)) && length > 1e-10) {
      length /= 2;
      next = objective(w + length * direction);
    }
    w += length * direction;
    value = next;
    context.progress.advance(step + 1, kMostSteps);
  }
  Iterate point(oracle.coordinates());
  for (Eigen::Index j = 0; j < w.size(); ++j) point.set(at(j), w[j]);
  return {std::move(point), {{"steps", static_cast<double>(step)}, {"residual", first > 0 ? last / first : 0}}};
}

Description ExactSolver::description() const { return {{"name", std::string(name)}}; }

}  // namespace discreet
