#include "discreet/solver/cd.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "discreet/base/contract.hpp"
#include "discreet/solver/unhindered.hpp"

namespace discreet {
namespace {

static_assert(Guide<Unhindered>);

// Steps and passes, when the user leaves them to us.
constexpr double kStep = 0.5;
constexpr double kTypicalRadius = 1.5;
constexpr double kAffordableNoise = 0.03;
constexpr double kLeastPasses = 2, kMostRegressionPasses = 20, kMostClassificationPasses = 50;

bool each_once(const std::string& order) {
  bool found = false;
  AllOrders::any([&]<class O>(std::type_identity<O>) { return O::name == order && (found = O::each_once, true); });
  return found;
}

}  // namespace

Result<std::unique_ptr<Solver>> CoordinateDescent::make(const SolverSettings& settings, const SurveyFacts& facts) {
  if (settings.clip_rule == ClipRule::ball && !each_once(settings.order))
    return wrong(Fault::usage,
                 fmt::format("--clip-rule ball needs passes that visit each coordinate once, --order {} does not",
                             settings.order),
                 "use --order cyclic or shuffled, or --clip-rule smoothness");
  SolverSettings resolved = settings;
  const bool ball = each_once(settings.order);
  if (!resolved.clip_rule) resolved.clip_rule = ball ? ClipRule::ball : ClipRule::smoothness;
  return std::unique_ptr<Solver>(new CoordinateDescent(std::move(resolved), facts));
}

CoordinateDescent::CoordinateDescent(SolverSettings settings, SurveyFacts facts)
    : settings_(std::move(settings)), facts_(std::move(facts)), preparation_(settings_, facts_) {
  descent_.step = settings_.step.value_or(preparation_.exact() ? 1.0 : kStep);
  descent_.passes = settings_.passes.value_or(preparation_.exact() ? Unhindered::kMostPasses : worthwhile_passes());
  descent_.averaging = settings_.averaging;
}

// More passes come closer to the optimum of the data at hand and add noise to every slope. With step g the noise costs
// about g/(2-g) p/2 times the variance of a slope in the frame, where the objective at the start is one half of the
// target's variance or so; passes are taken while that stays a small part.
std::size_t CoordinateDescent::worthwhile_passes() const {
  const double coordinates = static_cast<double>(facts_.features + facts_.intercept);
  const double apart = facts_.neighbours == Neighbours::replace_one ? 2 : 1;
  const double certainty = facts_.normaliser * facts_.budget.value / apart;
  // The radius in units of the target's deviation; logistic slopes start at one half and the objective at log 2.
  const double radius = facts_.regression ? kTypicalRadius
                                          : 0.5 * Preparation::kLogisticGrowth /
                                                std::sqrt(facts_.loss_smoothness * std::numbers::ln2 * 2);
  const double cost = descent_.step / (2 - std::min(descent_.step, 1.9)) * coordinates * coordinates * radius * radius /
                      (certainty * certainty);
  const double most = facts_.regression ? kMostRegressionPasses : kMostClassificationPasses;
  return static_cast<std::size_t>(std::clamp(kAffordableNoise / cost, kLeastPasses, most));
}

AnyOrder CoordinateDescent::order() const {
  std::optional<AnyOrder> made;
  AllOrders::any([&]<class O>(std::type_identity<O>) {
    if (O::name != settings_.order) return false;
    made.emplace(O(facts_.features + facts_.intercept, settings_.order_seed));
    return true;
  });
  require(made.has_value(), "the order is one of the known ones");
  return std::move(*made);
}

void CoordinateDescent::plan(Outline& outline) const {
  const double left = preparation_.plan(outline, 2 * descent_.passes);
  const std::size_t coordinates = facts_.features + facts_.intercept;
  const bool ball = rule() == ClipRule::ball;
  outline.lines.push_back(
      {std::string(kSlopes), ball ? descent_.passes : descent_.passes * coordinates, ball ? coordinates : 1, left});
}

Solution CoordinateDescent::run(SolverContext& context) const {
  const Scales found = preparation_.run(context);
  Iterate w(context.oracle.coordinates());
  if (facts_.intercept) w.set(Coordinate{w.size() - 1}, found.target_centre);
  context.oracle.restart(w.weights());
  AnyOrder visits = order();
  const auto descend = [&](auto& guide) {
    return coordinate_descent(context.oracle, context.penalty, visits, context.gaussian, context.permit, descent_,
                              guide, std::move(w), context.progress);
  };
  if (preparation_.exact()) {
    Unhindered guide(context, settings_, Preparation::kClip);
    Iterate last = descend(guide);
    return {std::move(last), {{"passes_run", static_cast<double>(guide.passes())}}};
  }
  Steady guide{preparation_.clip(context, found)};
  Iterate last = descend(guide);
  return {std::move(last), {{"clip", guide.threshold.threshold}}};
}

Description CoordinateDescent::description() const {
  Description text{{"name", std::string(name)}, {"order", settings_.order}};
  if (settings_.order != Cyclic::name) text.emplace_back("order_seed", static_cast<double>(settings_.order_seed));
  if (settings_.passes || !preparation_.exact()) text.emplace_back("passes", static_cast<double>(descent_.passes));
  text.emplace_back("step", descent_.step);
  text.emplace_back("clip_rule", std::string(name_of(rule())));
  text.emplace_back("smoothness", std::string(name_of(settings_.smoothness)));
  text.emplace_back("average", name_of(descent_.averaging));
  return text;
}

}  // namespace discreet
