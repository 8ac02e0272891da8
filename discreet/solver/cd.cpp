#include "discreet/solver/cd.hpp"

#include <fmt/format.h>

#include <cmath>

#include "discreet/solver/unhindered.hpp"

namespace discreet {
namespace {

static_assert(Guide<Unhindered>);

constexpr double kBoxOverBall = 1.8;

// Steps and passes, when the user leaves them to us.
constexpr double kStep = 0.5;
constexpr double kMostRegressionPasses = 20, kMostClassificationPasses = 50;

}  // namespace

Result<std::unique_ptr<Solver>> CoordinateDescent::make(const SolverSettings& settings, const SurveyFacts& facts) {
  if (settings.clip_rule == ClipRule::ball && !visits_each_once(settings.order))
    return wrong(Fault::usage,
                 fmt::format("--clip-rule ball needs passes that visit each coordinate once, --order {} does not",
                             settings.order),
                 "use --order cyclic or shuffled, or --clip-rule smoothness");
  SolverSettings resolved = settings;
  const bool ball = visits_each_once(settings.order);
  if (!resolved.clip_rule) resolved.clip_rule = ball ? ClipRule::ball : ClipRule::smoothness;
  return std::unique_ptr<Solver>(new CoordinateDescent(std::move(resolved), facts));
}

CoordinateDescent::CoordinateDescent(SolverSettings settings, SurveyFacts facts)
    : settings_(std::move(settings)), facts_(std::move(facts)), groundwork_(settings_, facts_) {
  descent_.step = settings_.step.value_or(exact() ? 1.0 : kStep);
  const double most = facts_.regression ? kMostRegressionPasses : kMostClassificationPasses;
  descent_.passes =
      settings_.passes.value_or(exact() ? Unhindered::kMostPasses : groundwork_.worthwhile_passes(descent_.step, most));
  descent_.averaging = settings_.averaging;
}

void CoordinateDescent::plan(Outline& outline) const {
  const double left = groundwork_.plan(outline, descent_.passes);
  const std::size_t coordinates = groundwork_.coordinates();
  const bool ball = rule() == ClipRule::ball;
  outline.lines.push_back(
      {std::string(kSlopes), ball ? descent_.passes : descent_.passes * coordinates, ball ? coordinates : 1, left});
}

// A box must be wider than a ball of the same cost for the same bias, but need not cover the whole ball.
Clip CoordinateDescent::search_clip(SolverContext& context, const Scales& found) const {
  const double radius = groundwork_.search_radius(context, found.target_spread);
  const double narrowed = kBoxOverBall * radius / std::sqrt(static_cast<double>(groundwork_.coordinates()));
  return covering(rule(), rule() == ClipRule::ball ? radius : narrowed, found.frame);
}

Solution CoordinateDescent::run(SolverContext& context) const {
  const Scales found = groundwork_.scales(context);
  context.oracle.set_frame(found.frame);
  Iterate w(context.oracle.coordinates());
  if (facts_.intercept) w.set(Coordinate{w.size() - 1}, found.target_centre);
  context.oracle.restart(w.weights());
  AnyOrder visits = order_named(settings_.order, groundwork_.coordinates(), settings_.order_seed);
  const auto descend = [&](auto& guide) {
    return coordinate_descent(context.oracle, context.penalty, visits, context.gaussian, context.permit, descent_,
                              guide, std::move(w), context.progress);
  };
  if (exact()) {
    Unhindered guide(context, settings_, Groundwork::kClipLine, visits_each_once(settings_.order));
    Iterate last = descend(guide);
    return {std::move(last), {{"passes_run", static_cast<double>(guide.passes())}}};
  }
  Steady guide{settings_.clip ? Clip{rule(), *settings_.clip} : search_clip(context, found)};
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
  text.emplace_back("average", name_of(descent_.averaging));
  return text;
}

}  // namespace discreet
