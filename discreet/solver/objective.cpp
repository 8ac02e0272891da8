#include "discreet/solver/objective.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "discreet/base/contract.hpp"
#include "discreet/solver/exact.hpp"
#include "discreet/solver/groundwork.hpp"
#include "discreet/solver/plan_noise.hpp"

namespace discreet {
namespace {

// Of what the linear term may spend, what goes to the curvature that one row adds, when the ridge is ours to choose. A
// quarter would leave the least noise; weights that the noise would decide are better held by more ridge, and by twice
// as much where there is twice the noise.
constexpr double kCurvatureShare = 0.08;
// And the most that may go there when it is not.
constexpr double kMostCurvatureShare = 0.9;

// Parts are of squared epsilon or mu. The accuracy of the minimum costs next to nothing: so much of it that rounding
// hides in it, and no more.
constexpr double kAccuracyShare = 4e-8;

// What is less than this many deviations of the accuracy noise from zero was zero.
constexpr double kDeviations = 6;

double spendable(double epsilon) { return std::min(epsilon, kLargestObjectiveEpsilon); }

}  // namespace

Result<std::unique_ptr<Solver>> ObjectivePerturbation::make(const SolverSettings& settings, const SurveyFacts& facts) {
  if (const auto fine = refuse_descent_options(settings, name); !fine) return tl::unexpected(fine.error());
  if (const Result<void> fine = PublicRows::check(name, settings, facts); !fine) return tl::unexpected(fine.error());
  std::unique_ptr<Solver> without_noise;
  if (facts.exact()) without_noise = *ExactSolver::make(settings, facts);
  auto solver =
      std::unique_ptr<ObjectivePerturbation>(new ObjectivePerturbation(settings, facts, std::move(without_noise)));
  if (settings.ridge && std::isfinite(facts.budget.value)) {
    const double clip = solver->clip();
    const double least = facts.loss_smoothness * clip * clip / facts.normaliser /
                         std::expm1(kMostCurvatureShare * spendable(facts.epsilon.value));
    if (*settings.ridge < least)
      return wrong(Fault::usage,
                   fmt::format("--ridge {} is too little for --clip {:.6g} and this epsilon", *settings.ridge, clip),
                   fmt::format("give at least {:.3g}, or leave it to the program", least));
  }
  return std::unique_ptr<Solver>(std::move(solver));
}

ObjectivePerturbation::ObjectivePerturbation(const SolverSettings& settings, const SurveyFacts& facts,
                                             std::unique_ptr<Solver> without_noise)
    : settings_(settings), facts_(facts), rows_(settings, facts), without_noise_(std::move(without_noise)) {}

// In units in which every column is as large as one.
double ObjectivePerturbation::clip() const {
  const double columns = static_cast<double>(facts_.features + facts_.intercept);
  return settings_.clip.value_or(rows_.fullness() * std::sqrt(columns));
}

void ObjectivePerturbation::plan(Outline& outline) const {
  if (without_noise_) return without_noise_->plan(outline);
  const std::size_t numbers = facts_.features + facts_.intercept;
  outline.lines.push_back({std::string(kLine), 1, 0, 1 - kAccuracyShare, Outline::Answer::approximate});
  // The noise of the linear term is discrete as well, so its numbers are counted here too.
  outline.lines.push_back({std::string(kAccuracyLine), 1, 2 * numbers, kAccuracyShare});
}

ObjectivePerturbation::Ground ObjectivePerturbation::ground(const Plan& plan) const {
  ApproximateEvent paid;
  for (const PlanLine& line : plan.lines)
    if (line.what == kLine) paid = std::get<ApproximateEvent>(line.event);
  const RiskFacts risk = rows_.risk();
  const double curved = facts_.loss_smoothness * clip() * clip() / facts_.normaliser;
  const auto with = [&](double strength) {
    const double noise =
        objective_noise(paid, curved / strength, static_cast<std::size_t>(risk.coordinates), facts_.neighbours);
    return Ground{strength, kLongestDraw * noise * std::sqrt(risk.coordinates) / facts_.normaliser};
  };
  if (settings_.ridge) return with(*settings_.ridge);
  // More than the best where that is too little to be found. What so many doublings do not mend, none does.
  constexpr int kMostDoublings = 128;
  Ground found = with(facts_.apart() * curved / std::expm1(kCurvatureShare * spendable(paid.epsilon.value)));
  for (int k = 0; k < kMostDoublings && !rows_.searchable(found.strength, clip(), found.linear); ++k) {
    if (!std::isfinite(2 * found.strength)) break;
    found = with(2 * found.strength);
  }
  return found;
}

Result<void> ObjectivePerturbation::check(const Plan& plan) const {
  if (without_noise_) return {};
  const Ground found = ground(plan);
  if (!std::isfinite(found.linear))
    return wrong(Fault::usage,
                 "--solver objective: no noise on the linear term is enough at this --epsilon and --delta",
                 "give a larger --epsilon or --delta, or more --ridge");
  return rows_.check_search(name, found.strength, clip(), found.linear);
}

Solution ObjectivePerturbation::run(SolverContext& context) const {
  if (without_noise_) return without_noise_->run(context);
  const double multiplier = deviation_of(context.permit.plan(), kAccuracyLine);
  const double longest = clip();
  const double strength = ground(context.permit.plan()).strength;
  const PublicRows::Shape shape = rows_.shape(context);
  Frame frame{{}, shape.centres};
  std::vector<double> ridge;
  for (std::size_t k = 0; k < shape.sizes.size(); ++k) {
    ridge.push_back(strength * shape.sizes[k] * shape.sizes[k]);
    frame.smoothness.push_back(context.penalty.bend(Coordinate{k}) + ridge.back());
  }
  context.oracle.set_frame(frame);
  const Minimum what{context.penalty, std::move(ridge), longest / std::sqrt(strength), facts_.steepest};
  Payment term = context.permit.pay(kLine);
  PerturbedMinimum minimum =
      context.perturbation.objective(std::move(term), context.permit.pay(kAccuracyLine), context.reference, what);
  const double noise = kDeviations * multiplier * minimum.sensitivity;
  const auto noisy = context.gaussian.release(std::move(minimum.query));
  std::vector<double> hidden;
  for (const double q : frame.smoothness) hidden.push_back(noise / std::sqrt(q));
  return {tidied(noisy.value(), hidden, context.penalty),
          {{"clip", longest}, {"ridge", strength}, {"linear_noise", minimum.noise}}};
}

Description ObjectivePerturbation::description() const {
  return {{"name", std::string(name)}, {"smoothness", std::string(name_of(settings_.smoothness))}};
}

}  // namespace discreet
