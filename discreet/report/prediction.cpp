// How a prediction follows from a model, for those who work with its weights themselves.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "discreet/report/words.hpp"

namespace discreet {
namespace {

// What the sum becomes.
std::string outcome(const Model& model) {
  if (model.task == Task::classification) {
    if (model.loss == "softmax")
      return fmt::format("z is the score of {}; the class with the highest score is predicted.", model.classes[1]);
    const std::string classes =
        fmt::format("The prediction is {} where z is above 0, otherwise {}", model.classes[1], model.classes[0]);
    return model.loss == "logistic"
               ? fmt::format("{}; the probability of {} is 1 / (1 + exp(-z)).", classes, model.classes[1])
               : classes + ".";
  }
  if (!model.loss.starts_with("poisson")) return "The prediction is z.";
  const std::string bound = model.loss.substr(std::min(model.loss.find(':'), model.loss.size() - 1) + 1);
  return bound.empty()
             ? "The prediction is exp(z), and along its tangent beyond the bound of the loss."
             : fmt::format("The prediction is exp(z), and exp({0}) (1 + z - {0}) where z is above {0}.", bound);
}

}  // namespace

std::vector<std::string> limits_of(const Model& model) {
  std::map<std::string, std::string> by_name;
  for (const Model::Bounds& bounds : model.bounds)
    by_name[bounds.feature] = fmt::format("{:.6g} to {:.6g}", bounds.low, bounds.high);
  std::vector<std::string> limits;
  for (const std::string& feature : model.features) {
    const auto found = by_name.find(feature);
    limits.push_back(found == by_name.end() ? std::string() : found->second);
  }
  return limits;
}

std::vector<std::string> prediction_in_words(const Model& model) {
  const bool limited = !model.bounds.empty(), scaled = !model.means.empty();
  std::string value = limited ? "min(max(value, lower limit), upper limit)" : "value";
  if (scaled) value = fmt::format("({} - mean) / deviation", value);
  std::vector<std::string> lines{fmt::format("z = {}intercept + the sum over all features of weight x {}",
                                             model.target_mean != 0 ? "mean of the target + " : "", value)};
  lines.push_back(outcome(model));
  if (limited)
    lines.emplace_back(
        "Values are moved into the limits of their feature first, in training as in every prediction: weights times "
        "values as they are give other predictions for rows beyond the limits.");
  if (model.row_norm)
    lines.push_back(fmt::format("A row longer than {:.6g} is shrunk to that length, after its values were moved.",
                                *model.row_norm));
  return lines;
}

}  // namespace discreet
