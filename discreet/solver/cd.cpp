#include "discreet/solver/cd.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "discreet/solver/retreat.hpp"
#include "discreet/solver/unhindered.hpp"

namespace discreet {
namespace {

static_assert(Guide<Unhindered>);

// Steps and passes, when the user leaves them to us. The theory has whole steps.
constexpr double kStep = 0.5;
constexpr double kMostRegressionPasses = 20, kMostClassificationPasses = 50;

using Weighing = BudgetWeights::Kind;

bool declared(const SolverSettings& settings) { return settings.smoothness == SmoothnessSource::declared; }

}  // namespace

// What cannot be planned before the data is touched is refused.
Result<void> CoordinateDescent::check(const SolverSettings& settings) {
  const bool ball = settings.clip_rule == ClipRule::ball;
  if (ball && !visits_each_once(settings.order))
    return wrong(Fault::usage,
                 fmt::format("--clip-rule ball needs passes that visit each coordinate once, --order {} does not",
                             settings.order),
                 "use --order cyclic or shuffled, or --clip-rule smoothness");
  const BudgetWeights& weights = settings.budget_weights;
  if (weights.kind != Weighing::uniform && ball)
    return wrong(Fault::usage,
                 fmt::format("--budget-weights {} needs slopes that are paid for one by one, --clip-rule ball pays for "
                             "whole passes",
                             weights.text),
                 "use --clip-rule smoothness or uniform");
  if (weights.kind == Weighing::smoothness && !declared(settings))
    return wrong(
        Fault::usage,
        "--budget-weights smoothness needs --smoothness public:FILE: the noise of every slope is planned before "
        "anything is bought",
        "declare the constants, or give a file of weights");
  if (weights.kind != Weighing::uniform && settings.order == Importance::name && !declared(settings))
    return wrong(
        Fault::usage,
        fmt::format("--budget-weights {} with --order importance needs --smoothness public:FILE: how often each "
                    "coordinate is visited is planned before anything is bought",
                    weights.text),
        "declare the constants, or use another order");
  if (settings.theory_radius && settings.clip && !ball && !declared(settings))
    return wrong(Fault::usage,
                 "--passes theory needs to know what --clip is in units of the smoothness, which is not known yet",
                 "leave out --clip, use --clip-rule ball, or declare the constants with --smoothness public:FILE");
  return {};
}

Result<std::unique_ptr<Solver>> CoordinateDescent::make(const SolverSettings& settings, const SurveyFacts& facts) {
  SolverSettings resolved = settings;
  const bool one_by_one =
      !visits_each_once(settings.order) || settings.budget_weights.kind != BudgetWeights::Kind::uniform;
  if (!resolved.clip_rule) resolved.clip_rule = one_by_one ? ClipRule::smoothness : ClipRule::ball;
  if (const auto sound = check(resolved); !sound) return tl::unexpected(sound.error());
  if (resolved.theory_radius && facts.exact())
    return wrong(Fault::usage, "--passes theory balances noise against progress, and there is no noise",
                 "give a finite --epsilon, or leave out --passes");
  return std::unique_ptr<Solver>(new CoordinateDescent(std::move(resolved), facts));
}

CoordinateDescent::CoordinateDescent(SolverSettings settings, SurveyFacts facts)
    : GroundedSolver(std::move(settings), std::move(facts)), allocation_(1) {
  const bool whole_steps = facts_.exact() || settings_.theory_radius;
  descent_.step = settings_.step.value_or(whole_steps ? 1.0 : kStep);
  descent_.averaging = settings_.averaging;
  const double most = facts_.regression ? kMostRegressionPasses : kMostClassificationPasses;
  if (settings_.theory_radius) {
    const TheoryChoice choice = theory_choice(theory_facts());
    descent_.passes = choice.passes;
    // The theory is about means.
    if (descent_.averaging.kind == Averaging::Kind::none)
      descent_.averaging = {Averaging::Kind::periodic, 1, choice.periods};
  } else {
    descent_.passes = settings_.passes.value_or(facts_.exact() ? Unhindered::kMostPasses
                                                               : groundwork_.worthwhile_passes(descent_.step, most));
  }
  allocation_ = allocation();
}

TheoryFacts CoordinateDescent::theory_facts() const {
  Outline groundwork{facts_.neighbours, {}};
  const double left = prepare(groundwork);
  const double p = static_cast<double>(groundwork_.coordinates());
  const bool ball = rule() == ClipRule::ball;
  double threshold = ball ? groundwork_.typical_radius() : groundwork_.typical_box();
  if (settings_.clip && ball) {
    threshold = *settings_.clip;
  } else if (settings_.clip) {
    // The root mean square of the coordinates' thresholds over the roots of their smoothness.
    const std::vector<double>& m = settings_.declared.smoothness;
    const double total = std::accumulate(m.begin(), m.end(), 0.0);
    double squares = 0;
    for (const double one : m) squares += rule() == ClipRule::smoothness ? 1 / total : 1 / (p * one);
    threshold = *settings_.clip * std::sqrt(squares / p);
  }
  const double apart = facts_.apart();
  // Nothing is known of the curvature along an intercept, which no penalty holds. Constants that are yet to be bought
  // are taken for those of columns of unit spread.
  double steepest = facts_.loss_smoothness;
  if (declared(settings_))
    steepest = *std::max_element(settings_.declared.smoothness.begin(), settings_.declared.smoothness.end());
  return {p,
          ball ? 1 : p,
          apart * threshold / facts_.normaliser / (facts_.budget.value * std::sqrt(left)),
          *settings_.theory_radius,
          descent_.step,
          facts_.intercept ? 0 : settings_.strong_convexity / steepest};
}

AnyOrder CoordinateDescent::order(std::span<const double> smoothness) const {
  return order_named(settings_.order,
                     {groundwork_.coordinates(), settings_.order_seed, smoothness, settings_.order_weights});
}

Allocation CoordinateDescent::allocation() const {
  const std::size_t coordinates = groundwork_.coordinates(), updates = descent_.passes * coordinates;
  if (rule() == ClipRule::ball) return Allocation(descent_.passes, coordinates);
  const BudgetWeights& chosen = settings_.budget_weights;
  // Under the smoothness rule one row moves all slopes alike, in units of the root of their smoothness, and even
  // weights are the best.
  const bool alike = chosen.kind == Weighing::smoothness && rule() == ClipRule::smoothness;
  if (chosen.kind == Weighing::uniform || alike || facts_.exact()) return Allocation(updates);
  std::vector<double> weights = chosen.declared;
  if (chosen.kind == Weighing::smoothness)
    for (const double m : settings_.declared.smoothness) weights.push_back(1 / std::sqrt(m));
  std::vector<std::uint64_t> visits(coordinates, 0);
  AnyOrder rehearsal = order(settings_.declared.smoothness);
  for (std::size_t t = 0; t < updates; ++t) ++visits[rehearsal.next().value];
  return Allocation(weights, visits);
}

double CoordinateDescent::prepare(Outline& outline) const {
  double left = groundwork_.plan(outline, descent_.passes);
  if (Retreat::needed(settings_, facts_)) left -= Retreat::plan(outline, facts_);
  return left;
}

void CoordinateDescent::plan(Outline& outline) const { allocation_.plan(outline, prepare(outline)); }

Solution CoordinateDescent::run(SolverContext& context) const {
  const Scales found = groundwork_.scales(context);
  context.oracle.set_frame(found.frame);
  Iterate w = starting_point(settings_, facts_, found);
  if (!found.seen) return at_its_start(std::move(w), context);
  context.oracle.restart(w.weights());
  AnyOrder visits = order(found.frame.smoothness);
  const auto descend = [&](auto& guide) {
    return coordinate_descent(context.oracle, context.penalty, visits, context.gaussian, context.permit, allocation_,
                              descent_, guide, std::move(w), context.progress);
  };
  if (facts_.exact()) {
    Unhindered guide(context, settings_, Groundwork::kClipLine, visits_each_once(settings_.order));
    Iterate last = descend(guide);
    return {std::move(last), {{"passes_run", static_cast<double>(guide.passes())}}};
  }
  const Iterate start = w;
  Steady guide{groundwork_.clip(context, found, rule())};
  Solution solution{descend(guide), {}};
  if (Retreat::needed(settings_, facts_))
    solution = Retreat::run(context, facts_, found, start, solution.weights, Retreat::Against::ruin);
  solution.notes.emplace_back("clip", guide.threshold.threshold);
  solution.limits = found.limits;
  return solution;
}

Description CoordinateDescent::description() const {
  Description text{{"name", std::string(name)}, {"order", settings_.order}};
  if (settings_.order != Cyclic::name) text.emplace_back("order_seed", static_cast<double>(settings_.order_seed));
  if (settings_.passes || !facts_.exact()) text.emplace_back("passes", static_cast<double>(descent_.passes));
  if (settings_.theory_radius) text.emplace_back("theory_radius", *settings_.theory_radius);
  text.emplace_back("step", descent_.step);
  text.emplace_back("clip_rule", std::string(name_of(rule())));
  if (settings_.budget_weights.kind != Weighing::uniform)
    text.emplace_back("budget_weights", settings_.budget_weights.text);
  text.emplace_back("smoothness", std::string(name_of(settings_.smoothness)));
  text.emplace_back("average", name_of(descent_.averaging));
  return text;
}

}  // namespace discreet
