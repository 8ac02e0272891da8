#include "discreet/research/published_greedy.hpp"

#include <cmath>

#include "discreet/research/largest_slope.hpp"
#include "discreet/research/published_answer.hpp"
#include "discreet/research/published_descent.hpp"
#include "discreet/research/published_squares.hpp"

namespace discreet {
namespace {

// Without noise it is the solver greedy.
class WithoutNoise final : public Solver {
 public:
  explicit WithoutNoise(std::unique_ptr<Solver> greedy) : greedy_(std::move(greedy)) {}
  void plan(Outline& outline) const override { greedy_->plan(outline); }
  Solution run(SolverContext& context) const override { return greedy_->run(context); }
  Description description() const override { return with_recipe(greedy_->description()); }

 private:
  std::unique_ptr<Solver> greedy_;
};

}  // namespace

Result<std::unique_ptr<Solver>> PublishedGreedy::make(const SolverSettings& settings, const SurveyFacts& facts) {
  if (facts.exact()) {
    auto greedy = Greedy::make(settings, facts);
    if (!greedy) return greedy;
    return std::make_unique<WithoutNoise>(*std::move(greedy));
  }
  if (const auto fine = refuse_cd_options(settings, Greedy::name); !fine) return tl::unexpected(fine.error());
  Result<SolverSettings> resolved = with_published_squares(settings, facts);
  if (!resolved) return tl::unexpected(resolved.error());
  if (!resolved->clip_rule) resolved->clip_rule = ClipRule::smoothness;
  return std::unique_ptr<Solver>(new PublishedGreedy(*std::move(resolved), facts));
}

PublishedGreedy::PublishedGreedy(SolverSettings settings, SurveyFacts facts)
    : GroundedSolver(std::move(settings), std::move(facts)),
      step_(settings_.step.value_or(Greedy::kStep)),
      steps_(settings_.passes.value_or(Greedy::worthwhile_steps(facts_))) {}

// Of two slopes, both with noise are no dearer than twice the one that is chosen.
bool PublishedGreedy::pays_for_all() const {
  return settings_.penalised || settings_.clip_rule == ClipRule::uniform || groundwork_.coordinates() <= 2;
}

void PublishedGreedy::plan(Outline& outline) const {
  using Answer = Outline::Answer;
  const double left = groundwork_.plan(outline, steps_), choices = left * Greedy::kChoiceShare;
  outline.lines.push_back({std::string(Greedy::kChoices), steps_, pays_for_all() ? groundwork_.coordinates() : 0,
                           choices, Answer::published, pays_for_all() ? &kPublishedSlopes : &kPublishedChoice});
  outline.lines.push_back({std::string(kSlopes), steps_, 1, left * (1 - Greedy::kChoiceShare), Answer::laplace});
}

Coordinate PublishedGreedy::largest_of_all(SolverContext& context, Clip clip, const Iterate& w) const {
  const Scores scores(context.oracle, context.penalty, settings_.rule);
  Coordinate best{0};
  double largest = -1;
  for (const Coordinate j : context.oracle.every_coordinate()) {
    const double noisy =
        context.laplace.release(context.oracle.laplace_slope(context.permit.pay(Greedy::kChoices), clip, j)).value();
    const double smoothness = context.oracle.frame().smoothness[j.value];
    const double score = scores.score({j, w[j], smoothness, std::sqrt(smoothness), 0}, noisy);
    if (score > largest) {
      largest = score;
      best = j;
    }
  }
  return best;
}

Solution PublishedGreedy::run(SolverContext& context) const {
  Oracle& oracle = context.oracle;
  NoisyMax noisy_max(context.sources->noise, context.sources->transcript);
  const Scales found = groundwork_.scales(context);
  oracle.set_frame(found.frame);
  const std::vector<double>& smoothness = found.frame.smoothness;
  Iterate w = starting_point(settings_, facts_, found);
  // Zero may be outside a box, and a weight that is never chosen must not stay there.
  for (std::size_t j = 0; j < w.size(); ++j) w.set({j}, context.penalty.prox({j}, w[{j}], 1 / smoothness[j]));
  if (!found.seen) return at_its_start(std::move(w), context);
  oracle.restart(w.weights());
  const Clip clip = groundwork_.clip(context, found, *settings_.clip_rule, Greedy::narrower(steps_));
  Averager averager(settings_.averaging, w.size(), steps_);
  for (std::size_t t = 0; t < steps_; ++t) {
    const Coordinate j =
        pays_for_all()
            ? largest_of_all(context, clip, w)
            : Coordinate{
                  noisy_max.release(LargestSlope::ask(oracle, context.permit.pay(Greedy::kChoices), clip)).value()};
    const double slope = context.laplace.release(oracle.laplace_slope(context.permit.pay(kSlopes), clip, j)).value();
    const double step = step_ / smoothness[j.value], next = context.penalty.prox(j, w[j] - step * slope, step);
    averager.before(t, j, w);
    oracle.move(j, w.set(j, next));
    averager.after(t, w, oracle);
    context.progress.advance(t + 1, steps_, [&] { return averager.finish(w); });
    if (beyond_reason(next, smoothness[j.value])) break;
  }
  Solution solution{averager.finish(std::move(w)), {{"clip", clip.threshold}}};
  solution.limits = found.limits;
  return solution;
}

Description PublishedGreedy::description() const {
  return {{"name", std::string(Greedy::name)},
          {"rule", std::string(kScoreRules[static_cast<std::size_t>(settings_.rule)])},
          {"recipe", std::string("paper")},
          {"passes", static_cast<double>(steps_)},
          {"step", step_},
          {"clip_rule", std::string(name_of(*settings_.clip_rule))},
          {"smoothness", std::string(name_of(settings_.smoothness))},
          {"average", name_of(settings_.averaging)}};
}

}  // namespace discreet
