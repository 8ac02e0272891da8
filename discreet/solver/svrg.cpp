#include "discreet/solver/svrg.hpp"

#include <algorithm>
#include <cmath>

#include "discreet/solver/coordinate_descent.hpp"
#include "discreet/solver/sgd.hpp"
#include "discreet/solver/unhindered.hpp"

namespace discreet {
namespace {

// What is chosen when the user leaves it to us: docs/solvers/svrg.md.
constexpr double kStep = 1;
constexpr double kSnapshotShare = 0.8;  // of what is left after the groundwork

// A row of root mean square size, in the frame, moves its slope vector by sqrt(p) times how far the point has moved;
// few rows move it by more than this many times as much.
constexpr double kSpread = 2;
// A threshold is more than none.
constexpr double kLeastReach = 1e-9;
// Without noise nothing is to be clipped.
constexpr double kFarBeyond = 16;

}  // namespace

Result<std::unique_ptr<Solver>> VarianceReduced::make(const SolverSettings& settings, const SurveyFacts& facts) {
  if (settings.clip_rule && settings.clip_rule != ClipRule::ball)
    return wrong(Fault::usage, "--solver svrg clips by the ball rule only", "leave out --clip-rule");
  if (settings.averaging.kind != Averaging::Kind::none)
    return wrong(Fault::usage, "--solver svrg averages each epoch by itself", "leave out --average");
  if (settings.momentum.value_or(0) > 0)
    return wrong(Fault::usage, "--solver svrg has no --momentum", "leave out --momentum, or use sgd");
  if (settings.decreasing_steps.value_or(false))
    return wrong(Fault::usage, "--solver svrg steps equally far all the way", "leave out --step-schedule");
  if (const auto fine = refuse_cd_options(settings, name); !fine) return tl::unexpected(fine.error());
  SolverSettings resolved = settings;
  resolved.clip_rule = ClipRule::ball;
  return std::unique_ptr<Solver>(new VarianceReduced(std::move(resolved), facts));
}

VarianceReduced::VarianceReduced(SolverSettings settings, SurveyFacts facts)
    : GroundedSolver(std::move(settings), std::move(facts)),
      purchase_(settings_, facts_),
      batches_(settings_, facts_),
      step_(settings_.step.value_or(kStep)),
      // One pass of corrections for each pass of the snapshot; the first step of an epoch needs none.
      steps_(std::max<std::size_t>(2, batches_.steps(1))) {
  epochs_ = std::max<std::size_t>(1, batches_.passes(settings_, groundwork_, step_) / 2);
}

void VarianceReduced::plan(Outline& outline) const {
  double left = groundwork_.plan(outline, epochs_);
  left -= purchase_.plan(outline);
  const std::size_t size = groundwork_.coordinates();
  outline.lines.push_back({std::string(kSnapshots), epochs_, size, kSnapshotShare * left});
  outline.lines.push_back(batches_.line(kCorrections, epochs_ * (steps_ - 1), size, (1 - kSnapshotShare) * left));
}

// A function of released points, so it is public.
double VarianceReduced::reach(const Oracle& oracle, Clip clip, const Iterate& w, const Iterate& snapshot) const {
  if (facts_.exact()) return kFarBeyond * clip.threshold;
  const std::vector<double>& smoothness = oracle.frame().smoothness;
  double square = 0;
  for (std::size_t k = 0; k < w.size(); ++k) {
    const double moved = w[Coordinate{k}] - snapshot[Coordinate{k}];
    square += smoothness[k] * moved * moved;
  }
  const double likely = kSpread * std::sqrt(static_cast<double>(w.size()) * square);
  return std::clamp(std::isfinite(likely) ? likely : 0, kLeastReach * clip.threshold, 2 * clip.threshold);
}

Iterate VarianceReduced::epoch(SolverContext& context, const std::vector<double>& lengths, Clip clip,
                               const Iterate& snapshot) const {
  context.oracle.restart(snapshot.weights());
  const std::vector<double> there =
      context.gaussian.release(context.oracle.all_slopes(context.permit.pay(kSnapshots), clip)).value();
  Iterate w = snapshot;
  std::vector<double> sum(w.size(), 0.0), slopes = there;
  for (std::size_t t = 0; t < steps_; ++t) {
    if (t > 0) {
      const Clip near{clip.rule, reach(context.oracle, clip, w, snapshot)};
      slopes = context.gaussian
                   .release(context.batches.batch_slopes(context.permit.pay_batch(kCorrections), near, w.weights(),
                                                         snapshot.weights()))
                   .value();
      for (std::size_t k = 0; k < w.size(); ++k) slopes[k] += there[k];
    }
    for (std::size_t k = 0; k < w.size(); ++k) {
      const Coordinate j{k};
      w.set(j, context.penalty.prox(j, w[j] - lengths[k] * slopes[k], lengths[k]));
      sum[k] += w[j];
    }
  }
  if (facts_.exact()) return w;
  for (std::size_t k = 0; k < w.size(); ++k) w.set(Coordinate{k}, sum[k] / static_cast<double>(steps_));
  return w;
}

Solution VarianceReduced::run(SolverContext& context) const {
  const Scales found = groundwork_.scales_of_all(context);
  context.oracle.set_frame(found.frame);
  Iterate w = starting_point(settings_, facts_, found);
  context.oracle.restart(w.weights());
  std::vector<double> lengths =
      batch_lengths(ClipRule::ball, purchase_.run(context, found), found.frame, batches_.crowding(w.size()));
  for (double& length : lengths) length *= step_;
  const auto descend = [&](auto& guide) {
    for (std::size_t e = 0; e < epochs_; ++e) {
      w = epoch(context, lengths, guide.clip(), w);
      context.progress.advance(e + 1, epochs_, [&] { return w; });
      if (facts_.exact()) context.oracle.restart(w.weights());  // the guide looks at all rows
      if (guide.finished(w)) break;
    }
  };
  if (facts_.exact()) {
    Unhindered guide(context, settings_, Groundwork::kClipLine, true);
    descend(guide);
    return {std::move(w), {{"epochs_run", static_cast<double>(guide.passes())}}};
  }
  Steady guide{groundwork_.clip(context, found, ClipRule::ball)};
  descend(guide);
  return {std::move(w), {{"clip", guide.threshold.threshold}}};
}

Description VarianceReduced::description() const {
  Description text{{"name", std::string(name)}};
  batches_.describe(text);
  if (settings_.passes || !facts_.exact()) text.emplace_back("epochs", static_cast<double>(epochs_));
  text.emplace_back("steps_an_epoch", static_cast<double>(steps_));
  text.emplace_back("step", step_);
  text.emplace_back("smoothness", std::string(name_of(settings_.smoothness)));
  return text;
}

}  // namespace discreet
