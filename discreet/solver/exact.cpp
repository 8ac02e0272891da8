#include "discreet/solver/exact.hpp"

#include <Eigen/Core>
#include <algorithm>

#include "discreet/oracle/proximal_newton.hpp"
#include "discreet/privacy/exact.hpp"

namespace discreet {
namespace {

constexpr std::string_view kLine = "exact";
constexpr std::size_t kMostSteps = 500;
constexpr double kSmallResidual = 1e-10;

}  // namespace

Result<std::unique_ptr<Solver>> ExactSolver::make(const SolverSettings&, const SurveyFacts& facts) {
  return std::unique_ptr<Solver>(new ExactSolver(facts));
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
  const Eigen::VectorXd smoothness =
      Eigen::Map<const Eigen::VectorXd>(found.frame.smoothness.data(), static_cast<Eigen::Index>(oracle.coordinates()));
  Eigen::VectorXd start = Eigen::VectorXd::Zero(smoothness.size());
  if (facts_.intercept) start[start.size() - 1] = found.target_centre;
  double first = 0, last = 0;
  const auto finished = [&](const Eigen::VectorXd& w, const Eigen::VectorXd& gradient) {
    last = proximal_moves(context.penalty, w, gradient, smoothness).maxCoeff();
    first = std::max(first, last);
    return last <= kSmallResidual * first;
  };
  const NewtonRun found_point =
      proximal_newton(oracle, context.penalty, {}, std::move(start), kMostSteps, ask, finished,
                      [&](std::size_t steps) { context.progress.advance(steps, kMostSteps); });
  Iterate point(oracle.coordinates());
  for (Eigen::Index j = 0; j < found_point.w.size(); ++j) point.set(coordinate_at(j), found_point.w[j]);
  return {std::move(point),
          {{"steps", static_cast<double>(found_point.steps)}, {"residual", first > 0 ? last / first : 0}}};
}

Description ExactSolver::description() const { return {{"name", std::string(name)}}; }

}  // namespace discreet
