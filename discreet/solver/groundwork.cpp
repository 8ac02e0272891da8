#include "discreet/solver/groundwork.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "discreet/base/contract.hpp"
#include "discreet/solver/bisection.hpp"
#include "discreet/solver/survey_parts.hpp"
#include "discreet/solver/unhindered.hpp"

namespace discreet {
namespace {

// Of the budget. The survey knows its own share.
constexpr double kClipShare = 0.02;

// A box must be wider than a ball of the same cost for the same bias, but need not cover the whole ball.
constexpr double kBoxOverBall = 1.8;

constexpr double kTypicalRadius = 1.5;
constexpr double kAffordableNoise = 0.03;
constexpr double kLeastPasses = 2;
constexpr std::size_t kClipSteps = 6;
constexpr double kRadiusOctavesDown = 5, kRadiusOctavesUp = 2;

}  // namespace

double Groundwork::plan_scales(Outline& outline) const {
  double left = 1;
  if (settings_.smoothness == SmoothnessSource::bought && settings_.purchase) {
    left -= settings_.purchase->plan(outline, facts_);
  } else if (settings_.smoothness == SmoothnessSource::bought) {
    left -= survey_.plan(outline);
  }
  if (asks_target()) left -= survey_.plan_target(outline);
  return left;
}

double Groundwork::plan(Outline& outline, std::size_t passes) const {
  double left = plan_scales(outline);
  // Without noise the line also pays for looks at how far a run has come.
  if (searches_clip() || facts_.exact()) {
    outline.lines.push_back({std::string(kClipLine), facts_.exact() ? 2 * passes : kClipSteps, 1, kClipShare});
    left -= kClipShare;
  }
  return left;
}

double Groundwork::typical_radius() const {
  return (facts_.regression ? kTypicalRadius : facts_.first_slope * kClassificationGrowth) *
         std::sqrt(static_cast<double>(coordinates()) / facts_.loss_smoothness);
}
double Groundwork::typical_box() const {
  return kBoxOverBall * typical_radius() / std::sqrt(static_cast<double>(coordinates()));
}

// With step g the noise costs about g/(2-g) p/2 times the variance of a slope in the frame, where the objective at the
// start is one half of the target's variance or so; passes are taken while that stays a small part.
std::size_t Groundwork::worthwhile_passes(double step, double most) const {
  const double p = static_cast<double>(coordinates());
  const double certainty = facts_.certainty();
  // The radius in units of the target's deviation; a classification's slopes and objective start where they do.
  const double radius = facts_.regression ? kTypicalRadius
                                          : facts_.first_slope * kClassificationGrowth /
                                                std::sqrt(facts_.loss_smoothness * facts_.first_value * 2);
  const double cost = step / (2 - std::min(step, 1.9)) * p * p * radius * radius / (certainty * certainty);
  return static_cast<std::size_t>(std::clamp(kAffordableNoise / cost, kLeastPasses, most));
}

Scales Groundwork::with_target(Frame frame, SolverContext& context) const {
  if (asks_target()) return survey_.run_target(std::move(frame), context.census, context.gaussian, context.permit);
  return {std::move(frame), 0, 1, facts_.loss_smoothness};
}

Scales Groundwork::found_scales(SolverContext& context) const {
  switch (settings_.smoothness) {
    case SmoothnessSource::bought:
      if (settings_.purchase) return with_target(settings_.purchase->frame(context, facts_), context);
      return facts_.exact() ? survey_.run_exactly(context.census, context.permit, Survey::kExactly, context.exposure)
                            : survey_.run(context.census, context.gaussian, context.permit);
    case SmoothnessSource::declared:
      return with_target(settings_.declared, context);
    case SmoothnessSource::from_data:
      require(context.unpaid != nullptr, "exact figures are asked for by the user only");
      return survey_.run_exactly(context.census, *context.unpaid, SolverContext::kUnpaid, context.exposure);
  }
  return {};
}

Scales Groundwork::scales(SolverContext& context) const {
  Scales found = found_scales(context);
  context.facts.unseen = !found.seen;
  context.facts.pooled = found.pooled;
  context.facts.dropped = found.dropped;
  context.facts.outlying = found.outlying;
  return found;
}

Scales Groundwork::scales_of_all(SolverContext& context) const {
  Scales found = scales(context);
  std::vector<double>& smoothness = found.frame.smoothness;
  std::vector<std::size_t> held = found.dropped;
  held.insert(held.end(), found.outlying.begin(), found.outlying.end());
  std::sort(held.begin(), held.end());
  double largest = 0;
  for (std::size_t j = 0; j < smoothness.size(); ++j)
    if (!std::binary_search(held.begin(), held.end(), j)) largest = std::max(largest, smoothness[j]);
  if (held.empty() || !(largest > 0)) return found;
  for (const std::size_t k : held) smoothness[k] = largest;
  context.facts.dropped.clear();
  context.facts.outlying.clear();
  context.facts.pooled.insert(context.facts.pooled.end(), held.begin(), held.end());
  return found;
}

// In the frame every column has about the same spread, so the radius is known up to a modest factor beforehand and is
// only searched within that.
double Groundwork::radius(const Scales& found, Threshold wanted, RunFacts& facts,
                          const std::function<double(double)>& ask) const {
  if (settings_.clip) return *settings_.clip;
  const double p = static_cast<double>(coordinates());
  const double slope = facts_.regression ? std::min(found.target_spread, facts_.steepest) : facts_.first_slope;
  const double guess = slope * std::sqrt(p / found.curvature);
  const SizeSearch search{guess, kRadiusOctavesDown, kRadiusOctavesUp, wanted.beyond, kClipSteps, kClipShare};
  const FoundSize size = find_size(search, facts_.budget, facts_.normaliser, ask);
  const double threshold = wanted.times * size.size.value_or(guess);
  facts.clipped = size.beyond(threshold);
  return threshold;
}

Clip Groundwork::clip(SolverContext& context, const Scales& found, ClipRule rule, Threshold wanted) const {
  if (settings_.clip) return {rule, *settings_.clip};
  const double ball = radius(found, wanted, context.facts, [&](double size) {
    return context.gaussian.release(context.oracle.rows_beyond(context.permit.pay(kClipLine), size)).value();
  });
  // A box clips slopes one by one: how many rows it clips is not known.
  if (rule != ClipRule::ball) context.facts.clipped.reset();
  const double narrowed = kBoxOverBall * ball / std::sqrt(static_cast<double>(coordinates()));
  return covering(rule, rule == ClipRule::ball ? ball : narrowed, found.frame);
}

Result<void> refuse_cd_options(const SolverSettings& settings, std::string_view solver) {
  if (settings.theory_radius)
    return wrong(Fault::usage, fmt::format("--passes theory is for --solver cd, not for {}", solver),
                 "leave out --passes, or give a number");
  if (settings.budget_weights.kind != BudgetWeights::Kind::uniform)
    return wrong(Fault::usage,
                 fmt::format("--budget-weights {} needs slopes that are paid for one by one, by --solver cd and not {}",
                             settings.budget_weights.text, solver),
                 "use --solver cd with --clip-rule smoothness or uniform");
  return {};
}

Result<void> refuse_descent_options(const SolverSettings& settings, std::string_view solver) {
  if (settings.start)
    return wrong(Fault::usage, fmt::format("--start is for descents, --solver {} has no use for it", solver),
                 "leave it out");
  return refuse_cd_options(settings, solver);
}

Iterate starting_point(const SolverSettings& settings, const SurveyFacts& facts, const Scales& found) {
  Iterate w(facts.features + facts.intercept);
  double level = found.target_centre;
  if (settings.start) {
    const std::vector<double>& start = *settings.start;
    require(start.size() == facts.features + 1, "a starting point has a weight for each feature and an intercept");
    level = start.back();
    for (std::size_t k = 0; k < facts.features; ++k) {
      w.set({k}, start[k]);
      // Columns are taken less their centres: the same margins need another intercept.
      level += found.frame.centres[k] * start[k];
    }
  }
  if (facts.intercept) w.set({facts.features}, level);
  return w;
}

Solution at_its_start(Iterate start, SolverContext& context) {
  context.facts.stayed = true;
  return {std::move(start), {}};
}

std::string_view name_of(ClipRule rule) {
  constexpr std::string_view kNames[] = {"ball", "smoothness", "uniform"};
  return kNames[static_cast<int>(rule)];
}

std::string_view name_of(SmoothnessSource source) {
  constexpr std::string_view kNames[] = {"private", "public", "from-data"};
  return kNames[static_cast<int>(source)];
}

}  // namespace discreet
