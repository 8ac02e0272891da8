#include "discreet/solver/sgd.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "discreet/solver/unhindered.hpp"

namespace discreet {
namespace {

// What is chosen when the user leaves it to us: docs/solvers/sgd.md says by which measurements.
constexpr double kStep = 1;

}  // namespace

Clip batch_clip(ClipRule rule, double radius, const Frame& frame) {
  if (rule == ClipRule::ball) return {rule, radius};
  const double total = std::accumulate(frame.smoothness.begin(), frame.smoothness.end(), 0.0);
  return {rule, radius * std::sqrt(total / static_cast<double>(frame.smoothness.size()))};
}

std::vector<double> batch_lengths(ClipRule rule, const Overlap& overlap, const Frame& frame, double crowding) {
  const std::size_t size = frame.smoothness.size();
  std::vector<double> lengths(size);
  if (rule == ClipRule::uniform) {
    const double total = std::accumulate(frame.smoothness.begin(), frame.smoothness.end(), 0.0);
    const double curved = overlap.steepest(frame.smoothness) + crowding * total / static_cast<double>(size);
    std::fill(lengths.begin(), lengths.end(), 1 / curved);
    return lengths;
  }
  Block all(size);
  for (std::size_t j = 0; j < size; ++j) all[j] = {j};
  const double curved = overlap.of(all) + crowding;
  for (std::size_t j = 0; j < size; ++j) lengths[j] = 1 / (curved * frame.smoothness[j]);
  return lengths;
}

Result<std::unique_ptr<Solver>> StochasticDescent::make(const SolverSettings& settings, const SurveyFacts& facts) {
  if (settings.clip_rule == ClipRule::smoothness)
    return wrong(Fault::usage, "--solver sgd clips a row's whole slope vector, --clip-rule smoothness does not",
                 "use --clip-rule ball or uniform");
  if (settings.averaging.kind == Averaging::Kind::periodic)
    return wrong(Fault::usage, "--solver sgd averages by --average tail:FRACTION or not at all", "leave out --average");
  if (const auto fine = refuse_cd_options(settings, name); !fine) return tl::unexpected(fine.error());
  SolverSettings resolved = settings;
  if (!resolved.clip_rule) resolved.clip_rule = ClipRule::ball;
  return std::unique_ptr<Solver>(new StochasticDescent(std::move(resolved), facts));
}

StochasticDescent::StochasticDescent(SolverSettings settings, SurveyFacts facts)
    : GroundedSolver(std::move(settings), std::move(facts)),
      step_(settings_.step.value_or(kStep)),
      momentum_(settings_.momentum.value_or(facts_.exact() ? 0.9 : 0)),
      decreasing_(!facts_.exact() && settings_.decreasing_steps.value_or(true)),
      purchase_(settings_, facts_),
      batches_(settings_, facts_) {
  passes_ = batches_.passes(settings_, groundwork_, step_);
}

void StochasticDescent::plan(Outline& outline) const {
  double left = groundwork_.plan(outline, passes_);
  left -= purchase_.plan(outline);
  outline.lines.push_back(batches_.line(kBatchSlopes, batches_.steps(passes_), groundwork_.coordinates(), left));
}

Solution StochasticDescent::run(SolverContext& context) const {
  const Scales found = groundwork_.scales_of_all(context);
  context.oracle.set_frame(found.frame);
  Iterate w = starting_point(settings_, facts_, found);
  context.oracle.restart(w.weights());

  const ClipRule rule = *settings_.clip_rule;
  BatchRun run;
  run.steps = batches_.steps(passes_);
  run.passes = passes_;
  run.lengths = batch_lengths(rule, purchase_.run(context, found), found.frame, batches_.crowding(w.size()));
  for (double& length : run.lengths) length *= step_;
  run.decreasing = decreasing_;
  run.momentum = momentum_;
  run.followed = facts_.exact();
  run.averaging = settings_.averaging;
  const auto descend = [&](auto& guide) {
    return batch_descent(context.batches, context.penalty, context.gaussian, context.permit, run, guide, std::move(w),
                         context.progress);
  };
  if (facts_.exact()) {
    Unhindered guide(context, settings_, Groundwork::kClipLine, true);
    Iterate last = descend(guide);
    return {std::move(last), {{"passes_run", static_cast<double>(guide.passes())}}};
  }
  Clip clip = groundwork_.clip(context, found, ClipRule::ball);
  if (rule != ClipRule::ball) context.facts.clipped.reset();  // another norm than was searched in
  clip = settings_.clip ? Clip{rule, *settings_.clip} : batch_clip(rule, clip.threshold, found.frame);
  Steady guide{clip};
  Iterate last = descend(guide);
  return {std::move(last),
          {{"clip", clip.threshold}, {"longest_step", run.lengths.front() * found.frame.smoothness.front()}}};
}

Description StochasticDescent::description() const {
  Description text{{"name", std::string(name)}};
  batches_.describe(text);
  if (settings_.passes || !facts_.exact()) text.emplace_back("passes", static_cast<double>(passes_));
  if (!facts_.exact()) text.emplace_back("steps", static_cast<double>(batches_.steps(passes_)));
  text.emplace_back("step", step_);
  text.emplace_back("step_schedule", std::string(decreasing_ ? "decreasing" : "constant"));
  text.emplace_back("momentum", momentum_);
  text.emplace_back("clip_rule", std::string(name_of(*settings_.clip_rule)));
  text.emplace_back("smoothness", std::string(name_of(settings_.smoothness)));
  text.emplace_back("average", name_of(settings_.averaging));
  return text;
}

}  // namespace discreet
