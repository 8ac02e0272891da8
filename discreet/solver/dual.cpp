#include "discreet/solver/dual.hpp"

#include <algorithm>
#include <cmath>

#include "discreet/solver/plan_noise.hpp"

namespace discreet {
namespace {

// What is chosen when the user leaves it to us: docs/solvers/dual.md says by which measurements.
constexpr double kStep = 1;
constexpr UsualBatch kBatch{0.01, 64};
constexpr std::size_t kPasses = 10;

}  // namespace

Result<std::unique_ptr<Solver>> DualAscent::make(const SolverSettings& settings, const SurveyFacts& facts) {
  if (const auto fine = refuse_without_dual(settings, facts, name); !fine) return tl::unexpected(fine.error());
  return std::unique_ptr<Solver>(new DualAscent(settings, facts));
}

DualAscent::DualAscent(SolverSettings settings, SurveyFacts facts)
    : GroundedSolver(std::move(settings), std::move(facts)),
      batches_(settings_, facts_, kBatch),
      passes_(settings_.passes.value_or(facts_.exact() ? ExactDual::kMostPasses : kPasses)),
      step_(settings_.step.value_or(kStep)) {}

void DualAscent::plan(Outline& outline) const {
  const double left = groundwork_.plan(outline, 1);
  if (facts_.exact()) return ExactDual::plan(outline, groundwork_.coordinates(), passes_);
  outline.lines.push_back(batches_.line(ExactDual::kMoves, batches_.steps(passes_), groundwork_.coordinates(), left));
}

Solution DualAscent::run(SolverContext& context) const {
  const Scales found = dual_frame(groundwork_, context);
  if (facts_.exact()) return ExactDual::run(context, settings_, passes_);
  DualOracle& oracle = context.duals;
  DualPoint point(ridge_of(context.penalty));
  oracle.restart(point.weights().weights());
  const Clip clip = dual_clip(groundwork_, context, found, settings_,
                              {passes_, batches_.size(), deviation_of(context.permit.plan(), ExactDual::kMoves)});
  const std::size_t steps = batches_.steps(passes_);
  DualRun run(settings_, context, point, steps, passes_);
  for (std::size_t t = 0; t < steps; ++t) {
    const Released<std::vector<double>> moved = context.gaussian.release(
        oracle.dual_moves(context.permit.pay_batch(ExactDual::kMoves), clip, point.step(batches_.size() / step_)));
    run.add(t, moved.value());
  }
  return {run.finish(), {{"clip", clip.threshold}}};
}

Description DualAscent::description() const {
  Description text{{"name", std::string(name)}};
  batches_.describe(text);
  if (settings_.passes || !facts_.exact()) text.emplace_back("passes", static_cast<double>(passes_));
  if (!facts_.exact()) text.emplace_back("steps", static_cast<double>(batches_.steps(passes_)));
  text.emplace_back("step", step_);
  text.emplace_back("clip_rule", std::string(name_of(settings_.clip_rule.value_or(ClipRule::ball))));
  text.emplace_back("smoothness", std::string(name_of(settings_.smoothness)));
  text.emplace_back("average", name_of(settings_.averaging));
  return text;
}

}  // namespace discreet
