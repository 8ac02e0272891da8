#include "discreet/solver/retreat.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "discreet/solver/plan_noise.hpp"

namespace discreet {
namespace {

// Of the way from the start to what was reached.
constexpr double kFractions[] = {0.5, 0.25, 0};
// A row's loss counts up to this many times what it is at the start.
constexpr double kMostLoss = 4;

double most_loss(const SurveyFacts& facts, const Scales& found) {
  if (!facts.regression) return kMostLoss * facts.first_value;
  const double level = facts.intercept ? 0 : found.target_centre;
  const double residual = std::hypot(found.target_spread, level);
  return kMostLoss * std::min(0.5 * facts.loss_smoothness * residual * residual, facts.steepest * residual);
}

Iterate between(const Iterate& start, const Iterate& reached, double fraction) {
  Iterate point = start;
  for (std::size_t j = 0; j < point.size(); ++j) point.set({j}, (1 - fraction) * start[{j}] + fraction * reached[{j}]);
  return point;
}

}  // namespace

bool Retreat::tries_zero(const SurveyFacts& facts) {
  return facts.regression && facts.intercept && facts.zero_is_allowed;
}

void Retreat::plan(Outline& outline, const SurveyFacts& facts, double share) {
  outline.lines.push_back(
      {std::string(kLine), 1 + std::size(kFractions) + tries_zero(facts), 1, share, Outline::Answer::gaussian});
}

Solution Retreat::run(SolverContext& context, const SurveyFacts& facts, const Scales& found, const Iterate& start,
                      const Iterate& reached) {
  const double most = most_loss(facts, found);
  const double noise = deviation_of(context.permit.plan(), kLine) * most / facts.normaliser;
  const auto risk_at = [&](const Iterate& point) {
    context.oracle.restart(point.weights());
    double risk = context.gaussian.release(context.oracle.bounded_risk(context.permit.pay(kLine), most)).value();
    for (std::size_t j = 0; j < point.size(); ++j) risk += context.penalty.value({j}, point[{j}]);
    return risk;
  };
  Iterate chosen = reached;
  Description::value_type::second_type kept = 1.0;
  // Two answers differ by this much from noise alone.
  double best = risk_at(reached) - std::sqrt(2.0) * noise;
  const auto consider = [&](Iterate point, Description::value_type::second_type name) {
    const double risk = risk_at(point);
    if (risk >= best) return;
    best = risk;
    chosen = std::move(point);
    kept = std::move(name);
  };
  for (const double fraction : kFractions) consider(between(start, reached, fraction), fraction);
  if (tries_zero(facts)) consider(Iterate(reached.size()), std::string("zero"));
  context.oracle.restart(chosen.weights());
  return {std::move(chosen), {{"retreat", std::move(kept)}}};
}

}  // namespace discreet
