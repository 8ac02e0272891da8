#include "discreet/research/compare/study.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <limits>

#include "discreet/fit/evaluate.hpp"
#include "discreet/fit/fit.hpp"
#include "discreet/io/load.hpp"
#include "discreet/research/compare/settings.hpp"

namespace discreet {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

// Keeps the points that a run went through.
class Follower final : public Progress {
 public:
  explicit Follower(bool follows) : follows_(follows) {}
  void advance(std::uint64_t, std::uint64_t) override {}
  bool follows() const override { return follows_; }
  void reached(std::span<const double> weights) override { points_.emplace_back(weights.begin(), weights.end()); }
  const std::vector<std::vector<double>>& points() const { return points_; }

 private:
  bool follows_;
  std::vector<std::vector<double>> points_;
};

double number_named(const Description& description, std::initializer_list<std::string_view> names) {
  for (const auto& [name, value] : description)
    for (const std::string_view wanted : names)
      if (const double* number = std::get_if<double>(&value); number && name == wanted) return *number;
  return 0;
}

// The published measure: the objective of the weights on the rows as they are. A model that bought limits moves values
// into them when it predicts; scored that way it can be "better" than the best weights for the rows as they are.
double objective_of_weights(Model model, const Dataset& data) {
  model.bounds.clear();
  return objective_of(model, data).value_or(kNever);
}

double finite_or_never(double value) { return std::isfinite(value) ? value : kNever; }

}  // namespace

double Study::error_of(double objective) const { return finite_or_never((objective - optimum_) / optimum_); }

Result<Study> Study::open(const std::string& data, const Options& problem) {
  Study study;
  study.name_ = data;
  study.problem_ = problem_alone(problem);
  const auto rules = ingest_rules(study.problem_);
  if (!rules) return tl::unexpected(rules.error());
  auto loaded = load(data, *rules);
  if (!loaded) return tl::unexpected(loaded.error());
  study.data_ = std::make_shared<const Dataset>(*std::move(loaded));
  Options exact = study.problem_;
  exact.solver = "exact";
  const auto best = fit(*study.data_, exact);
  if (!best)
    return wrong(best.error().fault,
                 fmt::format("there is no reference optimum to compare with: {}", best.error().message),
                 best.error().hint);
  study.best_ = best->value();
  const auto optimum = objective_of(study.best_, *study.data_);
  if (!optimum) return tl::unexpected(optimum.error());
  if (!(*optimum > 0))
    return wrong(Fault::usage, "the optimum of the objective is zero, and errors are relative to it",
                 "give a penalty, or data that no model fits exactly");
  study.optimum_ = *optimum;
  return study;
}

Outcome Study::run(const Options& options, std::uint64_t seed, bool curve) const {
  Options mine = options;
  mine.noise = fmt::format("seeded:{}", seed);
  mine.order_seed = fmt::format("{}", seed);
  mine.threads = "1";
  Follower follower(curve);
  const auto start = std::chrono::steady_clock::now();
  const auto fitted = fit(*data_, mine, follower);
  Outcome outcome;
  outcome.followed = curve;
  outcome.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  // Settings were looked at before the first run, so what is left to go wrong is that the weights ran away.
  outcome.objective = outcome.error = kNever;
  if (!fitted) return outcome;
  const Model& model = fitted->value();
  outcome.objective = finite_or_never(objective_of_weights(model, *data_));
  outcome.error = error_of(outcome.objective);
  outcome.passes = number_named(model.solver, {"passes", "steps", "epochs"});
  outcome.delta = model.privacy.budget.delta.value;
  outcome.spent = model.privacy.spent.value;
  if (model.privacy.claimed) outcome.claimed = model.privacy.claimed->value;
  outcome.weights = model.weights;
  Model passing = model;
  const std::size_t features = model.weights.size();
  for (const std::vector<double>& point : follower.points()) {
    passing.weights.assign(point.begin(), point.begin() + static_cast<std::ptrdiff_t>(features));
    passing.intercept = point.size() > features ? point.back() : 0;
    outcome.curve.push_back(error_of(objective_of_weights(passing, *data_)));
  }
  return outcome;
}

}  // namespace discreet
