// A model applied to rows: predictions, and how good they are. Both are exact functions of the rows and say so; they go
// through the same exact releases as every other exact figure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "discreet/base/result.hpp"
#include "discreet/data/dataset.hpp"
#include "discreet/data/ingest.hpp"
#include "discreet/model/model.hpp"

namespace discreet {

// A model from a file may name a loss or a penalty that this program does not have.
[[nodiscard]] Result<void> check_names(const Model& model);

// How rows must be read for a model: its features by name, its classes.
IngestRules rules_for(const Model& model, bool labelled);

// The linear predictor of each row.
[[nodiscard]] Result<std::vector<double>> margins(const Model& model, const Dataset& data);

struct Predictions {
  std::vector<double> margins;
  std::vector<double> values;  // on the scale of the target: a number, a mean count or the probability of the
                               // positive class; the margin where a loss has no such scale
  bool means;                  // whether it has
};
[[nodiscard]] Result<Predictions> predictions(const Model& model, const Dataset& data);

struct Metric {
  std::string name;
  double value;
};
// Whether a column can be what the model predicts: not one that it predicts from.
[[nodiscard]] Result<void> check_target(const Model& model, const std::string& column);

// The mean loss, the objective with its penalty, and the usual figures for the task.
[[nodiscard]] Result<std::vector<Metric>> evaluate(const Model& model, const Dataset& data);

// Only the objective: what an experiment asks for thousands of times. Of rows as they were read for training, which may
// be outside the limits that the model has: values are moved into them, as they are wherever the model is applied.
[[nodiscard]] Result<double> objective_of(const Model& model, const Dataset& data);

// One of them by name.
double metric_of(const std::vector<Metric>& metrics, std::string_view name);

// The area under the ROC curve: the chance that a positive row scores above a negative one, ties counting half.
double area_under_curve(const std::vector<double>& scores, const std::vector<double>& labels);

}  // namespace discreet
