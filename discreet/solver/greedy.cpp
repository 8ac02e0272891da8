#include "discreet/solver/greedy.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "discreet/solver/plan_noise.hpp"
#include "discreet/solver/retreat.hpp"
#include "discreet/solver/unhindered.hpp"

namespace discreet {
namespace {

// Of the threshold that suits a long run: a few steps give slopes no time to grow, and a choice suffers more from noise
// than from what clipping takes off all scores alike.
constexpr double kOfLongRuns = 0.7;
// With more steps than this most slopes are of coordinates that come up again, near their optimum and small.
constexpr std::size_t kManySteps = 10;
constexpr double kOfManySteps = 0.45;

// A clipped slope over a typical one at the start, in units of the root of the smoothness.
constexpr double kTypicalClip = 3;
constexpr double kLeastSteps = 2, kMostSteps = 1000;

}  // namespace

Result<std::unique_ptr<Solver>> Greedy::make(const SolverSettings& settings, const SurveyFacts& facts) {
  SolverSettings resolved = settings;
  // With thresholds in proportion to the root of the smoothness a row moves all scores by the same amount; inside a
  // ball, one coordinate may have all of a row's allowance.
  if (!resolved.clip_rule) resolved.clip_rule = ClipRule::smoothness;
  if (const auto fine = refuse_cd_options(settings, name); !fine) return tl::unexpected(fine.error());
  return std::unique_ptr<Solver>(new Greedy(std::move(resolved), facts));
}

Greedy::Greedy(SolverSettings settings, SurveyFacts facts) : GroundedSolver(std::move(settings), std::move(facts)) {
  step_ = settings_.step.value_or(kStep);
  steps_ = settings_.passes.value_or(facts_.exact() ? Unhindered::kMostPasses * groundwork_.coordinates()
                                                    : worthwhile_steps(facts_));
}

// The theory's count, with what is public in place of what is not: T^(3/2) is the distance to go, taken as one
// deviation of the target, over four times the noise of a single choice among that many.
std::size_t Greedy::worthwhile_steps(const SurveyFacts& facts) {
  const double certainty = facts.certainty();
  const double among = std::log(static_cast<double>(facts.features + facts.intercept) + 1);
  return static_cast<std::size_t>(
      std::clamp(std::round(std::pow(certainty / (4 * kTypicalClip * among), 2.0 / 3)), kLeastSteps, kMostSteps));
}

double Greedy::narrower(std::size_t steps) { return steps > kManySteps ? kOfManySteps : kOfLongRuns; }

void Greedy::plan(Outline& outline) const {
  using Answer = Outline::Answer;
  double left = groundwork_.plan(outline, steps_);
  if (looks_back()) left -= Retreat::plan(outline, facts_);
  outline.lines.push_back(
      {std::string(kChoices), steps_, 0, left * kChoiceShare, few() ? Answer::single_choice : Answer::choice});
  outline.lines.push_back(
      {std::string(kSlopes), steps_, 1, left * (1 - kChoiceShare), few() ? Answer::laplace : Answer::gaussian});
}

// Columns that share a scale may be larger than it. What a frame of the user's says is taken to be so.
bool Greedy::looks_back() const { return !few() && Retreat::needed(settings_, facts_); }

Coordinate Greedy::choose(SolverContext& context, const Scores& scores, Clip clip, const Iterate& w) const {
  return {context.selection.release(scores.choice(context.permit.pay(kChoices), clip, w.weights())).value()};
}

double Greedy::slope(SolverContext& context, Clip clip, Coordinate j) const {
  Payment payment = context.permit.pay(kSlopes);
  if (few()) return context.laplace.release(context.oracle.laplace_slope(std::move(payment), clip, j)).value();
  return context.gaussian.release(context.oracle.slopes(std::move(payment), clip).slope(j)).value();
}

// A slope that may be all noise is taken for less, as far as it may be.
double Greedy::trusted(double slope, Clip clip, Coordinate j, const SolverContext& context) const {
  if (facts_.exact()) return slope;
  const std::vector<double>& smoothness = context.oracle.frame().smoothness;
  const double total = std::accumulate(smoothness.begin(), smoothness.end(), 0.0);
  const double most = clip.rule == ClipRule::uniform      ? 1 / std::sqrt(static_cast<double>(smoothness.size()))
                      : clip.rule == ClipRule::smoothness ? std::sqrt(smoothness[j.value] / total)
                                                          : std::sqrt(smoothness[j.value]);
  const double noise = deviation_of(context.permit.plan(), kSlopes);
  const double deviation = noise * facts_.apart() / facts_.normaliser * clip.threshold * most;
  return slope * std::max(0.0, 1 - deviation * deviation / (slope * slope));
}

template <Guide G>
Iterate Greedy::descend(SolverContext& context, G& guide, Iterate w) const {
  const std::vector<double>& smoothness = context.oracle.frame().smoothness;
  const Scores scores(context.oracle, context.penalty, settings_.rule);
  Averager averager(settings_.averaging, w.size(), steps_);
  // Of each coordinate, from its last step: what its smoothness is multiplied by, where it stood, and its slope there.
  struct Past {
    double caution = 1, stood = 0, slope = 0;
  };
  std::vector<Past> past(w.size());
  for (std::size_t t = 0; t < steps_; ++t) {
    const Clip clip = guide.clip();
    const Coordinate j = choose(context, scores, clip, w);
    Past& last = past[j.value];
    double found = trusted(slope(context, clip, j), clip, j, context), from = w[j];
    if (!facts_.exact() && found * last.slope < 0 && std::abs(found) > 0.5 * std::abs(last.slope)) {
      // Back, and more than half as steep: the last step along j was too long for its column, and is taken again.
      last.caution *= 1 + std::abs(found / last.slope);
      found = last.slope;
      from = last.stood;
    }
    last.slope = found;
    last.stood = from;
    const double step = step_ / (last.caution * smoothness[j.value]);
    const double next = context.penalty.prox(j, from - step * found, step);
    averager.before(t, j, w);
    context.oracle.move(j, w.set(j, next));
    averager.after(t, w, context.oracle);
    context.progress.advance(t + 1, steps_, [&] { return averager.finish(w); });
    if (beyond_reason(next, smoothness[j.value])) break;
    if ((t + 1) % w.size() == 0 && guide.finished(w)) break;
  }
  return averager.finish(std::move(w));
}

Solution Greedy::run(SolverContext& context) const {
  const Scales found = groundwork_.scales(context);
  context.oracle.set_frame(found.frame);
  Iterate w = starting_point(settings_, facts_, found);
  // Zero may be outside a box, and a weight that is never chosen must not stay there.
  for (std::size_t j = 0; j < w.size(); ++j)
    w.set({j}, context.penalty.prox({j}, w[{j}], 1 / found.frame.smoothness[j]));
  if (!found.seen) return at_its_start(std::move(w), context);
  context.oracle.restart(w.weights());
  if (facts_.exact()) {
    // Whoever stands still where the most is promised stands still everywhere.
    Unhindered guide(context, settings_, Groundwork::kClipLine, true);
    Iterate last = descend(context, guide, std::move(w));
    return {std::move(last), {}};
  }
  Steady guide{groundwork_.clip(context, found, *settings_.clip_rule, narrower(steps_))};
  Solution solution{descend(context, guide, w), {}};
  if (looks_back()) solution = Retreat::run(context, facts_, found, w, solution.weights);
  solution.notes.emplace_back("clip", guide.threshold.threshold);
  solution.limits = found.limits;
  return solution;
}

Description Greedy::description() const {
  Description text{{"name", std::string(name)},
                   {"rule", std::string(kScoreRules[static_cast<std::size_t>(settings_.rule)])}};
  if (settings_.passes || !facts_.exact()) text.emplace_back("passes", static_cast<double>(steps_));
  text.emplace_back("step", step_);
  text.emplace_back("clip_rule", std::string(name_of(*settings_.clip_rule)));
  text.emplace_back("smoothness", std::string(name_of(settings_.smoothness)));
  text.emplace_back("average", name_of(settings_.averaging));
  return text;
}

}  // namespace discreet
