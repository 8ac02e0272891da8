#include "discreet/solver/dual_ground.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "discreet/solver/sgd.hpp"
#include "discreet/solver/unhindered.hpp"

namespace discreet {
namespace {

// How long all moves of a row together may be, over the length of its slope at the start; and how far the noise may
// shake a typical margin while rows answer it: docs/solvers/dual.md.
constexpr double kReach = 0.5, kShaken = 0.25;

// Without noise: how often the gap is looked at, and the part of the objective at which it is closed.
constexpr std::size_t kLookEvery = 5;
constexpr double kClosed = 1e-7;
constexpr double kFarBeyond = 4;  // what moves are clipped to, over the longest slope

// A step with noise of `noise` times C in units moves w_j by C noise sqrt(M_j)/(A_j n), and `together` rows answer by
// about m_j/(n A_j/together + |x|^2) of that, m_j = M_j/curvature being the mean square of column j. What is not yet
// answered shakes margins by C noise/n sqrt(curvature/2 (B^2 + B n/together)) with B the mean of |x|^2/A.
double dual_shaking(const Scales& found, std::span<const double> ridge, double rows, double together) {
  double mean = 0;
  for (std::size_t j = 0; j < ridge.size(); ++j) mean += found.frame.smoothness[j] / found.curvature / ridge[j];
  return std::sqrt(0.5 * found.curvature * mean * (mean + rows / together)) / rows;
}

}  // namespace

Result<void> refuse_without_dual(const SolverSettings& settings, const SurveyFacts& facts, std::string_view solver) {
  const auto refuse = [&](std::string_view why, std::string hint) {
    return wrong(Fault::usage, fmt::format("--solver {} {}", solver, why), std::move(hint));
  };
  if (!facts.dual)
    return refuse("needs a loss whose rows have dual variables",
                  "use --loss squared, huber:DELTA, logistic, squared-hinge or hinge");
  if (!settings.only_l2) return refuse("is for --penalty l2:A and no other", "give --penalty l2:A with A above 0");
  if (!(settings.strong_convexity > 0))
    return refuse("needs every weight to be penalised: --penalty l2:A with A above 0",
                  "leave out --unpenalised and weights of 0");
  if (facts.intercept)
    return refuse("has no intercept: nothing would hold it, and only weights that a penalty holds have a dual",
                  "give --no-intercept, with a column of ones in the data if the model needs a level");
  if (settings.clip_rule == ClipRule::smoothness)
    return refuse("clips what a row does to all weights, --clip-rule smoothness does not",
                  "use --clip-rule ball or uniform");
  if (settings.averaging.kind == Averaging::Kind::periodic)
    return refuse("averages by --average tail:FRACTION or not at all", "leave it out");
  if (settings.start) return refuse("starts from zero: a model does not tell the rows' variables", "leave out --start");
  if (settings.momentum.value_or(0) > 0) return refuse("has no --momentum", "leave it out");
  if (settings.decreasing_steps) return refuse("has no --step-schedule", "leave it out");
  if (settings.fixed_batches)
    return refuse("takes --sampling poisson only: in a batch of fixed size the others tell whether a row is in it",
                  "leave it out");
  return refuse_cd_options(settings, solver);
}

Scales dual_frame(const Groundwork& groundwork, SolverContext& context) {
  Scales found = groundwork.scales_of_all(context);
  context.oracle.set_frame(found.frame);
  context.duals.forget_duals();
  return found;
}

std::vector<double> ridge_of(const WeightedPenalty& penalty) {
  std::vector<double> ridge(penalty.coordinates());
  for (std::size_t j = 0; j < ridge.size(); ++j) ridge[j] = 2 * penalty.value({j}, 1);
  return ridge;
}

double DualPoint::penalty() const {
  double sum = 0;
  for (std::size_t j = 0; j < ridge_.size(); ++j) sum += 0.5 * ridge_[j] * weights_[{j}] * weights_[{j}];
  return sum;
}

void DualRun::add(std::size_t t, std::span<const double> moved) {
  for (std::size_t j = 0; j < moved.size(); ++j) averager_.before(t, {j}, point_->weights());
  point_->add(moved);
  averager_.after(t, point_->weights(), context_->oracle);
  // A pass need not be a whole number of steps; the last one ends with the run all the same.
  if ((t + 1) * passes_ / steps_ == t * passes_ / steps_) return context_->progress.advance(t + 1, steps_);
  context_->progress.advance(t + 1, steps_, [&] { return averager_.finish(point_->weights()); });
}

Clip dual_clip(const Groundwork& groundwork, SolverContext& context, const Scales& found,
               const SolverSettings& settings, const DualPace& pace) {
  const ClipRule rule = settings.clip_rule.value_or(ClipRule::ball);
  if (settings.clip) return {rule, *settings.clip};
  const Clip ball = groundwork.clip(context, found, ClipRule::ball, kReach / static_cast<double>(pace.passes));
  // A row gets where it belongs in many moves, and that one of them is clipped says little.
  context.facts.clipped.reset();
  const double shaking = dual_shaking(found, ridge_of(context.penalty), context.oracle.normaliser(), pace.together);
  // A next to nothing of a penalty lets noise shake weights without end; a threshold stays a number all the same.
  constexpr double kLeast = 1e-60, kMost = 1e60;
  const double radius = std::clamp(std::min(ball.threshold, kShaken / (pace.noise * shaking)), kLeast, kMost);
  return batch_clip(rule, std::isnan(radius) ? kLeast : radius, found.frame);
}

void ExactDual::plan(Outline& outline, std::size_t coordinates, std::size_t passes) {
  outline.lines.push_back({std::string(kMoves), passes, coordinates, 0.5});
  outline.lines.push_back({std::string(kGap), 3 * passes, 1, 0.5});
}

Solution ExactDual::run(SolverContext& context, const SolverSettings& settings, std::size_t passes) {
  const auto look = [&](const Sensitive<double>& figure) { return context.exactly(context.permit.pay(kGap), figure); };
  const ClipRule rule = settings.clip_rule.value_or(ClipRule::ball);
  DualPoint point(ridge_of(context.penalty));
  std::size_t pass = 0;
  double gap = 0;
  while (pass < passes) {
    context.oracle.restart(point.weights().weights());
    const double longest = look(context.reference.longest_slope());
    const double radius = longest > 0 && std::isfinite(kFarBeyond * longest) ? kFarBeyond * longest : 1;
    const Clip clip = settings.clip ? Clip{rule, *settings.clip} : covering(rule, radius, context.oracle.frame());
    const std::uint64_t seed = settings.order_seed + pass;
    point.add(context.gaussian.release(context.duals.dual_pass(context.permit.pay(kMoves), clip, point.step(1), seed))
                  .value());
    context.progress.advance(++pass, passes, [&] { return point.weights(); });
    if (pass % kLookEvery != 0) continue;
    context.oracle.restart(point.weights().weights());
    const double objective = look(context.reference.risk()) + point.penalty();
    gap = objective + look(context.duals.dual_cost()) + point.penalty();
    if (!settings.passes && gap <= kClosed * std::abs(objective)) break;
  }
  return {std::move(point.weights()), {{"passes_run", static_cast<double>(pass)}, {"duality_gap", gap}}};
}

}  // namespace discreet
