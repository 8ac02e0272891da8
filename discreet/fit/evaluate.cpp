#include "discreet/fit/evaluate.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <numeric>
#include <optional>

#include "discreet/base/contract.hpp"
#include "discreet/fit/grants.hpp"
#include "discreet/fit/problem.hpp"
#include "discreet/fit/spec.hpp"
#include "discreet/oracle/census.hpp"
#include "discreet/penalty/all.hpp"
#include "discreet/penalty/weighted.hpp"
#include "discreet/privacy/query.hpp"

namespace discreet {

// The rows at the model's weights, and a permit for exact answers about them.
class ExactFigures {
 public:
  ExactFigures(const ChosenLoss& loss, const Model& model, const Dataset& data)
      : oracle_(loss.oracle(data.sealed, true, static_cast<double>(data.rows), {&alone_, &workers_})),
        census_(data, static_cast<double>(data.rows), {&alone_, &workers_}) {
    const std::size_t coordinates = model.weights.size() + 1;
    oracle_->set_frame({std::vector<double>(coordinates, 1.0), std::vector<double>(coordinates, 0.0)});
    std::vector<double> weights = model.weights;
    weights.push_back(model.intercept);
    oracle_->restart(weights);
  }

  double risk() { return ask(oracle_->risk()); }
  std::vector<double> excess(const Model& model, const std::vector<Interval>& limits) {
    return ask(census_.exact_excess(model.weights, limits));
  }
  std::vector<double> margins() { return ask(oracle_->margins()); }
  std::vector<double> labels() { return ask(oracle_->labels()); }

 private:
  template <class T>
  T ask(const Sensitive<T>& sealed) {
    return Exact::release(permit_.pay("evaluation"), sealed).value(exposure_);
  }

  SingleProcess alone_;
  Workers workers_{1};
  std::unique_ptr<ReferenceOracle> oracle_;
  Census census_;
  std::vector<std::string> caveats_;  // whoever shows the figures says it too
  Permit permit_ = Grants::exact_answers("evaluation", caveats_, "exact figures computed from the data: not private");
  Exposure exposure_;
};

namespace {

std::vector<Metric> regression_metrics(const std::vector<double>& margins, const std::vector<double>& labels) {
  const double n = static_cast<double>(labels.size());
  const double mean = std::accumulate(labels.begin(), labels.end(), 0.0) / n;
  double squares = 0, absolute = 0, total = 0;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const double residual = margins[i] - labels[i];
    squares += residual * residual;
    absolute += std::abs(residual);
    total += (labels[i] - mean) * (labels[i] - mean);
  }
  return {{"rmse", std::sqrt(squares / n)},
          {"baseline_rmse", std::sqrt(total / n)},
          {"mae", absolute / n},
          {"r2", total > 0 ? 1 - squares / total : 0}};
}

// Twice the log-likelihood of a Poisson distribution that is lost against means that are the labels.
double deviance(const std::vector<double>& means, const std::vector<double>& labels) {
  double sum = 0;
  for (std::size_t i = 0; i < labels.size(); ++i)
    sum += means[i] - labels[i] + (labels[i] > 0 ? labels[i] * std::log(labels[i] / means[i]) : 0);
  return 2 * sum / static_cast<double>(labels.size());
}

std::vector<Metric> count_metrics(const std::vector<double>& means, const std::vector<double>& labels) {
  const double mean = std::accumulate(labels.begin(), labels.end(), 0.0) / static_cast<double>(labels.size());
  std::vector<Metric> metrics{{"deviance", deviance(means, labels)},
                              {"baseline_deviance", deviance(std::vector(labels.size(), mean), labels)}};
  const std::vector<Metric> more = regression_metrics(means, labels);
  metrics.insert(metrics.end(), more.begin(), more.end());
  return metrics;
}

std::vector<Metric> classification_metrics(const std::vector<double>& margins, const std::vector<double>& labels) {
  const double n = static_cast<double>(labels.size());
  double right = 0, positive = 0, said = 0, both = 0;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const bool says = margins[i] > 0, is = labels[i] > 0;
    right += says == is;
    positive += is;
    said += says;
    both += says && is;
  }
  return {{"accuracy", right / n},
          {"baseline_accuracy", std::max(positive, n - positive) / n},
          {"auc", area_under_curve(margins, labels)},
          {"precision", said > 0 ? both / said : 0},
          {"recall", positive > 0 ? both / positive : 0},
          {"positive_rate", positive / n}};
}

Result<double> penalty_of(const Model& model, std::size_t rows) {
  double penalty = 0;
  const Result<void> known =
      with_named<AllPenalties>("penalty", model.penalty, static_cast<double>(rows), [&](const auto& chosen) {
        std::vector<double> times = model.penalty_weights;
        times.resize(model.weights.size(), 1.0);
        const WeightedPenalty weighted(AnyPenalty(chosen), std::move(times));
        for (std::size_t j = 0; j < model.weights.size(); ++j) penalty += weighted.value({j}, model.weights[j]);
      });
  if (!known) return tl::unexpected(known.error());
  return penalty;
}

// The limits of all features in the units of training, if there are any. Rows that were shrunk to a length were so
// after they had been moved, and cannot be moved again.
std::optional<std::vector<Interval>> limits_in_training(const Model& model) {
  if (model.bounds.empty() || model.row_norm) return std::nullopt;
  constexpr double kNever = std::numeric_limits<double>::infinity();
  std::vector<Interval> limits(model.features.size(), Interval{-kNever, kNever});
  std::map<std::string, const Model::Bounds*> by_name;
  for (const Model::Bounds& bounds : model.bounds) by_name[bounds.feature] = &bounds;
  for (std::size_t k = 0; k < limits.size(); ++k) {
    const auto found = by_name.find(model.features[k]);
    if (found == by_name.end()) continue;
    const double level = model.means.empty() ? 0 : model.means[k];
    const double scale = model.means.empty() ? 1 : model.deviations[k];
    limits[k] = {(found->second->low - level) / scale, (found->second->high - level) / scale};
  }
  return limits;
}

}  // namespace

IngestRules rules_for(const Model& model, bool labelled) {
  IngestRules rules;
  // The model file says what two classes are called; that numbers are counts, only the loss knows.
  const Result<ChosenLoss> loss = choose_loss(model.loss);
  rules.task = loss && loss->task == Task::counts ? Task::counts : model.task;
  rules.features = model.features;
  rules.target = model.target;
  rules.labelled = labelled;
  if (model.task == Task::classification) rules.classes = model.classes;
  for (const Model::Bounds& bounds : model.bounds) rules.bounds[bounds.feature] = {bounds.low, bounds.high};
  rules.row_norm = model.row_norm;
  if (!model.means.empty()) rules.standardisation = Standardisation{model.means, model.deviations, model.target_mean};
  return rules;
}

Result<std::vector<double>> margins(const Model& model, const Dataset& data) {
  const Result<ChosenLoss> loss = choose_loss(model.loss);
  if (!loss) return tl::unexpected(loss.error());
  std::vector<double> result = ExactFigures(*loss, model, data).margins();
  // The target was put into other units for training; predictions are in the user's.
  for (double& margin : result) margin += model.target_mean;
  return result;
}

Result<Predictions> predictions(const Model& model, const Dataset& data) {
  Result<std::vector<double>> found = margins(model, data);
  if (!found) return tl::unexpected(found.error());
  const auto mean = choose_loss(model.loss)->mean;
  Predictions result{*std::move(found), {}, mean != nullptr};
  result.values = result.margins;
  if (mean) std::transform(result.margins.begin(), result.margins.end(), result.values.begin(), mean);
  return result;
}

Result<std::vector<Metric>> evaluate(const Model& model, const Dataset& data) {
  const Result<ChosenLoss> loss = choose_loss(model.loss);
  if (!loss) return tl::unexpected(loss.error());
  ExactFigures opened(*loss, model, data);
  const double risk = opened.risk();
  const std::vector<double> scores = opened.margins(), labels = opened.labels();

  const Result<double> penalty = penalty_of(model, data.rows);
  if (!penalty) return tl::unexpected(penalty.error());
  std::vector<Metric> metrics{{"rows", static_cast<double>(data.rows)}, {"loss", risk}, {"objective", risk + *penalty}};
  std::vector<Metric> more;
  if (loss->task == Task::counts) {
    std::vector<double> means(scores.size());
    std::transform(scores.begin(), scores.end(), means.begin(), loss->mean);
    more = count_metrics(means, labels);
  } else {
    more = model.task == Task::regression ? regression_metrics(scores, labels) : classification_metrics(scores, labels);
  }
  metrics.insert(metrics.end(), more.begin(), more.end());
  return metrics;
}

Result<double> objective_of(const Model& model, const Dataset& data) {
  const Result<ChosenLoss> loss = choose_loss(model.loss);
  if (!loss) return tl::unexpected(loss.error());
  const Result<double> penalty = penalty_of(model, data.rows);
  if (!penalty) return penalty;
  ExactFigures opened(*loss, model, data);
  const auto limits = limits_in_training(model);
  if (!limits) return opened.risk() + *penalty;
  const std::vector<double> margins = opened.margins(), excess = opened.excess(model, *limits),
                            labels = opened.labels();
  double sum = 0;
  for (std::size_t i = 0; i < labels.size(); ++i) sum += loss->value(margins[i] - excess[i], labels[i]);
  return sum / static_cast<double>(data.rows) + *penalty;
}

Result<void> check_names(const Model& model) {
  const auto blame_file = [](Error error) {
    error.fault = Fault::data;
    error.message = "the model file: " + error.message;
    return tl::unexpected(std::move(error));
  };
  if (const auto loss = choose_loss(model.loss); !loss) return blame_file(loss.error());
  const Result<void> penalty = with_named<AllPenalties>("penalty", model.penalty, 1.0, [](const auto&) {});
  if (!penalty) return blame_file(penalty.error());
  return {};
}

Result<void> check_target(const Model& model, const std::string& column) {
  for (const std::string& feature : model.features)
    if (feature == column || feature.starts_with(column + "="))
      return wrong(Fault::usage, fmt::format("--target {}: the model predicts from that column", column),
                   model.target.empty() ? "name the column of the labels"
                                        : fmt::format("leave it out: the model predicts '{}'", model.target));
  return {};
}

}  // namespace discreet
