#include "discreet/solver/exact.hpp"

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

// Where a loss is straight (Huber far out, the hinge beyond its margin) rows pull and do not bend, and the quadratic
// model may have no minimum. So every coordinate is bent a little more, by this part of its smoothness: too little to
// slow down a run that Newton's method suits, and more when steps turn out too long.
constexpr double kLeastDamping = 1e-12, kFirstDamping = 1e-3, kMostDamping = 1;

using Vector = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;

Coordinate at(Eigen::Index j) { return {static_cast<std::size_t>(j)}; }

double penalty_at(const WeightedPenalty& penalty, const Vector& w) {
  double sum = 0;
  for (Eigen::Index j = 0; j < w.size(); ++j) sum += penalty.value(at(j), w[j]);
  return sum;
}

// How far a proximal step along each coordinate would go, in units in which all are equally curved. All zero at the
// optimum and nowhere else.
Vector residuals(const WeightedPenalty& penalty, const Vector& w, const Vector& gradient, const Vector& smoothness) {
  Vector moves(w.size());
  for (Eigen::Index j = 0; j < w.size(); ++j) {
    const double m = smoothness[j];
    const double next = penalty.prox(at(j), w[j] - gradient[j] / m, 1 / m);
    moves[j] = std::sqrt(m) * std::abs(next - w[j]);
  }
  return moves;
}

// The coordinates that a step is taken along: all of them while their matrix of second derivatives is small, and
// otherwise those that are not zero, or would not stay so, the most eager first.
std::vector<Coordinate> working_set(const Vector& w, const Vector& moves) {
  constexpr std::size_t kSmall = 512, kMost = 8192;
  std::vector<Coordinate> set;
  for (Eigen::Index j = 0; j < w.size(); ++j)
    if (static_cast<std::size_t>(w.size()) <= kSmall || w[j] != 0 || moves[j] > 0) set.push_back(at(j));
  const auto taken = [&] {
    return static_cast<std::size_t>(std::count_if(
        set.begin(), set.end(), [&](Coordinate j) { return w[static_cast<Eigen::Index>(j.value)] != 0; }));
  };
  const std::size_t most = set.size() <= kSmall ? kSmall : std::clamp(2 * taken(), kSmall, kMost);
  if (set.size() > most) {
    const auto eager = [&](Coordinate j) { return moves[static_cast<Eigen::Index>(j.value)]; };
    std::nth_element(set.begin(), set.begin() + static_cast<std::ptrdiff_t>(most), set.end(),
                     [&](Coordinate a, Coordinate b) { return eager(a) > eager(b); });
    set.resize(most);
  }
  return set;
}

Vector part(const Vector& all, const std::vector<Coordinate>& set) {
  Vector some(static_cast<Eigen::Index>(set.size()));
  for (std::size_t k = 0; k < set.size(); ++k)
    some[static_cast<Eigen::Index>(k)] = all[static_cast<Eigen::Index>(set[k].value)];
  return some;
}

// Minimises the quadratic model gradient.(u - w) + (u - w)' H (u - w) / 2 + penalty(u) over the coordinates of a set by
// coordinate descent. Passes over the coordinates that still move alternate with full ones.
Vector minimise_model(const WeightedPenalty& penalty, const std::vector<Coordinate>& set, const Vector& w,
                      const Vector& gradient, const Matrix& curvature) {
  constexpr int kMostPasses = 200'000;
  Vector u = w, slope = gradient;  // the model's slope at u
  double largest = 0;
  const auto visit = [&](Eigen::Index j) {
    const double m = curvature(j, j);
    if (!(m > 0)) return 0.0;
    const double next = penalty.prox(set[static_cast<std::size_t>(j)], u[j] - slope[j] / m, 1 / m);
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

// Part of the way from w to u, and never by a rounding beyond either: one of them may be the end of a box.
Vector between(const Vector& w, const Vector& u, double length) {
  if (length == 1) return u;
  return (w + length * (u - w)).cwiseMax(w.cwiseMin(u)).cwiseMin(w.cwiseMax(u));
}

}  // namespace

Result<std::unique_ptr<Solver>> ExactSolver::make(const SolverSettings& settings, const SurveyFacts& facts) {
  if (const auto fine = refuse_cd_options(settings, name); !fine) return tl::unexpected(fine.error());
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
    first = residuals(context.penalty, cold, ask(oracle.gradient()), smoothness).maxCoeff();
  }
  for (Eigen::Index j = 0; j < w.size(); ++j) w[j] = context.penalty.prox(at(j), w[j], 1 / smoothness[j]);
  double value = objective(w), damping = kLeastDamping;
  std::size_t step = 0;
  for (; step < kMostSteps; ++step) {
    const Vector gradient = ask(oracle.gradient());
    const Vector moves = residuals(context.penalty, w, gradient, smoothness);
    last = moves.maxCoeff();
    first = std::max(first, last);
    if (last <= kSmallResidual * first) break;
    const std::vector<Coordinate> set = working_set(w, moves);
    Matrix curvature = ask(oracle.curvature(set));
    curvature.diagonal() += damping * part(smoothness, set);
    const Vector best_in_set = minimise_model(context.penalty, set, part(w, set), part(gradient, set), curvature);
    Vector best = w;
    for (std::size_t k = 0; k < set.size(); ++k)
      best[static_cast<Eigen::Index>(set[k].value)] = best_in_set[static_cast<Eigen::Index>(k)];
    const double promised = gradient.dot(best - w) + penalty_at(context.penalty, best) - penalty_at(context.penalty, w);
    double length = 1;
    double next = objective(best);
    while (!(next <= value + 0.1 * length * promised + 1e-13 * std::abs(value)) && length > 1e-10) {
      length /= 2;
      next = objective(between(w, best, length));
    }
    w = between(w, best, length);
    value = next;
    damping = length < 0.5  ? std::clamp(10 * damping, kFirstDamping, kMostDamping)
              : length == 1 ? std::max(damping / 10, kLeastDamping)
                            : damping;
    context.progress.advance(step + 1, kMostSteps);
  }
  Iterate point(oracle.coordinates());
  for (Eigen::Index j = 0; j < w.size(); ++j) point.set(at(j), w[j]);
  return {std::move(point), {{"steps", static_cast<double>(step)}, {"residual", first > 0 ? last / first : 0}}};
}

Description ExactSolver::description() const { return {{"name", std::string(name)}}; }

}  // namespace discreet
