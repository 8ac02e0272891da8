#include "discreet/solver/cd.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "discreet/base/contract.hpp"
#include "discreet/privacy/exact.hpp"
#include "discreet/solver/bisection.hpp"

namespace discreet {
namespace {

// Shares of the budget. The survey's own share comes with its facts.
constexpr double kClipShare = 0.02;

// The clipping threshold is the size of slope vector that this share of rows exceeds at the start. Logistic slopes can
// double on the way, hence the factor.
constexpr double kClippedRows = 0.03;
constexpr double kLogisticGrowth = 1.7;
constexpr double kBoxOverBall = 1.8;
constexpr std::size_t kClipSteps = 9;

// Without noise a run ends when no coordinate moves by more than this part of the largest move so far.
constexpr double kStill = 1e-10;
constexpr std::size_t kMostExactPasses = 20'000;

// The threshold at which a rule leaves all slope vectors within `radius` as they are. The thresholds of the box rules
// are stated for the slopes themselves, not in units of the root of their smoothness.
Clip covering(ClipRule rule, double radius, const Frame& frame) {
  const std::vector<double>& smoothness = frame.smoothness;
  switch (rule) {
    case ClipRule::ball:
      return {rule, radius};
    case ClipRule::smoothness:
      return {rule, radius * std::sqrt(std::accumulate(smoothness.begin(), smoothness.end(), 0.0))};
    case ClipRule::uniform:
      return {rule, radius * std::sqrt(static_cast<double>(smoothness.size()) *
                                       *std::max_element(smoothness.begin(), smoothness.end()))};
  }
  return {rule, radius};
}

// Exact answers need no clipping and no fixed number of passes: thresholds stay at twice what the longest slope needs,
// and the run ends when it stands still, unless the user said where to clip or when to stop.
class Unhindered {
 public:
  Unhindered(SolverContext& context, const SolverSettings& settings)
      : context_(&context), settings_(&settings), last_(context.oracle.coordinates()) {}

  Clip clip() {
    if (settings_->clip) return {*settings_->clip_rule, *settings_->clip};
    if (radius_ == 0) {
      const Payment paid = context_->permit.pay(CoordinateDescent::kClipLine);
      const double longest = Exact::release(paid, context_->oracle.longest_slope()).value();
      radius_ = longest > 0 ? 2 * longest : 1;
    }
    return covering(*settings_->clip_rule, radius_, context_->oracle.frame());
  }
  bool finished(const Iterate& w) {
    ++passes_;
    radius_ = 0;
    const std::vector<double>& smoothness = context_->oracle.frame().smoothness;
    double moved = 0;
    for (std::size_t j = 0; j < w.size(); ++j)
      moved = std::max(moved, std::sqrt(smoothness[j]) * std::abs(w[Coordinate{j}] - last_[Coordinate{j}]));
    last_ = w;
    largest_ = std::max(largest_, moved);
    return !settings_->passes && moved <= kStill * largest_;
  }
  std::size_t passes() const { return passes_; }

 private:
  SolverContext* context_;
  const SolverSettings* settings_;
  Iterate last_;
  double largest_ = 0;
  double radius_ = 0;  // for this pass; 0 before it is known
  std::size_t passes_ = 0;
};
static_assert(Guide<Unhindered>);

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
  descent_.passes = settings_.passes.value_or(exact() ? kMostExactPasses : facts_.regression ? 20 : 50);
  descent_.step = settings_.step.value_or(exact() ? 1.0 : 0.5);
  descent_.averaging = settings_.averaging;
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
  if (settings_.smoothness == SmoothnessSource::bought) {
    survey_.plan(outline);
    left -= facts_.share;
  }
  if (searches_clip()) {
    outline.lines.push_back({std::string(kClipLine), exact() ? descent_.passes : kClipSteps, 1, kClipShare});
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
      return exact() ? survey_.run_exactly(context.census, context.permit, Survey::kLine)
                     : survey_.run(context.census, context.gaussian, context.permit);
    case SmoothnessSource::declared:
      return {settings_.declared, 0};
    case SmoothnessSource::from_data:
      return survey_.run_exactly(context.census, context.unpaid, SolverContext::kUnpaid);
  }
  return {};
}

// The radius of the ball that few rows' slope vectors leave at the start, adapted to the rule.
double CoordinateDescent::search_radius(SolverContext& context) const {
  Bisection size({1.0}, -60, 60);
  const double noise =
      std::sqrt(static_cast<double>(kClipSteps) / kClipShare) / facts_.budget.value / facts_.normaliser;
  const double wanted = std::clamp(4 * noise, kClippedRows, 0.5);
  for (std::size_t step = 0; step < kClipSteps; ++step) {
    const double beyond =
        context.gaussian.release(context.oracle.rows_beyond(context.permit.pay(kClipLine), size.thresholds()[0]))
            .value();
    size.narrow(std::vector{beyond}, wanted);
  }
  const double radius = size.sizes()[0] * (facts_.regression ? 1 : kLogisticGrowth);
  if (rule() == ClipRule::ball) return radius;
  // A box must be wider than a ball of the same cost for the same bias, but need not cover the whole ball.
  return kBoxOverBall * radius / std::sqrt(static_cast<double>(facts_.features + facts_.intercept));
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
    Unhindered guide(context, settings_);
    Iterate last = descend(guide);
    return {std::move(last), {{"passes_run", static_cast<double>(guide.passes())}}};
  }
  Steady guide{settings_.clip ? Clip{rule(), *settings_.clip} : covering(rule(), search_radius(context), found.frame)};
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
