#include "discreet/solver/block.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "discreet/solver/cd.hpp"
#include "discreet/solver/order.hpp"
#include "discreet/solver/retreat.hpp"
#include "discreet/solver/unhindered.hpp"

namespace discreet {
namespace {

// Steps and passes, when the user leaves them to us. Descent by blocks goes less far in a pass than by single
// coordinates, and adds less noise in one.
constexpr double kStep = 1;
constexpr double kMostRegressionPasses = 30, kMostClassificationPasses = 60;

}  // namespace

Result<std::unique_ptr<Solver>> BlockDescent::make(const SolverSettings& settings, const SurveyFacts& facts) {
  using Kind = BlockChoice::Kind;
  const BlockChoice& block = settings.block;
  const bool whole =
      block.kind == Kind::full || (block.kind == Kind::size && block.size >= facts.features + facts.intercept);
  if (!whole && settings.momentum.value_or(0) > 0)
    return wrong(Fault::usage,
                 fmt::format("--momentum needs --block full, not {}: blocks do not move together", block.text),
                 "use --momentum none");
  if (block.kind == Kind::size && block.size == 1 && settings.budget_growth == 1)
    return CoordinateDescent::make(settings, facts);
  if (!visits_evenly(settings.order))
    return wrong(Fault::usage,
                 fmt::format("--order {} is for single coordinates, not for --block {}", settings.order, block.text),
                 block.kind == Kind::importance
                     ? "--block importance draws coordinates by their smoothness: leave out --order, or use --solver cd"
                     : "use --order cyclic, shuffled or uniform, or --solver cd");
  if (const auto fine = refuse_cd_options(settings, name); !fine) return tl::unexpected(fine.error());
  if (settings.clip_rule && settings.clip_rule != ClipRule::ball)
    return wrong(Fault::usage, fmt::format("--block {} clips by the ball rule only", block.text),
                 "leave out --clip-rule, or use --block size:1");
  return std::unique_ptr<Solver>(new BlockDescent(settings, facts));
}

BlockDescent::BlockDescent(SolverSettings settings, SurveyFacts facts)
    : GroundedSolver(std::move(settings), std::move(facts)),
      purchase_(settings_, facts_),
      shape_(blocks(std::vector<double>(groundwork_.coordinates(), 1.0))),
      step_(settings_.step.value_or(kStep)),
      momentum_(momentum()) {
  const double most = facts_.regression ? kMostRegressionPasses : kMostClassificationPasses;
  passes_ = settings_.passes.value_or(facts_.exact() ? Unhindered::kMostPasses
                                                     : groundwork_.worthwhile_passes(std::min(step_, 1.0), most));
}

std::unique_ptr<Blocks> BlockDescent::blocks(const std::vector<double>& smoothness) const {
  return make_blocks(settings_.block, settings_.order, settings_.order_seed, smoothness);
}

Schedule BlockDescent::schedule() const {
  return {shape_->each_once() ? passes_ : passes_ * shape_->steps_a_pass(), settings_.budget_growth};
}

bool BlockDescent::asks_overlap() const { return shape_->largest() > 1 && purchase_.asks(); }

// What was led away by steps in the wrong units comes back.
bool BlockDescent::looks_back() const { return Retreat::needed(settings_, facts_); }

// Columns that are centred and whose overlap is known need no momentum: a pass comes close enough, and the noise of
// past slopes would be carried along. Columns that keep their means overlap so much that nothing moves without.
double BlockDescent::momentum() const {
  if (shape_->steps_a_pass() > 1) return 0;
  return settings_.momentum.value_or(!facts_.exact() && facts_.intercept && asks_overlap() ? 0 : kMomentum);
}

void BlockDescent::plan(Outline& outline) const {
  double left = groundwork_.plan(outline, passes_);
  const std::size_t size = groundwork_.coordinates();
  if (asks_overlap()) left -= purchase_.plan(outline);
  if (looks_back()) left -= Retreat::plan(outline, facts_);
  schedule().plan(outline, shape_->each_once() ? size : shape_->largest(), left);
}

Solution BlockDescent::run(SolverContext& context) const {
  const Scales found = groundwork_.scales(context);
  context.oracle.set_frame(found.frame);
  Iterate w = starting_point(settings_, facts_, found);
  if (!found.seen) return at_its_start(std::move(w), context);
  context.oracle.restart(w.weights());

  const std::unique_ptr<Blocks> visits = blocks(found.frame.smoothness);
  const std::vector<double> damping =
                                visits->damping(shape_->largest() > 1 ? purchase_.run(context, found) : Overlap()),
                            chances = visits->chances();
  const double rarest = *std::min_element(chances.begin(), chances.end());
  BlockRun steps{passes_, {}, momentum_, !facts_.exact(), settings_.averaging};
  for (std::size_t j = 0; j < w.size(); ++j) {
    // A sketch that is right on average divides by the chance; the rarest coordinate then takes the whole safe step.
    const double sketch = settings_.unbiased ? rarest / chances[j] : 1;
    steps.steps.push_back(step_ * sketch / (damping[j] * found.frame.smoothness[j]));
  }
  const auto descend = [&](auto& guide) {
    return block_descent(context.oracle, context.penalty, *visits, schedule(), context.gaussian, context.permit, steps,
                         guide, std::move(w), context.progress);
  };
  SolverSettings ball = settings_;
  ball.clip_rule = ClipRule::ball;
  if (facts_.exact()) {
    Unhindered guide(context, ball, Groundwork::kClipLine, visits->each_once());
    Iterate last = descend(guide);
    return {std::move(last), {{"passes_run", static_cast<double>(guide.passes())}}};
  }
  const Iterate start = w;
  Steady guide{groundwork_.clip(context, found, ClipRule::ball)};
  Solution solution{descend(guide), {}};
  if (looks_back()) solution = Retreat::run(context, facts_, found, start, solution.weights, Retreat::Against::ruin);
  solution.notes.emplace_back("clip", guide.threshold.threshold);
  solution.notes.emplace_back("overlap", *std::max_element(damping.begin(), damping.end()));
  solution.limits = found.limits;
  return solution;
}

Description BlockDescent::description() const {
  Description text{{"name", std::string(name)}, {"block", settings_.block.text}};
  const bool partition =
      settings_.block.kind == BlockChoice::Kind::size || settings_.block.kind == BlockChoice::Kind::partition;
  if (partition) text.emplace_back("order", settings_.order);
  if (shape_->steps_a_pass() > 1) text.emplace_back("order_seed", static_cast<double>(settings_.order_seed));
  if (settings_.passes || !facts_.exact()) text.emplace_back("passes", static_cast<double>(passes_));
  text.emplace_back("step", step_);
  text.emplace_back("momentum", momentum_);
  if (settings_.budget_growth != 1) text.emplace_back("budget_growth", settings_.budget_growth);
  if (settings_.unbiased) text.emplace_back("sketch", std::string("unbiased"));
  text.emplace_back("smoothness", std::string(name_of(settings_.smoothness)));
  text.emplace_back("average", name_of(settings_.averaging));
  return text;
}

}  // namespace discreet
