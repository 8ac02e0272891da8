#include "discreet/fairness/subject.hpp"

#include <fmt/format.h>

#include <algorithm>

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

}  // namespace discreet
