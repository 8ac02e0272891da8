#include "discreet/solver/exact.hpp"

#include <Eigen/Core>
#include <algorithm>

#include "discreet/oracle/proximal_newton.hpp"
#include "discreet/solver/groundwork.hpp"

namespace discreet {
namespace {

constexpr std::string_view kLine = "exact";
constexpr std::size_t kMostSteps = 500;
constexpr double kSmallResidual = 1e-10;

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
  ReferenceOracle& oracle = context.reference;
  const auto ask = [&](auto&& sealed) { return context.exactly(context.permit.pay(kLine), sealed); };
  const Scales found = survey_.run_exactly(context.census, context.permit, kLine, context.exposure);
  oracle.set_frame(found.frame);
  const Eigen::VectorXd smoothness =
      Eigen::Map<const Eigen::VectorXd>(found.frame.smoothness.data(), static_cast<Eigen::Index>(oracle.coordinates()));
  const auto vector_of = [&](const Iterate& point) {
    return Eigen::VectorXd(Eigen::Map<const Eigen::VectorXd>(point.weights().data(), smoothness.size()));
  };
  double first = 0, last = 0;
  if (settings_.start) {
    // A start near the optimum has a small residual of its own; what counts is that of the usual start.
    const Iterate usual = starting_point({}, facts_, found);
    oracle.restart(usual.weights());
    first = proximal_moves(context.penalty, vector_of(usual), ask(oracle.gradient()), smoothness).maxCoeff();
  }
  const auto finished = [&](const Eigen::VectorXd& w, const Eigen::VectorXd& gradient) {
    last = proximal_moves(context.penalty, w, gradient, smoothness).maxCoeff();
    first = std::max(first, last);
    return last <= kSmallResidual * first;
  };
  const NewtonRun found_point =
      proximal_newton(oracle, context.penalty, {}, vector_of(starting_point(settings_, facts_, found)), kMostSteps, ask,
                      finished, [&](std::size_t steps) { context.progress.advance(steps, kMostSteps); });
  Iterate point(oracle.coordinates());
  for (Eigen::Index j = 0; j < found_point.w.size(); ++j) point.set(coordinate_at(j), found_point.w[j]);
  return {std::move(point),
          {{"steps", static_cast<double>(found_point.steps)}, {"residual", first > 0 ? last / first : 0}}};
}

Description ExactSolver::description() const { return {{"name", std::string(name)}}; }

}  // namespace discreet
