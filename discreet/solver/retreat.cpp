#include "discreet/solver/retreat.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "discreet/solver/plan_noise.hpp"

namespace discreet {
namespace {

constexpr double kShare = 0.02;  // of the budget

// Of the way from the start to what was reached.
constexpr double kFractions[] = {1, 0.5, 0.25, 0};
// A row's loss counts up to this many times what it is at the start.
constexpr double kMostLoss = 4;
// Where two answers differ by more than this share of the loss at the start from noise alone, nobody would see that a
// point is bad: half of the way keeps three quarters of what there is to gain, and a quarter of the harm that noise
// does.
constexpr double kBlind = 0.25;

// Bounds on the losses of few rows shift the risks of two points of a regression by this share of the loss at the
// start, or so; and what looks worse by less than so many deviations stays.
constexpr double kBoundsDo = 0.1, kClear = 1.4;

using Kept = Description::value_type::second_type;

struct Candidate {
  Iterate point;
  Kept kept;
  double risk;
};

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

bool Retreat::needed(const SolverSettings& settings, const SurveyFacts& facts) {
  return !facts.exact() && settings.smoothness == SmoothnessSource::bought && !settings.purchase && !facts.level;
}

double Retreat::plan(Outline& outline, const SurveyFacts& facts) {
  outline.lines.push_back(
      {std::string(kLine), std::size(kFractions) + tries_zero(facts), 1, kShare, Outline::Answer::gaussian});
  return kShare;
}

Solution Retreat::run(SolverContext& context, const SurveyFacts& facts, const Scales& found, const Iterate& start,
                      const Iterate& reached, Against what) {
  const double most = most_loss(facts, found);
  const double noise = deviation_of(context.permit.plan(), kLine) * most / facts.normaliser;
  std::vector<Candidate> candidates;
  const auto look_at = [&](Iterate point, Kept kept) {
    context.oracle.restart(point.weights());
    double risk = context.gaussian.release(context.oracle.bounded_risk(context.permit.pay(kLine), most)).value();
    for (std::size_t j = 0; j < point.size(); ++j) risk += context.penalty.value({j}, point[{j}]);
    candidates.push_back({std::move(point), std::move(kept), risk});
  };
  for (const double fraction : kFractions) look_at(between(start, reached, fraction), fraction);
  if (tries_zero(facts)) look_at(Iterate(reached.size()), std::string("zero"));

  const double at_start = most / kMostLoss;
  const double shaken = std::sqrt(2.0) * noise;  // the difference of two answers, by noise alone
  const bool ruin = what == Against::ruin;
  const double clear = facts.regression ? kClear * shaken + kBoundsDo * at_start : shaken;
  const auto first = candidates.begin() + (!ruin && shaken > kBlind * at_start);
  // Bounds change the losses of classes little, so points on the way may be compared as well.
  const auto rivals = facts.regression || ruin ? candidates.begin() + std::size(kFractions) - 1 : first + 1;
  const auto lower = [](const Candidate& a, const Candidate& b) { return a.risk < b.risk; };
  const auto rival = std::min_element(rivals, candidates.end(), lower);
  Candidate& chosen = rival->risk < first->risk - clear ? *std::min_element(first, candidates.end(), lower) : *first;
  RunFacts& facts_of_run = context.facts;
  facts_of_run.turned_back = &chosen != &*first;
  facts_of_run.to_zero = std::holds_alternative<std::string>(chosen.kept);
  facts_of_run.kept = facts_of_run.to_zero ? 0 : std::get<double>(chosen.kept);
  context.oracle.restart(chosen.point.weights());
  return {std::move(chosen.point), {{"retreat", std::move(chosen.kept)}}};
}

}  // namespace discreet
