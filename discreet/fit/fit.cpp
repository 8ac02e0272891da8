#include "discreet/fit/fit.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "discreet/fit/purse.hpp"
#include "discreet/fit/spec.hpp"
#include "discreet/fit/train.hpp"
#include "discreet/privacy/accountants.hpp"
#include "discreet/privacy/closed_form.hpp"
#include "discreet/privacy/ledger.hpp"
#include "discreet/solver/all.hpp"

namespace discreet {
namespace {

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

Result<std::unique_ptr<Solver>> make_solver(const Problem& problem, const PublicFacts& facts) {
  Result<std::unique_ptr<Solver>> made = unknown_name("solver", problem.solver, AllSolvers::names());
  AllSolvers::any([&]<class S>(std::type_identity<S>) {
    if (S::name != problem.solver) return false;
    if (!std::isfinite(problem.loss.smoothness) && !requires { S::takes_kinks; })
      made = wrong(Fault::usage,
                   fmt::format("--loss {} has a kink and --solver {} needs slopes that change gradually",
                               problem.loss.text, S::name),
                   "use --solver dual --no-intercept --penalty l2:A, or --loss squared-hinge");
    else
      made = S::make(problem.settings, survey_facts(problem, facts));
    return true;
  });
  return made;
}

}  // namespace

SurveyFacts survey_facts(const Problem& problem, const PublicFacts& facts) {
  SurveyFacts survey;
  survey.features = facts.features.size();
  survey.intercept = problem.intercept;
  survey.regression = problem.loss.task != Task::classification;
  survey.sparse = facts.sparse;
  survey.normaliser = problem.normaliser;
  if (problem.neighbours != Neighbours::add_remove) survey.rows = facts.rows;
  // A loss with a kink has none: the frame is then one of the columns' spreads alone.
  survey.loss_smoothness = std::isfinite(problem.loss.smoothness) ? problem.loss.smoothness : 1;
  survey.dual = problem.loss.dual;
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
  auto blueprint = draw(*std::move(problem), facts);
  if (blueprint && options.strict && !blueprint->label.notices.empty())
    return wrong(Fault::precondition, fmt::format("--strict refuses this fit: {}", blueprint->label.notices[0]),
                 "use --recipe sound, or leave out --strict");
  return blueprint;
}

Result<Blueprint> draw(Problem problem, const PublicFacts& facts) {
  auto solver = make_solver(problem, facts);
  if (!solver) return tl::unexpected(solver.error());
  Outline outline{problem.neighbours, {}};
  (*solver)->plan(outline);
  // A published recipe is judged by the best accountant there is, whatever it claims.
  const std::shared_ptr<const Accountant> accountant =
      problem.settings.recipe == Recipe::paper ? std::make_shared<TightAccountant>() : problem.accountant;
  Result<Plan> plan;
  std::optional<Epsilon> claimed;
  if (uses_closed_form(problem)) {
    auto published = closed_form(problem.budget, outline, published_noise(problem));
    if (!published) return tl::unexpected(published.error());
    plan = std::move(published->plan);
    claimed = published->claimed;
  } else {
    plan = calibrate(*accountant, problem.budget, outline);
  }
  if (!plan) return tl::unexpected(plan.error());

  PrivacyLabel label;
  label.budget = problem.budget;
  label.accountant = accountant->name() == "tight" ? TightAccountant::decided_by(*plan) : accountant->name();
  label.mu = composed_mu(*plan);
  label.spent = accountant->epsilon(*plan, problem.budget.delta);
  if (claimed && !std::isfinite(label.spent.value))
    return wrong(Fault::precondition, "nothing finite can be proved of the published recipe at this budget",
                 "use --recipe sound");
  if (claimed) note_claim(label, *claimed);
  label.plan = *plan;
  double shares = 0;
  for (const Outline::Line& line : outline.lines) shares += line.share;
  for (const Outline::Line& line : outline.lines) label.shares.push_back(line.share / shares);
  label.facts = problem.facts;
  label.caveats = problem.caveats;
  label.noise = problem.noise_seed ? "seeded generator, for experiments" : "ChaCha20, keyed by the operating system";
  label.tuning =
      "scales and thresholds that the program chose are among the releases; options that were given are taken as "
      "chosen without looking at this data";
  const Budget granted{
      problem.settings.recipe == Recipe::paper ? std::max(label.spent, label.budget.epsilon) : label.budget.epsilon,
      label.budget.delta};
  const Prospect outlook = prospect(survey_facts(problem, facts));
  return Blueprint{
      std::move(problem), *std::move(solver), *std::move(plan), std::move(label), accountant, granted, outlook};
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

  const bool unaccounted = problem.settings.smoothness == SmoothnessSource::from_data;
  auto purse = purse_for(options, "fit", problem.neighbours);
  if (!purse) return tl::unexpected(purse.error());
  if (*purse)
    if (const auto fine = chargeable(blueprint->label.caveats, unaccounted); !fine) return tl::unexpected(fine.error());
  // Paid in full before anything looks at a row.
  Ledger ledger(*blueprint->accountant, blueprint->granted, purse->get());
  auto permit = ledger.authorize(blueprint->plan);
  if (!permit) return tl::unexpected(permit.error());
  std::optional<Permit> unpaid;
  if (unaccounted)
    unpaid = permit_for_exact_answers(std::string(SolverContext::kUnpaid), blueprint->label.caveats,
                                      "smoothness and centres from the data: not accounted");

  const std::unique_ptr<NoiseSource> source = noise_for(problem);
  return train(data, *blueprint, {*permit, unpaid ? &*unpaid : nullptr, *source, progress, as_arguments(options)});
}

Result<Released<Model>> fit(const Dataset& data, const Options& options) {
  Silent silent;
  return fit(data, options, silent);
}

}  // namespace discreet
