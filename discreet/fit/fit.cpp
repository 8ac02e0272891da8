#include "discreet/fit/fit.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "discreet/accounting/accountants.hpp"
#include "discreet/comm/agreement.hpp"
#include "discreet/fit/delta.hpp"
#include "discreet/fit/grants.hpp"
#include "discreet/fit/priced_plan.hpp"
#include "discreet/fit/publications.hpp"
#include "discreet/fit/purse.hpp"
#include "discreet/fit/spec.hpp"
#include "discreet/fit/survey_facts.hpp"
#include "discreet/fit/train.hpp"
#include "discreet/privacy/ledger.hpp"
#include "discreet/solver/all.hpp"

namespace discreet {
namespace {

// What the publication claims, beside what is proved; and a word where it claims too little.
void note_claim(PrivacyLabel& label, Epsilon claimed) {
  label.claimed = claimed;
  if (label.spent > label.budget.epsilon)
    label.notices.push_back(fmt::format(
        "the published recipe claims epsilon {:.6g}; what is proved of it is epsilon {:.6g}, which is what was spent",
        claimed.value, label.spent.value));
}

Result<std::unique_ptr<Solver>> make_solver(const Problem& problem, const PublicFacts& facts) {
  std::vector<std::string_view> names = AllSolvers::names();
  names.insert(names.begin(), "auto");
  Result<std::unique_ptr<Solver>> made = unknown_name("solver", problem.solver, names);
  AllSolvers::any([&]<class S>(std::type_identity<S>) {
    if (S::name != problem.solver) return false;
    if (!std::isfinite(problem.loss.smoothness) && !requires { S::takes_kinks; })
      made = wrong(Fault::usage,
                   fmt::format("--loss {} has a kink and --solver {} needs slopes that change gradually",
                               problem.loss.text, S::name),
                   "use --solver dual --no-intercept --penalty l2:A, or --loss squared-hinge");
    else if (problem.recipe)
      made = problem.publications->recipe(problem, survey_facts(problem, facts));
    else
      made = S::make(problem.settings, survey_facts(problem, facts));
    return true;
  });
  if (!made && !problem.chosen.empty() && !std::isfinite(problem.loss.smoothness)) {
    Error error = made.error();
    error.message = fmt::format("--loss {} is for dual solvers alone: {}", problem.loss.text, error.message);
    return tl::unexpected(std::move(error));
  }
  return made;
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
          data.schema.classes_from_data,
          data.sparse(),
          data.schema.width_from_data,
          data.processes ? data.processes->ranks() : 1,
          data.schema.classes[0].empty()
              ? std::vector<std::string>()
              : std::vector<std::string>(data.schema.classes.begin(), data.schema.classes.end()),
          data.precision()};
}

Result<Blueprint> draw(const Options& options, const PublicFacts& facts) {
  auto problem = settle(options, facts);
  if (!problem) return tl::unexpected(problem.error());
  return strictly(options, facts, draw(*std::move(problem), facts));
}

Result<Blueprint> strictly(const Options& options, const PublicFacts& facts, Result<Blueprint> blueprint) {
  // What was declared is named in the label and is no reason: that a claim does not hold is.
  if (blueprint && options.strict && blueprint->label.notices.size() > blueprint->problem.notices.size())
    return wrong(Fault::precondition, fmt::format("--strict refuses this fit: {}", blueprint->label.notices[0]),
                 "use --recipe sound, or leave out --strict");
  if (blueprint && options.strict) {
    const Problem& problem = blueprint->problem;
    if (const auto fine = refuse_large_delta(problem.budget.delta, public_number_of_rows(problem, facts)); !fine)
      return tl::unexpected(fine.error());
  }
  if (blueprint && options.strict && !blueprint->label.is_private())
    return wrong(Fault::precondition,
                 fmt::format("--strict refuses this fit: {}", blueprint->label.all_caveats().front()),
                 "give a smaller --epsilon or --delta, or leave out --strict");
  return blueprint;
}

Result<Blueprint> draw(Problem problem, const PublicFacts& facts) {
  auto solver = make_solver(problem, facts);
  if (!solver) return tl::unexpected(solver.error());
  return draw_with(std::move(problem), facts, *std::move(solver));
}

Result<Outline> outline_of(const Problem& problem, const PublicFacts& facts) {
  const auto solver = make_solver(problem, facts);
  if (!solver) return tl::unexpected(solver.error());
  Outline outline{problem.neighbours, {}};
  (*solver)->plan(outline);
  return outline;
}

Result<Blueprint> draw_with(Problem problem, const PublicFacts& facts, std::unique_ptr<Solver> solver) {
  Outline outline{problem.neighbours, {}};
  solver->plan(outline);
  // A published recipe is judged by the best accountant there is, whatever it claims.
  const std::shared_ptr<const Accountant> accountant =
      problem.recipe ? std::make_shared<TightAccountant>() : problem.accountant;
  Result<PricedPlan> priced;
  std::optional<Epsilon> claimed;
  if (uses_closed_form(problem)) {
    auto published = problem.publications->plan(problem, outline);
    if (!published) return tl::unexpected(published.error());
    const Epsilon spent = accountant->epsilon(published->plan, problem.budget.delta);
    priced = PricedPlan{std::move(published->plan), spent};
    claimed = published->claimed;
  } else {
    priced = priced_plan(*accountant, problem.budget, outline);
  }
  if (!priced) return tl::unexpected(priced.error());
  Plan& plan = priced->plan;

  PrivacyLabel label;
  label.budget = problem.budget;
  if (problem.normaliser > 0) label.rows = problem.normaliser;
  label.accountant = accountant->name() == "tight" ? TightAccountant::decided_by(plan) : accountant->name();
  label.mu = composed_mu(plan);
  label.spent = priced->spent;
  if (claimed && !std::isfinite(label.spent.value))
    return wrong(Fault::precondition, "nothing finite can be proved of the published recipe at this budget",
                 "use --recipe sound");
  if (const auto fine = check_grids(plan); !fine) return tl::unexpected(fine.error());
  if (const auto fine = solver->check(plan); !fine) return tl::unexpected(fine.error());
  if (claimed) note_claim(label, *claimed);
  label.plan = plan;
  double shares = 0;
  for (const Outline::Line& line : outline.lines) shares += line.share;
  for (const Outline::Line& line : outline.lines) label.shares.push_back(line.share / shares);
  label.facts = problem.facts;
  label.caveats = problem.caveats;
  label.notices.insert(label.notices.end(), problem.notices.begin(), problem.notices.end());
  label.noise = noise_text(problem.noise_seed.has_value());
  label.tuning =
      "scales and thresholds that the program chose are among the releases; options that were given are taken as "
      "chosen without looking at this data";
  const Budget granted{problem.recipe ? std::max(label.spent, label.budget.epsilon) : label.budget.epsilon,
                       label.budget.delta};
  const Prospect outlook = prospect(survey_facts(problem, facts));
  return Blueprint{std::move(problem), std::move(solver), std::move(plan), std::move(label),
                   accountant,         granted,           outlook};
}

Result<Paid> pay(const Dataset& data, const Options& options, Blueprint& blueprint, const Communicator& processes) {
  if (processes.ranks() > 1) {
    // One process pays for all of them; the others spend what they know to be paid for.
    Options unnamed = options;
    unnamed.ledger = unnamed.dataset = "";
    unnamed.other_data = false;
    return agreed(processes, pay(data, processes.first() ? options : unnamed, blueprint));
  }
  const Problem& problem = blueprint.problem;
  auto purse = purse_for(options, problem.neighbours, fit_of(data, options, problem.neighbours, problem.loss.text));
  if (!purse) return tl::unexpected(purse.error());
  if (*purse) {
    const bool unaccounted = problem.settings.smoothness == SmoothnessSource::from_data;
    if (const auto fine = chargeable(blueprint.label.caveats, unaccounted); !fine) return tl::unexpected(fine.error());
  }
  Ledger ledger = Grants::budget(*blueprint.accountant, blueprint.granted, purse->get());
  auto permit = ledger.authorize(blueprint.plan);
  if (!permit) return tl::unexpected(permit.error());
  Paid paid{*std::move(permit), std::nullopt};
  if (problem.settings.smoothness == SmoothnessSource::from_data)
    paid.unpaid = Grants::exact_answers(std::string(SolverContext::kUnpaid), blueprint.label.caveats,
                                        "smoothness and centres from the data: not accounted");
  return paid;
}

Result<Released<Model>> fit(const Dataset& data, const Options& options, Progress& progress) {
  const SingleProcess alone;
  const Communicator& processes = data.processes ? *data.processes : alone;
  auto blueprint = agreed(processes, draw(options, public_facts(data)));
  if (!blueprint) return tl::unexpected(blueprint.error());
  const Problem& problem = blueprint->problem;

  // The same weights would mean the opposite.
  if (problem.settings.start && problem.start_classes != data.schema.classes)
    return wrong(Fault::data,
                 fmt::format("{}: the model has other classes than the data, or in another order", options.start),
                 "declare them as the model has them with --classes");

  auto paid = pay(data, options, *blueprint, processes);
  if (!paid) return tl::unexpected(paid.error());
  const std::unique_ptr<NoiseSource> source = noise_for(problem, processes);
  return train(data, *blueprint,
               {paid->permit, paid->unpaid ? &*paid->unpaid : nullptr, *source, progress, as_arguments(options)});
}

Result<Released<Model>> fit(const Dataset& data, const Options& options) {
  Silent silent;
  return fit(data, options, silent);
}

}  // namespace discreet
