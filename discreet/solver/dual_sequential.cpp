#include "discreet/solver/dual_sequential.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "discreet/base/public_random.hpp"
#include "discreet/privacy/lattice.hpp"
#include "discreet/solver/plan_noise.hpp"

namespace discreet {
namespace {

// Noise grows with the root of the lot, and time with how many there are: docs/solvers/dual.md.
constexpr double kLot = 10;
constexpr std::size_t kPasses = 1;

}  // namespace

Result<std::unique_ptr<Solver>> SequentialDual::make(const SolverSettings& settings, const SurveyFacts& facts) {
  if (const auto fine = refuse_without_dual(settings, facts, name); !fine) return tl::unexpected(fine.error());
  if (settings.step) return wrong(Fault::usage, "--solver dual-sequential takes whole steps", "leave out --step");
  if (facts.neighbours == Neighbours::add_remove && !facts.exact())
    return wrong(Fault::usage, "--solver dual-sequential takes rows by their public numbers, not under add-remove",
                 "use --neighbours replace-one or zero-out, or --solver dual");
  return std::unique_ptr<Solver>(new SequentialDual(settings, facts));
}

SequentialDual::SequentialDual(SolverSettings settings, SurveyFacts facts)
    : GroundedSolver(std::move(settings), std::move(facts)),
      size_(static_cast<std::size_t>(std::max(settings_.batch.value_or(kLot), 1.0))),
      passes_(settings_.passes.value_or(facts_.exact() ? ExactDual::kMostPasses : kPasses)) {
  if (facts_.rows > 0) size_ = std::min(size_, facts_.rows);
}

void SequentialDual::plan(Outline& outline) const {
  const double left = groundwork_.plan(outline, 1);
  if (facts_.exact()) return ExactDual::plan(outline, groundwork_.coordinates(), passes_);
  outline.lines.push_back({std::string(ExactDual::kMoves), std::max<std::size_t>(1, passes_ * lots_a_pass()),
                           groundwork_.coordinates(), left});
}

// A chain of moves may be further apart than its numbers say.
Result<void> SequentialDual::check(const Plan& plan) const {
  for (const PlanLine& line : plan.lines) {
    const auto* paid = std::get_if<GaussianEvent>(&line.event);
    if (!paid || line.what != ExactDual::kMoves) continue;
    if (!Lattice::exists(paid->multiplier, plan.neighbours, RowBound::moves(size_, groundwork_.coordinates())))
      return no_grid(line);
  }
  return {};
}

Solution SequentialDual::run(SolverContext& context) const {
  const Scales found = dual_frame(groundwork_, context);
  if (facts_.exact()) return ExactDual::run(context, settings_, passes_);
  DualOracle& oracle = context.duals;
  DualPoint point(ridge_of(context.penalty));
  oracle.restart(point.weights().weights());
  const double noise = 2 * static_cast<double>(size_) * deviation_of(context.permit.plan(), ExactDual::kMoves);
  const Clip clip = dual_clip(groundwork_, context, found, settings_, {passes_, 1, noise});
  std::vector<std::uint32_t> order(facts_.rows);
  std::iota(order.begin(), order.end(), 0U);
  PublicRandom random(settings_.order_seed);
  const std::size_t lots = lots_a_pass(), steps = passes_ * lots;
  DualRun run(settings_, context, point, steps, passes_);
  for (std::size_t t = 0; t < steps; ++t) {
    if (t % lots == 0) random.shuffle(order);
    // The last lot of a pass may be a short one, and is paid for as the others.
    const std::size_t from = t % lots * size_;
    const auto lot = std::span(order).subspan(from, std::min(size_, order.size() - from));
    const Released<std::vector<double>> moved =
        context.gaussian.release(oracle.dual_chain(context.permit.pay(ExactDual::kMoves), clip, point.step(1), lot));
    run.add(t, moved.value());
  }
  return {run.finish(), {{"clip", clip.threshold}}};
}

Description SequentialDual::description() const {
  Description text{{"name", std::string(name)}};
  if (!facts_.exact()) text.emplace_back("batch", static_cast<double>(size_));
  text.emplace_back("order_seed", static_cast<double>(settings_.order_seed));
  if (settings_.passes || !facts_.exact()) text.emplace_back("passes", static_cast<double>(passes_));
  text.emplace_back("clip_rule", std::string(name_of(settings_.clip_rule.value_or(ClipRule::ball))));
  text.emplace_back("smoothness", std::string(name_of(settings_.smoothness)));
  text.emplace_back("average", name_of(settings_.averaging));
  return text;
}

}  // namespace discreet
