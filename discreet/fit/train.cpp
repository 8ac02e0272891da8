#include "discreet/fit/train.hpp"

#include <algorithm>
#include <cmath>

#include "discreet/base/version.hpp"
#include "discreet/comm/agreement.hpp"
#include "discreet/fit/processes.hpp"
#include "discreet/model/warnings.hpp"
#include "discreet/solver/all.hpp"

namespace discreet {
namespace {

// Smoothness constants are the loss's own times the mean square of a column. They were bought, declared or stamped as
// not accounted, so what follows from them is as public as they are. Other solvers and published recipes keep something
// else in the frame, and a loss whose curvature depends on the level of the labels (counts) takes another constant.
std::vector<double> column_sizes(const Problem& problem, const std::vector<double>& smoothness, std::size_t features) {
  if (problem.recipe || problem.solver == OutputPerturbation::name || problem.solver == ObjectivePerturbation::name ||
      problem.solver == ExactSolver::name || problem.loss.level || std::isinf(problem.budget.epsilon.value) ||
      smoothness.size() < features)
    return {};
  std::vector<double> sizes;
  for (std::size_t k = 0; k < features; ++k) sizes.push_back(std::sqrt(smoothness[k] / problem.loss.smoothness));
  return sizes;
}

// Values are moved into the bounds that were declared, and elsewhere into the limits that were bought, which are in the
// units of training.
void hold_within(Model& model, const Schema& schema, const std::vector<Interval>& limits) {
  for (std::size_t k = 0; k < schema.features.size(); ++k) {
    if (k < schema.bounds.size() && schema.bounds[k]) {
      model.bounds.push_back({schema.features[k], schema.bounds[k]->low, schema.bounds[k]->high});
    } else if (k < limits.size() && std::isfinite(limits[k].high)) {
      const auto& units = schema.standardisation;
      const double scale = units ? units->deviations[k] : 1, level = units ? units->means[k] : 0;
      model.bounds.push_back({schema.features[k], level + scale * limits[k].low, level + scale * limits[k].high});
    }
  }
}

// Whoever follows a run sees its points as a model has them: without the centres that columns were taken less.
class AsInTheModel final : public Progress {
 public:
  AsInTheModel(Progress& seen, const Oracle& oracle, bool intercept)
      : seen_(seen), oracle_(oracle), intercept_(intercept) {}
  void advance(std::uint64_t done, std::uint64_t total) override { seen_.advance(done, total); }
  bool follows() const override { return seen_.follows(); }
  void reached(std::span<const double> weights) override {
    std::vector<double> point(weights.begin(), weights.end());
    if (intercept_)
      for (std::size_t k = 0; k + 1 < point.size(); ++k) point.back() -= oracle_.frame().centres[k] * point[k];
    seen_.reached(point);
  }

 private:
  Progress& seen_;
  const Oracle& oracle_;
  bool intercept_;
};

// Of columns of which nothing was seen, steps that are short beyond reason leave next to nothing: they are where they
// were, or at zero.
void hold(Solution& solution, const RunFacts& facts, const std::vector<std::size_t>& points,
          const std::optional<std::vector<double>>& start) {
  for (const std::size_t k : points) {
    solution.weights.set({k}, 0);
    for (PathPoint& point : solution.path) point.weights[k] = 0;
    if (solution.noise) solution.noise->weights[k] = 0;
  }
  for (const auto& columns : {facts.dropped, facts.outlying})
    for (const std::size_t k : columns) {
      solution.weights.set({k}, start && solution.weights[Coordinate{k}] != 0 ? (*start)[k] : 0);
      for (PathPoint& point : solution.path) point.weights[k] = 0;
    }
}

}  // namespace

std::vector<std::size_t> point_columns(const Schema& schema, std::span<const double> centres) {
  constexpr double kNoDistance = 1e-80;  // the least size that a column is given is smaller
  std::vector<std::size_t> found;
  for (std::size_t k = 0; k < std::min(schema.bounds.size(), centres.size()); ++k) {
    const std::optional<Interval>& bounds = schema.bounds[k];
    if (bounds && bounds->low == bounds->high && std::abs(bounds->low - centres[k]) < kNoDistance) found.push_back(k);
  }
  return found;
}

std::unique_ptr<NoiseSource> noise_for(const Problem& problem, const Communicator& processes) {
  if (problem.noise_seed) return std::make_unique<SeededNoise>(*problem.noise_seed);
  if (processes.ranks() == 1) return std::make_unique<SecureRandom>();
  NoiseSource::Key key = processes.first() ? SharedRandom::fresh_key() : NoiseSource::Key{};
  share_key(processes, key);
  return std::make_unique<SharedRandom>(std::move(key));
}

Model outlined(const Problem& problem, const Dataset& data, const std::vector<Interval>& limits,
               std::vector<std::string> arguments) {
  Model model;
  model.loss = problem.loss.text;
  model.penalty = problem.penalty_text;
  model.penalty_weights = problem.penalty_weights;
  model.task = problem.loss.task;
  model.features = data.schema.features;
  model.target = data.schema.target;
  model.classes = data.schema.classes;
  hold_within(model, data.schema, limits);
  model.row_norm = data.schema.row_norm;
  if (const auto& units = data.schema.standardisation) {
    model.means = units->means;
    model.deviations = units->deviations;
    model.target_mean = units->target_mean;
  }
  model.origin = {data.schema.source, std::move(arguments), kVersion, kCommit};
  return model;
}

void warn(Model& model, const Iterate& weights, RunFacts facts, const Problem& problem, const Schema& schema) {
  facts.started = problem.settings.start.has_value();
  facts.point_target = schema.target_bounds && schema.target_bounds->low == schema.target_bounds->high;
  const auto first = weights.weights().begin();
  model.weights.assign(first, first + static_cast<std::ptrdiff_t>(model.features.size()));
  leave_out(model, facts);
  model.warnings = warnings_of(model, facts);
}

Result<Released<Model>> train(const Dataset& data, const Blueprint& blueprint, const Means& means) {
  const Problem& problem = blueprint.problem;
  Gaussian gaussian(means.source, means.transcript);
  Laplace laplace(means.source, means.transcript);
  Selection selection(means.source, means.transcript);
  Perturbation perturbation(means.source);
  const SingleProcess alone;
  const Communicator& processes = data.processes ? *data.processes : alone;
  Workers workers(threads_for(problem, processes));
  Lots lots(means.source);
  const Machinery machinery{&processes, &workers, &lots, data.elsewhere};
  const Census census(data, problem.normaliser, machinery);
  const std::unique_ptr<DualOracle> oracle =
      problem.loss.oracle(data.sealed, problem.intercept, problem.normaliser, machinery);
  std::vector<double> penalty_weights = problem.penalty_weights;
  penalty_weights.resize(oracle->coordinates(), 1.0);
  if (problem.intercept) penalty_weights.back() = 0;
  const WeightedPenalty penalty(problem.penalty, std::move(penalty_weights));
  AsInTheModel shown(means.progress, *oracle, problem.intercept);
  SolverContext context{*oracle,      census, penalty, gaussian,  means.permit,
                        means.unpaid, shown,  laplace, selection, perturbation};
  const RecipeSources sources{data, means.source, means.transcript};
  if (problem.recipe) context.sources = &sources;
  context.held_within = [&](std::span<const Interval> limits, const std::optional<Interval>& target) {
    Dataset moved{data.schema, data.rows, census.moved_into(limits, target), data.elsewhere, data.processes};
    auto held = std::make_unique<HeldRows>(std::move(moved), problem.normaliser, machinery, nullptr);
    held->oracle = problem.loss.oracle(held->data.sealed, problem.intercept, problem.normaliser, machinery);
    return held;
  };
  Solution solution = blueprint.solver->run(context);

  const std::vector<std::size_t> points = point_columns(data.schema, oracle->frame().centres);
  hold(solution, context.facts, points, problem.settings.start);

  Model model = outlined(problem, data, solution.limits, means.arguments);
  for (const PathPoint& point : solution.path) {
    const std::size_t count = model.features.size();
    Model::Other other{point.factor * problem.strength, problem.intercept ? point.weights.back() : 0,
                       std::vector(point.weights.begin(), point.weights.begin() + static_cast<std::ptrdiff_t>(count))};
    if (problem.intercept)
      for (std::size_t k = 0; k < count; ++k) other.intercept -= oracle->frame().centres[k] * other.weights[k];
    model.path.push_back(std::move(other));
  }
  model.privacy = blueprint.label;
  stamp_noise(model.privacy, means.source);
  stamp_exposure(model.privacy, context.exposure);
  model.solver = description_of(blueprint);
  model.solver.insert(model.solver.end(), solution.notes.begin(), solution.notes.end());
  model.noise = std::move(solution.noise);
  model.sizes = column_sizes(problem, oracle->frame().smoothness, model.features.size());
  for (const std::size_t k : points)
    if (!model.sizes.empty()) model.sizes[k] = 0;
  if (means.afterwards) {
    oracle->set_frame(oracle->frame());  // rows that were shrunk for the solver are as they are again
    oracle->restart(solution.weights.weights());
    means.afterwards(*oracle, gaussian);
  }
  warn(model, solution.weights, context.facts, problem, data.schema);
  processes.note(solution.weights.weights());
  processes.sum({});  // all of them have come to the same point
  // The weights are released numbers, so failing because of them tells nothing more.
  const std::vector<double>& smoothness = oracle->frame().smoothness;
  for (std::size_t j = 0; j < smoothness.size(); ++j)
    if (beyond_reason(solution.weights[Coordinate{j}], smoothness[j]))
      return wrong_afterwards(Fault::usage, "the run diverged: its weights grow without bound",
                              "give a smaller --step, or larger smoothness constants");
  return std::move(solution.weights).finish(std::move(model), problem.intercept, oracle->frame().centres);
}

}  // namespace discreet
