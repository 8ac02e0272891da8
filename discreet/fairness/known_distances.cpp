#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "discreet/accounting/accountants.hpp"
#include "discreet/accounting/calibrate.hpp"
#include "discreet/fairness/distance.hpp"
#include "discreet/fairness/subject.hpp"
#include "discreet/fit/problem.hpp"
#include "discreet/fit/spec.hpp"
#include "discreet/penalty/all.hpp"
#include "discreet/penalty/weighted.hpp"

namespace discreet {
namespace {

// The least curvature that the penalty adds in each feature; empty where it is not known.
std::vector<double> convexities_of(const Model& model) {
  std::vector<double> found;
  const auto known = with_named<AllPenalties>("penalty", model.penalty, std::nullopt, [&](const auto& chosen) {
    std::vector<double> weights = model.penalty_weights;
    weights.resize(model.weights.size(), 1.0);
    const WeightedPenalty penalty(AnyPenalty(chosen), std::move(weights));
    for (std::size_t j = 0; j < model.weights.size(); ++j) found.push_back(penalty.bend({j}));
  });
  return known ? found : std::vector<double>();
}

double least_of(const std::vector<double>& values) {
  return values.empty() ? 0 : *std::min_element(values.begin(), values.end());
}

std::optional<KnownDistance> declared(const FairnessSubject& subject, const DistanceQuestion& question) {
  if (!question.declared) return {};
  KnownDistance found{"declared", "given as --distance", *question.declared, 0, {}};
  found.reach = {{}, subject.intercept() ? 1.0 : 0.0, *question.declared, 0};
  return found;
}

// A column's weight counts by the half-width of its limits, and the intercept by what it is at their centres.
std::optional<KnownDistance> measured(const FairnessSubject& subject, const ColumnUnits& units) {
  if (!subject.other) return {};
  double squares = 0;
  for (std::size_t k = 0; k < subject.scores.weights.size(); ++k) {
    double intercept = subject.scores.intercepts[k] - subject.other->intercepts[k];
    for (std::size_t j = 0; j < subject.scores.weights[k].size(); ++j) {
      const double apart = subject.scores.weights[k][j] - subject.other->weights[k][j];
      squares += std::pow(units.halves[j] * apart, 2);
      intercept += units.centres[j] * apart;
    }
    squares += intercept * intercept;
  }
  std::string how = "measured between the model and the reference";
  if (!units.how.empty()) how += ", in units of " + units.how;
  return KnownDistance{"reference", std::move(how), std::sqrt(squares), 0, units.reach(std::sqrt(squares))};
}

// What is known of the noise that output perturbation put on some models' weights.
struct WeightNoise {
  std::vector<double> deviations;      // of each weight, the largest among the models
  double most = 0;                     // the largest of them
  double intercept = 0;                // its deviation
  std::optional<double> at_centres{};  // where features are measured from the centres; it is independent then
};

std::optional<WeightNoise> noise_of(const std::vector<Model>& models) {
  WeightNoise found{std::vector<double>(models.front().weights.size()), 0, 0, {}};
  for (const Model& each : models) {
    if (!each.noise || !each.noise->how.starts_with("exact") || !each.privacy.has_mu()) return {};
    if (each.features != models.front().features || each.noise->centres != models.front().noise->centres) return {};
    for (std::size_t j = 0; j < found.deviations.size(); ++j)
      found.deviations[j] = std::max(found.deviations[j], each.noise->weights[j]);
    found.intercept = std::max(found.intercept, each.noise->intercept);
    if (!each.noise->centres.empty())
      found.at_centres = std::max(found.at_centres.value_or(0), each.noise->intercept_at_centres);
  }
  for (const double deviation : found.deviations) found.most = std::max(found.most, deviation);
  if (!(found.most > 0)) return {};
  return found;
}

// The noise that output perturbation put on the weights: they are as far from the optimum as it is long. In units in
// which all of it is alike it is as long as its number of coordinates says.
std::optional<KnownDistance> from_noise(const FairnessSubject& subject, const DistanceQuestion& question) {
  const Model& model = subject.first();
  const auto noise = noise_of(subject.models);
  double multiplier = 0;
  for (const PlanLine& line : model.privacy.plan.lines)
    if (const auto* gaussian = std::get_if<GaussianEvent>(&line.event)) multiplier = gaussian->multiplier.value;
  if (!noise || !(multiplier > 0)) return {};
  const bool joint = noise->at_centres.has_value(), apart = !joint && noise->intercept > 0;
  if (apart && subject.models.size() > 1) return {};  // its noise and the weights' are not independent
  const std::size_t coordinates = subject.models.size() * (model.weights.size() + joint);
  // Where it is not known what an intercept has in common with the weights, it is bounded by itself with half of what
  // may go wrong.
  const double zeta = apart ? question.zeta / 2 : question.zeta;
  KnownDistance found{"noise",
                      "the noise that output perturbation put on the weights",
                      output_distance(noise->most, coordinates, zeta),
                      question.zeta,
                      {{}, joint ? *noise->at_centres / noise->most : 0, 0, 0}};
  found.reach.distance = found.value;
  if (joint) found.reach.centres = model.noise->centres;
  if (least_of(noise->deviations) < noise->most) {
    found.how += ", in units of the largest of its deviations";
    for (const double deviation : noise->deviations) found.reach.scales.push_back(deviation / noise->most);
  }
  if (apart) found.reach.offset = normal_distance(noise->intercept, zeta);
  found.noise =
      KnownDistance::Noise{noise->most / multiplier, noise->most, 0, coordinates, question.rows, model.privacy.budget};
  found.noise->published =
      published_distance(found.noise->sensitivity, model.privacy.budget, coordinates, question.zeta);
  return found;
}

// The length that no row exceeds, where that is public.
double declared_longest(const Model& model, const ColumnUnits& units, const MarginReach& reach) {
  if (model.row_norm && model.means.empty()) return std::hypot(*model.row_norm, reach.constant);
  if (!units.limited || model.row_norm) return 0;
  double square = reach.constant * reach.constant;
  for (std::size_t j = 0; j < units.halves.size(); ++j) {
    const double beyond = reach.centres.empty() ? std::abs(units.centres[j]) : 0;
    square += std::pow(reach.scales[j] * (units.halves[j] + beyond), 2);
  }
  return std::sqrt(square);
}

// What output perturbation would do to this model. Only what was trained without noise is an optimum to put noise on.
std::optional<KnownDistance> would_be(const FairnessSubject& subject, const DistanceQuestion& question) {
  const auto reach = would_be_units(subject, question.units);
  if (!reach || !(question.rows > 0)) return {};
  const Model& model = subject.first();
  const double declared = declared_longest(model, question.units, *reach);
  double row = model.row_norm ? declared : question.longest;
  if (!(row > 0)) row = std::max(declared, question.longest);
  if (!(row > 0)) return {};
  const double convexity = least_of(convexities_of(model));
  KnownDistance::Noise noise;
  noise.coordinates = model.weights.size() + (reach->constant > 0);
  noise.rows = question.rows;
  noise.budget = question.budget;
  noise.sensitivity = sensitivity_of_minimum(choose_loss(model.loss)->steepest * row, convexity, question.rows,
                                             Neighbours::replace_one);
  noise.deviation = output_deviation(noise.sensitivity, question.budget);
  noise.published = published_distance(noise.sensitivity, question.budget, noise.coordinates, question.zeta);
  KnownDistance found{
      "would-be noise",
      fmt::format("output perturbation at epsilon {:.4g} and delta {:.3g} with {:.0f} rows of length at "
                  "most {:.4g} and a penalty that bends by {:.4g}",
                  question.budget.epsilon.value, question.budget.delta.value, question.rows, row, convexity),
      output_distance(noise.deviation, noise.coordinates, question.zeta), question.zeta, *reach};
  found.reach.distance = found.value;
  found.noise = noise;
  return found;
}

}  // namespace

std::optional<MarginReach> would_be_units(const FairnessSubject& subject, const ColumnUnits& units) {
  const Model& model = subject.first();
  const auto loss = choose_loss(model.loss);
  const std::vector<double> convexities = convexities_of(model);
  const double least = least_of(convexities);
  if (subject.models.size() > 1 || std::isfinite(model.privacy.spent.value) || !(least > 0) || !loss ||
      !std::isfinite(loss->steepest))
    return {};
  // Without an intercept nothing takes up what columns are measured from, and rows that are shrunk have no centres.
  MarginReach reach{{}, subject.intercept() ? 1.0 : 0.0, 0, 0};
  for (const double convexity : convexities) reach.scales.push_back(std::sqrt(least / convexity));
  if (subject.intercept() && !model.row_norm) reach.centres = units.centres;
  return reach;
}

std::vector<KnownDistance> known_distances(const FairnessSubject& subject, const DistanceQuestion& question) {
  std::vector<KnownDistance> all;
  for (auto& found : {declared(subject, question), measured(subject, question.units), from_noise(subject, question)})
    if (found) all.push_back(*found);
  const bool noise = !all.empty() && all.back().noise;
  if (const auto found = would_be(subject, question); found && !noise) all.push_back(*found);
  return all;
}

double distance_factor(const KnownDistance::Noise& noise, Budget budget, double rows) {
  const TightAccountant accountant;
  return affordable_mu(accountant, noise.budget).value / affordable_mu(accountant, budget).value * noise.rows / rows;
}

}  // namespace discreet
