#include "discreet/solver/preparation.hpp"

#include <fmt/format.h>

#include <cmath>

#include "discreet/base/contract.hpp"
#include "discreet/solver/bisection.hpp"
#include "discreet/solver/unhindered.hpp"

namespace discreet {
namespace {

// Of the budget. The survey knows its own share.
constexpr double kClipShare = 0.02;

// The clipping threshold is the size of slope vector that this share of rows exceeds at the start.
constexpr double kClippedRows = 0.03;
constexpr double kBoxOverBall = 1.8;

constexpr std::size_t kClipSteps = 6;
constexpr double kRadiusOctavesDown = 5, kRadiusOctavesUp = 2;

}  // namespace

Preparation::Preparation(SolverSettings settings, SurveyFacts facts)
    : settings_(std::move(settings)), facts_(std::move(facts)), survey_(facts_) {
  require(settings_.clip_rule.has_value(), "the clip rule is chosen beforehand");
}

bool Preparation::exact() const { return std::isinf(facts_.budget.value); }

double Preparation::plan(Outline& outline, std::size_t looks) const {
  double left = 1;
  if (settings_.smoothness == SmoothnessSource::bought) left -= survey_.plan(outline);
  if (asks_target()) left -= survey_.plan_target(outline);
  if (!searches_clip()) return left;
  outline.lines.push_back({std::string(kClip), exact() ? looks : kClipSteps, 1, kClipShare});
  return left - kClipShare;
}

Scales Preparation::scales(SolverContext& context) const {
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

Scales Preparation::run(SolverContext& context) const {
  Scales found = scales(context);
  context.oracle.set_frame(found.frame);
  return found;
}

// The radius of the ball that few rows' slope vectors leave at the start, adapted to the rule. In the frame every
// column has about the same spread, so the radius is known up to a modest factor beforehand and is only searched within
// that.
double Preparation::search_radius(SolverContext& context, double target_spread) const {
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
        context.gaussian.release(context.oracle.rows_beyond(context.permit.pay(kClip), size.thresholds()[0])).value();
    if (worth_it) size.narrow(std::vector{beyond}, wanted);
  }
  const double radius = (worth_it ? size.sizes()[0] : guess) * (facts_.regression ? 1 : kLogisticGrowth);
  if (rule() == ClipRule::ball) return radius;
  // A box must be wider than a ball of the same cost for the same bias, but need not cover the whole ball.
  return kBoxOverBall * radius / std::sqrt(coordinates);
}

Clip Preparation::clip(SolverContext& context, const Scales& found, double scaled) const {
  if (settings_.clip) return {rule(), *settings_.clip};
  return covering(rule(), scaled * search_radius(context, found.target_spread), found.frame);
}

std::string_view name_of(ClipRule rule) {
  constexpr std::string_view kNames[] = {"ball", "smoothness", "uniform"};
  return kNames[static_cast<int>(rule)];
}

std::string_view name_of(SmoothnessSource source) {
  constexpr std::string_view kNames[] = {"private", "public", "from-data"};
  return kNames[static_cast<int>(source)];
}

std::string name_of(const Averaging& averaging) {
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

}  // namespace discreet
