#include "discreet/fit/fit.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "discreet/fit/spec.hpp"
#include "discreet/privacy/accountants.hpp"
#include "discreet/privacy/closed_form.hpp"
#include "discreet/privacy/ledger.hpp"
#include "discreet/solver/all.hpp"

namespace discreet {
namespace {

// A weight times the scale of its column; a run that gets here will not come back.
constexpr double kBeyondReason = 1e120;

bool uses_closed_form(const Problem& problem) {
  return problem.settings.closed_form && std::isfinite(problem.budget.epsilon.value);
}

// The published recipe of greedy computes its noise by advanced composition, unless it is told to take the closed form.
PublishedNoise published_noise(const Problem& problem) {
  const bool composes = problem.settings.recipe == Recipe::paper && problem.solver == Greedy::name;
  return composes && problem.accountant->name() != "paper" ? PublishedNoise::composed : PublishedNoise::closed;
}

// What the publication claims, beside what is proved; and a word where it claims too little.
void note_claim(PrivacyLabel& label, Epsilon claimed) {
  label.claimed = claimed;
  if (label.spent > label.budget.epsilon)
    label.notices.push_back(fmt::format(
        "the published recipe claims epsilon {:.6g}; what is proved of it is epsilon {:.6g}, which is what was spent",
        claimed.value, label.spent.value));
}

SurveyFacts survey_facts(const Problem& problem, const PublicFacts& facts) {
  SurveyFacts survey;
  survey.features = facts.features.size();
  survey.intercept = problem.intercept;
  survey.regression = problem.loss.task != Task::classification;
  survey.sparse = facts.sparse;
  survey.normaliser = problem.normaliser;
  if (problem.neighbours != Neighbours::add_remove) survey.rows = facts.rows;
  survey.loss_smoothness = problem.loss.smoothness;
  survey.steepest = problem.loss.steepest;
  survey.quadratic = problem.loss.quadratic;
  survey.loss = problem.loss.text;
  survey.bend = problem.settings.strong_convexity;
  survey.zero_is_allowed = std::isfinite(problem.penalty.value(0));
  survey.epsilon = problem.budget.epsilon;
  survey.first_slope = std::abs(problem.loss.derivative(0, 1));
  survey.first_value = problem.loss.value(0, 1);
  survey.level = problem.loss.level;
  if (survey.level)
    survey.curvature_at = [curvature = problem.loss.curvature](double margin) { return curvature(margin, 0); };
  survey.neighbours = problem.neighbours;
  const PaperAccountant paper;
  const bool published = uses_closed_form(problem);
  survey.budget = published && published_noise(problem) == PublishedNoise::closed
                      ? closed_form_mu(problem.budget)
                      : affordable_mu(published ? paper : *problem.accountant, problem.budget);
  survey.bounds = facts.bounds;
  survey.target_bounds = facts.target_bounds;
  return survey;
}

Result<std::unique_ptr<Solver>> make_solver(const Problem& problem, const PublicFacts& facts) {
  Result<std::unique_ptr<Solver>> made = unknown_name("solver", problem.solver, AllSolvers::names());
  AllSolvers::any([&]<class S>(std::type_identity<S>) {
    if (S::name != problem.solver) return false;
    made = S::make(problem.settings, survey_facts(problem, facts));
    return true;
  });
  return made;
}

}  // namespace

namespace {

// Values are moved into the bounds that were declared, and elsewhere into the limits that were bought, which are in the
// units of training.
void hold_within(Model& model, const Schema& schema, const std::vector<Interval>& limits) {
  for (std::size_t k = 0; k < schema.features.size(); ++k) {
    if (k < schema.bounds.size() && schema.bounds[k]) {
      model.bounds.push_back({schema.features[k], schema.bounds[k]->low, schema.bounds[k]->high});
    } else if (k < limits.size()) {
      const auto& units = schema.standardisation;
      const double scale = units ? units->deviations[k] : 1, level = units ? units->means[k] : 0;
      model.bounds.push_back({schema.features[k], level + scale * limits[k].low, level + scale * limits[k].high});
    }
  }
}

}  // namespace

Description description_of(const Blueprint& blueprint) {
  Description text = blueprint.solver->description();
  if (!blueprint.problem.chosen.empty()) text.insert(text.begin() + 1, {"chosen", blueprint.problem.chosen});
  return text;
}

PublicFacts public_facts(const Dataset& data) {
  return {data.rows,
          data.schema.features,
          data.schema.bounds,
          data.schema.target_bounds,
          data.schema.classes_guessed,
          data.sparse(),
          data.schema.width_guessed};
}

Result<Blueprint> draw(const Options& options, const PublicFacts& facts) {
  auto problem = settle(options, facts);
  if (!problem) return tl::unexpected(problem.error());
  auto solver = make_solver(*problem, facts);
  if (!solver) return tl::unexpected(solver.error());
  Outline outline{problem->neighbours, {}};
  (*solver)->plan(outline);
  // A published recipe is judged by the best accountant there is, whatever it claims.
  const std::shared_ptr<const Accountant> accountant =
      problem->settings.recipe == Recipe::paper ? std::make_shared<TightAccountant>() : problem->accountant;
  Result<Plan> plan;
  std::optional<Epsilon> claimed;
  if (uses_closed_form(*problem)) {
    auto published = closed_form(problem->budget, outline, published_noise(*problem));
    if (!published) return tl::unexpected(published.error());
    plan = std::move(published->plan);
    claimed = published->claimed;
  } else {
    plan = calibrate(*accountant, problem->budget, outline);
  }
  if (!plan) return tl::unexpected(plan.error());

  PrivacyLabel label;
  label.budget = problem->budget;
  label.accountant = accountant->name() == "tight" ? TightAccountant::decided_by(*plan) : accountant->name();
  label.mu = composed_mu(*plan);
  label.spent = accountant->epsilon(*plan, problem->budget.delta);
  if (claimed && !std::isfinite(label.spent.value))
    return wrong(Fault::precondition, "nothing finite can be proved of the published recipe at this budget",
                 "use --recipe sound");
  if (claimed) note_claim(label, *claimed);
  if (options.strict && !label.notices.empty())
    return wrong(Fault::precondition, fmt::format("--strict refuses this fit: {}", label.notices[0]),
                 "use --recipe sound, or leave out --strict");
  label.plan = *plan;
  double shares = 0;
  for (const Outline::Line& line : outline.lines) shares += line.share;
  for (const Outline::Line& line : outline.lines) label.shares.push_back(line.share / shares);
  label.facts = problem->facts;
  label.caveats = problem->caveats;
  label.noise = problem->noise_seed ? "seeded generator, for experiments" : "ChaCha20, keyed by the operating system";
  label.tuning =
      "scales and thresholds that the program chose are among the releases; options that were given are taken as "
      "chosen without looking at this data";
  const Budget granted{
      problem->settings.recipe == Recipe::paper ? std::max(label.spent, label.budget.epsilon) : label.budget.epsilon,
      label.budget.delta};
  const Prospect outlook = prospect(survey_facts(*problem, facts));
  return Blueprint{
      *std::move(problem), *std::move(solver), *std::move(plan), std::move(label), accountant, granted, outlook};
}

Result<Released<Model>> fit(const Dataset& data, const Options& options, Progress& progress) {
  auto blueprint = draw(options, public_facts(data));
  if (!blueprint) return tl::unexpected(blueprint.error());
  const Problem& problem = blueprint->problem;

  // The same weights would mean the opposite.
  if (problem.settings.start && problem.start_classes != data.schema.classes)
    return wrong(Fault::data,
                 fmt::format("{}: the model has other classes than the data, or in another order", options.start),
                 "declare them as the model has them with --classes or --positive");

  // Paid in full before anything looks at a row.
  Ledger ledger(*blueprint->accountant, blueprint->granted);
  auto permit = ledger.authorize(blueprint->plan);
  if (!permit) return tl::unexpected(permit.error());
  std::optional<Permit> unpaid;
  if (problem.settings.smoothness == SmoothnessSource::from_data)
    unpaid = permit_for_exact_answers(std::string(SolverContext::kUnpaid), blueprint->label.caveats,
                                      "smoothness and centres from the data: not accounted");

  const std::unique_ptr<NoiseSource> source =
      problem.noise_seed ? std::unique_ptr<NoiseSource>(std::make_unique<SeededNoise>(*problem.noise_seed))
                         : std::make_unique<SecureRandom>();
  Gaussian gaussian(*source);
  Laplace laplace(*source);
  Selection selection(*source);
  NoisyMax noisy_max(*source);
  Perturbation perturbation(*source);
  const SingleProcess alone;
  Workers workers(problem.threads);
  Lots lots(*source);
  const Machinery machinery{&alone, &workers, &lots};
  const Census census(data, problem.normaliser, machinery);
  const std::unique_ptr<Oracle> oracle =
      problem.loss.oracle(data.sealed, problem.intercept, problem.normaliser, machinery);
  std::vector<double> penalty_weights = problem.penalty_weights;
  penalty_weights.resize(oracle->coordinates(), 1.0);
  if (problem.intercept) penalty_weights.back() = 0;
  const WeightedPenalty penalty(problem.penalty, std::move(penalty_weights));
  SolverContext context{*oracle,  census,  penalty,   gaussian,  *permit,     unpaid ? &*unpaid : nullptr,
                        progress, laplace, selection, noisy_max, perturbation};
  Solution solution = blueprint->solver->run(context);

  Model model;
  model.loss = problem.loss.text;
  model.penalty = problem.penalty_text;
  model.penalty_weights = problem.penalty_weights;
  model.task = problem.loss.task;
  model.features = data.schema.features;
  model.target = data.schema.target;
  model.classes = data.schema.classes;
  hold_within(model, data.schema, solution.limits);
  if (const auto& units = data.schema.standardisation) {
    model.means = units->means;
    model.deviations = units->deviations;
    model.target_mean = units->target_mean;
  }
  for (const PathPoint& point : solution.path) {
    const std::size_t count = model.features.size();
    Model::Other other{point.factor * problem.strength, problem.intercept ? point.weights.back() : 0,
                       std::vector(point.weights.begin(), point.weights.begin() + static_cast<std::ptrdiff_t>(count))};
    if (problem.intercept)
      for (std::size_t k = 0; k < count; ++k) other.intercept -= oracle->frame().centres[k] * other.weights[k];
    model.path.push_back(std::move(other));
  }
  model.privacy = std::move(blueprint->label);
  model.solver = description_of(*blueprint);
  model.solver.insert(model.solver.end(), solution.notes.begin(), solution.notes.end());
  // The weights are released numbers, so failing because of them tells nothing more.
  const std::vector<double>& smoothness = oracle->frame().smoothness;
  for (std::size_t j = 0; j < smoothness.size(); ++j)
    if (!(std::sqrt(smoothness[j]) * std::abs(solution.weights[Coordinate{j}]) < kBeyondReason))
      return wrong(Fault::usage, "the run diverged: its weights grow without bound",
                   "give a smaller --step, or larger smoothness constants");
  return std::move(solution.weights).finish(std::move(model), problem.intercept, oracle->frame().centres);
}

Result<Released<Model>> fit(const Dataset& data, const Options& options) {
  Silent silent;
  return fit(data, options, silent);
}

}  // namespace discreet
