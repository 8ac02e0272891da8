#include "discreet/solver/cd.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "discreet/base/contract.hpp"
#include "discreet/solver/bisection.hpp"
#include "discreet/solver/unhindered.hpp"

namespace discreet {
namespace {

static_assert(Guide<Unhindered>);

// Of the budget. The survey knows its own share.
constexpr double kClipShare = 0.02;

// The clipping threshold is the size of slope vector that this share of rows exceeds at the start. Logistic slopes can
// double on the way, hence the factor.
constexpr double kClippedRows = 0.03;
constexpr double kLogisticGrowth = 1.7;
constexpr double kBoxOverBall = 1.8;

// Steps and passes, when the user leaves them to us.
constexpr double kStep = 0.5;
constexpr double kTypicalRadius = 1.5;
constexpr double kAffordableNoise = 0.03;
constexpr double kLeastPasses = 2, kMostRegressionPasses = 20, kMostClassificationPasses = 50;
constexpr std::size_t kClipSteps = 6;
constexpr double kRadiusOctavesDown = 5, kRadiusOctavesUp = 2;

std::string averaging_name(const Averaging& averaging) {
  switch (averaging.kind) {
    case Averaging::Kind::none:
      return "none";
    case Averaging::Kind::tail:
      return fmt::format("tail:{}", averaging.fraction);
    case Averaging::Kind::periodic:
      return fmt::format("periodic:{}", averaging.periods);
  }
  return {};
}

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
    : settings_(std::move(settings)), facts_(std::move(facts)), survey_(facts_) {
  descent_.step = settings_.step.value_or(exact() ? 1.0 : kStep);
  descent_.passes = settings_.passes.value_or(exact() ? Unhindered::kMostPasses : worthwhile_passes());
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
  const double radius = facts_.regression
                            ? kTypicalRadius
                            : 0.5 * kLogisticGrowth / std::sqrt(facts_.loss_smoothness * std::numbers::ln2 * 2);
  const double cost = descent_.step / (2 - std::min(descent_.step, 1.9)) * coordinates * coordinates * radius * radius /
                      (certainty * certainty);
  const double most = facts_.regression ? kMostRegressionPasses : kMostClassificationPasses;
  return static_cast<std::size_t>(std::clamp(kAffordableNoise / cost, kLeastPasses, most));
}

bool CoordinateDescent::exact() const { return std::isinf(facts_.budget.value); }

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
  double left = 1;
  if (settings_.smoothness == SmoothnessSource::bought) left -= survey_.plan(outline);
  if (asks_target()) left -= survey_.plan_target(outline);
  if (searches_clip()) {
    outline.lines.push_back({std::string(kClipLine), exact() ? 2 * descent_.passes : kClipSteps, 1, kClipShare});
    left -= kClipShare;
  }
  const std::size_t coordinates = facts_.features + facts_.intercept;
  const bool ball = rule() == ClipRule::ball;
  outline.lines.push_back(
      {std::string(kSlopes), ball ? descent_.passes : descent_.passes * coordinates, ball ? coordinates : 1, left});
}

Scales CoordinateDescent::scales(SolverContext& context) const {
  switch (settings_.smoothness) {
    case SmoothnessSource::bought:
      return exact() ? survey_.run_exactly(context.census, context.permit, Survey::kExactly)
                     : survey_.run(context.census, context.gaussian, context.permit);
    case SmoothnessSource::declared:
      if (asks_target())
        return survey_.run_target(settings_.declared, context.census, context.gaussian, context.permit);
      return {settings_.declared, 0, 1};
    case SmoothnessSource::from_data:
      require(context.unpaid != nullptr, "exact figures are asked for by the user only");
      return survey_.run_exactly(context.census, *context.unpaid, SolverContext::kUnpaid);
  }
  return {};
}

// The radius of the ball that few rows' slope vectors leave at the start, adapted to the rule. In the frame every
// column has about the same spread, so the radius is known up to a modest factor beforehand and is only searched within
// that.
double CoordinateDescent::search_radius(SolverContext& context, double target_spread) const {
  const double coordinates = static_cast<double>(facts_.features + facts_.intercept);
  const double guess = (facts_.regression ? target_spread : 0.5) * std::sqrt(coordinates / facts_.loss_smoothness);
  Bisection size({guess}, -kRadiusOctavesDown, kRadiusOctavesUp);
  const double noise =
      std::sqrt(static_cast<double>(kClipSteps) / kClipShare) / facts_.budget.value / facts_.normaliser;
  const double wanted = std::max(kClippedRows, 2 * noise);
  // With so few rows that the noise would decide, the guess is the better answer.
  const bool worth_it = wanted < 0.3;
  for (std::size_t step = 0; step < kClipSteps; ++step) {
    const double beyond =
        context.gaussian.release(context.oracle.rows_beyond(context.permit.pay(kClipLine), size.thresholds()[0]))
            .value();
    if (worth_it) size.narrow(std::vector{beyond}, wanted);
  }
  const double radius = (worth_it ? size.sizes()[0] : guess) * (facts_.regression ? 1 : kLogisticGrowth);
  if (rule() == ClipRule::ball) return radius;
  // A box must be wider than a ball of the same cost for the same bias, but need not cover the whole ball.
  return kBoxOverBall * radius / std::sqrt(coordinates);
}

Solution CoordinateDescent::run(SolverContext& context) const {
  const Scales found = scales(context);
  context.oracle.set_frame(found.frame);
  Iterate w(context.oracle.coordinates());
  if (facts_.intercept) w.set(Coordinate{w.size() - 1}, found.target_centre);
  context.oracle.restart(w.weights());
  AnyOrder visits = order();
  const auto descend = [&](auto& guide) {
    return coordinate_descent(context.oracle, context.penalty, visits, context.gaussian, context.permit, descent_,
                              guide, std::move(w), context.progress);
  };
  if (exact()) {
    Unhindered guide(context, settings_, kClipLine);
    Iterate last = descend(guide);
    return {std::move(last), {{"passes_run", static_cast<double>(guide.passes())}}};
  }
  Steady guide{settings_.clip ? Clip{rule(), *settings_.clip}
                              : covering(rule(), search_radius(context, found.target_spread), found.frame)};
  Iterate last = descend(guide);
  return {std::move(last), {{"clip", guide.threshold.threshold}}};
}

Description CoordinateDescent::description() const {
  const std::string_view rules[] = {"ball", "smoothness", "uniform"};
  const std::string_view sources[] = {"private", "public", "from-data"};
  Description text{{"name", std::string(name)}, {"order", settings_.order}};
  if (settings_.order != Cyclic::name) text.emplace_back("order_seed", static_cast<double>(settings_.order_seed));
  if (settings_.passes || !exact()) text.emplace_back("passes", static_cast<double>(descent_.passes));
  text.emplace_back("step", descent_.step);
  text.emplace_back("clip_rule", std::string(rules[static_cast<int>(rule())]));
  text.emplace_back("smoothness", std::string(sources[static_cast<int>(settings_.smoothness)]));
  text.emplace_back("average", averaging_name(descent_.averaging));
  return text;
}

}  // namespace discreet
