#include "discreet/fairness/subject.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "discreet/accounting/accountants.hpp"
#include "discreet/accounting/calibrate.hpp"
#include "discreet/fairness/distance.hpp"
#include "discreet/fit/problem.hpp"
#include "discreet/fit/spec.hpp"
#include "discreet/penalty/all.hpp"
#include "discreet/penalty/weighted.hpp"

namespace discreet {
namespace {

Result<LinearScores> scores_of(const std::vector<Model>& models, const std::vector<std::string>& features) {
  LinearScores scores;
  for (const Model& model : models) {
    std::vector<double> weights;
    for (const std::string& feature : features) {
      const auto at = std::find(model.features.begin(), model.features.end(), feature);
      if (at == model.features.end() || model.features.size() != features.size())
        return wrong(Fault::usage, "the two models have different features", "give a --reference with the same ones");
      weights.push_back(model.weights[static_cast<std::size_t>(at - model.features.begin())]);
    }
    scores.weights.push_back(std::move(weights));
    scores.intercepts.push_back(model.intercept);
  }
  return scores;
}

bool same_units(const Model& a, const Model& b) {
  return a.means == b.means && a.deviations == b.deviations && a.row_norm == b.row_norm;
}

// The least curvature that the penalty adds in any feature; 0 where there is none.
double convexity_of(const Model& model) {
  double least = 0;
  const auto known = with_named<AllPenalties>("penalty", model.penalty, std::nullopt, [&](const auto& chosen) {
    std::vector<double> weights = model.penalty_weights;
    weights.resize(model.weights.size(), 1.0);
    const WeightedPenalty penalty(AnyPenalty(chosen), std::move(weights));
    for (std::size_t j = 0; j < model.weights.size(); ++j)
      least = j == 0 ? penalty.bend({j}) : std::min(least, penalty.bend({j}));
  });
  return known ? least : 0;
}

std::optional<KnownDistance> declared(const FairnessSubject& subject, const DistanceQuestion& question) {
  if (!question.declared) return {};
  KnownDistance found{"declared", "given as --distance", *question.declared, 0, {}};
  found.reach = {{}, subject.intercept() ? 1.0 : 0.0, *question.declared, 0};
  return found;
}

std::optional<KnownDistance> measured(const FairnessSubject& subject) {
  if (!subject.other) return {};
  double squares = 0, intercepts = 0;
  for (std::size_t k = 0; k < subject.scores.weights.size(); ++k) {
    for (std::size_t j = 0; j < subject.scores.weights[k].size(); ++j)
      squares += std::pow(subject.scores.weights[k][j] - subject.other->weights[k][j], 2);
    intercepts += std::pow(subject.scores.intercepts[k] - subject.other->intercepts[k], 2);
  }
  KnownDistance found{
      "reference", "measured between the model and the reference", std::sqrt(squares + intercepts), 0, {}};
  found.reach = {{}, intercepts > 0 ? 1.0 : 0.0, found.value, 0};
  return found;
}

// The noise that output perturbation put on the weights: they are as far from the optimum as it is long.
std::optional<KnownDistance> from_noise(const FairnessSubject& subject, const DistanceQuestion& question) {
  const Model& model = subject.first();
  double most = 0, multiplier = 0;
  for (const Model& each : subject.models) {
    if (!each.noise || !each.noise->how.starts_with("exact") || !each.privacy.has_mu()) return {};
    for (const double deviation : each.noise->weights) most = std::max(most, deviation);
  }
  for (const PlanLine& line : model.privacy.plan.lines)
    if (const auto* gaussian = std::get_if<GaussianEvent>(&line.event)) multiplier = gaussian->multiplier.value;
  if (!(most > 0) || !(multiplier > 0)) return {};
  const std::size_t p = model.weights.size();
  KnownDistance found{"noise", "the noise that output perturbation put on the weights", 0, question.zeta, {}};
  found.noise = KnownDistance::Noise{most / multiplier, most, 0, p, question.rows, model.privacy.budget};
  const double beyond = model.noise->intercept;
  if (subject.models.size() > 1) {
    if (beyond > 0) return {};  // its noise and the weights' are not independent
    found.noise->coordinates = p * subject.models.size();
    found.value = found.reach.distance = output_distance(most, found.noise->coordinates, question.zeta);
  } else if (std::all_of(model.noise->weights.begin(), model.noise->weights.end(),
                         [&](double d) { return d == most; }) &&
             beyond == 0) {
    found.value = found.reach.distance = output_distance(most, p, question.zeta);
  } else {
    // In units of its own deviation every weight has the same noise. What an intercept gets depends on the weights
    // where columns were centred, so it is bounded by itself with half of what may go wrong.
    const double zeta = beyond > 0 ? question.zeta / 2 : question.zeta;
    found.how += ", in units of its deviations";
    found.reach.scales = model.noise->weights;
    found.value = found.reach.distance = output_distance(1, p, zeta);
    if (beyond > 0) found.reach.offset = normal_distance(beyond, zeta);
  }
  found.noise->published =
      published_distance(found.noise->sensitivity, model.privacy.budget, found.noise->coordinates, question.zeta);
  return found;
}

// What output perturbation would do to this model. Only what was trained without noise is an optimum to put noise on.
std::optional<KnownDistance> would_be(const FairnessSubject& subject, const DistanceQuestion& question) {
  const Model& model = subject.first();
  const auto loss = choose_loss(model.loss);
  const double convexity = convexity_of(model), steepest = loss ? loss->steepest : 0;
  const double row = model.row_norm && model.means.empty()
                         ? std::hypot(*model.row_norm, subject.intercept() ? 1.0 : 0.0)
                         : question.longest;
  if (subject.models.size() > 1 || std::isfinite(model.privacy.spent.value) || !(convexity > 0) ||
      !std::isfinite(steepest) || !(row > 0) || !(question.rows > 0))
    return {};
  KnownDistance::Noise noise;
  noise.coordinates = model.weights.size() + subject.intercept();
  noise.rows = question.rows;
  noise.budget = question.budget;
  noise.sensitivity = sensitivity_of_minimum(steepest * row, convexity, question.rows, Neighbours::replace_one);
  noise.deviation = output_deviation(noise.sensitivity, question.budget);
  noise.published = published_distance(noise.sensitivity, question.budget, noise.coordinates, question.zeta);
  KnownDistance found{
      "would-be noise",
      fmt::format("output perturbation at epsilon {:.4g} and delta {:.3g} with {:.0f} rows of length at "
                  "most {:.4g} and a penalty that bends by {:.4g}",
                  question.budget.epsilon.value, question.budget.delta.value, question.rows, row, convexity),
      output_distance(noise.deviation, noise.coordinates, question.zeta),
      question.zeta,
      {}};
  found.reach = {{}, subject.intercept() ? 1.0 : 0.0, found.value, 0};
  found.noise = noise;
  return found;
}

}  // namespace

bool FairnessSubject::intercept() const {
  const auto some = [](const std::vector<Model>& all) {
    return std::any_of(all.begin(), all.end(), [](const Model& model) { return model.intercept != 0; });
  };
  return some(models) || some(reference);
}

Result<FairnessSubject> fairness_subject(std::vector<Model> models, std::vector<Model> reference) {
  FairnessSubject subject;
  if (models.empty() || models.size() == 2)
    return wrong(Fault::usage, "two classes have one model; more have one each", "give one model, or three and more");
  for (const auto* all : {&models, &reference})
    for (const Model& model : *all) {
      if (model.task != Task::classification)
        return wrong(Fault::usage,
                     fmt::format("fairness is about classes, and a model with --loss {} predicts numbers", model.loss),
                     "give a model of a classification, as of --loss logistic");
      if (!same_units(model, models.front()))
        return wrong(Fault::usage, "the models read their rows in different units",
                     "train both with the same --standardise and --row-norm");
    }
  if (models.size() == 1)
    subject.classes = {models[0].classes[0], models[0].classes[1]};
  else
    for (const Model& model : models) subject.classes.push_back(model.classes[1]);
  auto scores = scores_of(models, models.front().features);
  if (!scores) return tl::unexpected(scores.error());
  subject.scores = *std::move(scores);
  if (!reference.empty()) {
    bool same = reference.size() == models.size();
    for (std::size_t k = 0; same && k < models.size(); ++k) same = reference[k].classes == models[k].classes;
    if (!same)
      return wrong(Fault::usage, "the reference has other classes than the model, or in another order",
                   "train both with the same --classes");
    auto other = scores_of(reference, models.front().features);
    if (!other) return tl::unexpected(other.error());
    subject.other = *std::move(other);
  }
  subject.models = std::move(models);
  subject.reference = std::move(reference);
  return subject;
}

std::vector<KnownDistance> known_distances(const FairnessSubject& subject, const DistanceQuestion& question) {
  std::vector<KnownDistance> all;
  for (auto& found : {declared(subject, question), measured(subject), from_noise(subject, question)})
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
