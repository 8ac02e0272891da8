#include "discreet/solver/dual_primal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "discreet/solver/order.hpp"
#include "discreet/solver/plan_noise.hpp"
#include "discreet/solver/unhindered.hpp"

namespace discreet {
namespace {

constexpr std::string_view kMoves = "newton steps";
constexpr std::size_t kPasses = 10;
// A weight in units of its column's spread seldom ends further from zero than the target spreads.
constexpr double kReach = 1, kShaken = 0.25;
// Without noise nothing is clipped, and the grid is still fine enough.
constexpr double kExactReach = 1e3;

// The threshold is no threshold on slopes: none is searched for.
SolverSettings without_search(SolverSettings settings) {
  settings.clip = settings.clip.value_or(1);
  return settings;
}

}  // namespace

Result<std::unique_ptr<Solver>> PrimalNewton::make(const SolverSettings& settings, const SurveyFacts& facts) {
  if (const auto fine = refuse_without_dual(settings, facts, name); !fine) return tl::unexpected(fine.error());
  if (settings.clip_rule == ClipRule::uniform || settings.step || settings.batch)
    return wrong(Fault::usage, "--solver dual-primal has no --clip-rule, --step or --batch", "leave them out");
  if (!visits_evenly(settings.order))
    return wrong(Fault::usage, fmt::format("--order {} is for --solver cd", settings.order), "use cyclic or shuffled");
  return std::unique_ptr<Solver>(new PrimalNewton(settings, facts));
}

PrimalNewton::PrimalNewton(SolverSettings settings, SurveyFacts facts)
    : settings_(std::move(settings)),
      facts_(std::move(facts)),
      groundwork_(without_search(settings_), facts_),
      shape_(blocks(std::vector<double>(groundwork_.coordinates(), 1.0))),
      passes_(settings_.passes.value_or(facts_.exact() ? Unhindered::kMostPasses : kPasses)) {}

std::unique_ptr<Blocks> PrimalNewton::blocks(const std::vector<double>& smoothness) const {
  return make_blocks(settings_.block, settings_.order, settings_.order_seed, smoothness);
}

// As far as weights go, unless the noise of all steps, which has a size of 2C sqrt(L) in each of p weights and a step,
// would shake margins by more than a part of the target's spread.
double PrimalNewton::reach(const Plan& plan, std::size_t steps) const {
  if (facts_.exact()) return kExactReach;
  const double multiplier = deviation_of(plan, kMoves);
  const double numbers = static_cast<double>(steps * shape_->largest() * groundwork_.coordinates());
  return std::min(kReach / static_cast<double>(passes_), kShaken / (2 * multiplier * std::sqrt(numbers)));
}

void PrimalNewton::plan(Outline& outline) const {
  const double left = groundwork_.plan(outline, passes_);
  outline.lines.push_back({std::string(kMoves), passes_ * shape_->steps_a_pass(), shape_->largest(), left});
}

Solution PrimalNewton::run(SolverContext& context) const {
  const Scales found = groundwork_.scales_of_all(context);
  DualOracle& oracle = context.duals;
  oracle.set_frame(found.frame);
  Iterate w(oracle.coordinates());
  oracle.restart(w.weights());
  const std::vector<double> ridge = ridge_of(context.penalty);
  const std::unique_ptr<Blocks> visits = blocks(found.frame.smoothness);
  const double crowd = static_cast<double>(shape_->largest());
  const std::size_t a_pass = shape_->steps_a_pass(), steps = passes_ * a_pass;
  const double most = settings_.clip.value_or(found.target_spread * reach(context.permit.plan(), steps));
  SolverSettings ball = settings_;
  ball.clip_rule = ClipRule::ball;
  Unhindered guide(context, ball, Groundwork::kClipLine, visits->each_once());
  Averager averager(settings_.averaging, w.size(), steps);
  for (std::size_t t = 0; t < steps; ++t) {
    const Block& block = visits->next();
    const DualStep step{w.weights(), ridge, crowd};
    const Released<std::vector<double>> moved =
        context.gaussian.release(oracle.primal_moves(context.permit.pay(kMoves), most, step, block));
    std::vector<double> distances(w.size(), 0.0);
    for (std::size_t k = 0; k < block.size(); ++k) {
      averager.before(t, block[k], w);
      distances[block[k].value] = w.set(block[k], w[block[k]] + moved.value()[k]);
    }
    oracle.move_all(distances);
    averager.after(t, w, oracle);
    context.progress.advance(t + 1, steps, [&] { return averager.finish(w); });
    if (facts_.exact() && (t + 1) % a_pass == 0 && guide.finished(w)) break;
  }
  Description notes{{"clip", most}};
  if (facts_.exact()) notes = {{"passes_run", static_cast<double>(guide.passes())}};
  return {averager.finish(std::move(w)), std::move(notes)};
}

Description PrimalNewton::description() const {
  Description text{{"name", std::string(name)}, {"block", settings_.block.text}};
  if (settings_.passes || !facts_.exact()) text.emplace_back("passes", static_cast<double>(passes_));
  text.emplace_back("smoothness", std::string(name_of(settings_.smoothness)));
  text.emplace_back("average", name_of(settings_.averaging));
  return text;
}

}  // namespace discreet
