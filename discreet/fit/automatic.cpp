#include "discreet/fit/automatic.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "discreet/fit/spec.hpp"
#include "discreet/fit/survey_facts.hpp"
#include "discreet/solver/all.hpp"
#include "discreet/solver/prospect.hpp"

namespace discreet {
namespace {

// Beyond this the noise of all slopes together hides a signal that few features may still show.
constexpr double kDrowned = 0.5;
// Below this the noise does no harm that a solver would have to guard against.
constexpr double kNegligible = 0.05;
// And below this it is so faint that shrinking by it would be seen.
constexpr double kFaint = 1e-4;
// Fewer features are not many to choose among.
constexpr std::size_t kMany = 50;
// A choice among p features needs about this many rows, in units of the noise, times log p.
constexpr double kRowsForAChoice = 4.5;
// Without a kink all features are in every step of the exact solver, and so many are too many for a matrix.
constexpr std::size_t kMostAtOnce = 8000;
constexpr double kLeastChoices = 10, kMostChoices = 200;

double affordable_choices(const AutomaticFacts& f) {
  return std::round(f.certainty / (kRowsForAChoice * std::log(static_cast<double>(f.features) + 1)));
}

struct Rule {
  bool (*applies)(const AutomaticFacts&);
  std::string_view solver;
  std::string_view reason;
};

// The first row that applies.
constexpr Rule kTable[] = {
    {[](const AutomaticFacts& f) { return f.exactly; }, ExactSolver::name, "no noise: the optimum itself"},
    {[](const AutomaticFacts& f) { return !f.noise && f.features > MetricPurchase::kMostColumns; },
     CoordinateDescent::name, "no noise, and too many features for a matrix of their products"},
    {[](const AutomaticFacts& f) { return !f.noise; }, Newton::name, "no noise: the fewest steps"},
    {[](const AutomaticFacts& f) {
       return f.noise_to_signal > kDrowned && f.kinked && f.features >= kMany && affordable_choices(f) >= kLeastChoices;
     },
     Greedy::name, "the noise of all slopes together would drown them, and the penalty expects few features to matter"},
    {[](const AutomaticFacts& f) { return f.posterior && f.noise_to_signal > kFaint; }, Bayes::name,
     "as far from the constant model as the noise lets slopes be seen"},
    {[](const AutomaticFacts& f) { return f.features < MetricPurchase::kMostColumns; }, Newton::name,
     "few enough features for a matrix of their products"},
    {[](const AutomaticFacts& f) { return f.noise_to_signal <= kNegligible; }, CoordinateDescent::name,
     "too many features for a matrix of their products, and rows enough for all slopes"},
    {[](const AutomaticFacts& f) { return f.features <= Newton::kMostFeatures; }, Newton::name,
     "too many features for a matrix of their products: short steps, which the noise cannot lead far"},
    {[](const AutomaticFacts&) { return true; }, Greedy::name,
     "far more features than the noise lets anybody see: only the few largest slopes can be"},
};

struct Asked {
  std::string Options::*field;
  std::string_view usual, option, solver;
};
// Options that say which solver is meant.
constexpr Asked kAsked[] = {
    {&Options::path, "none", "--path", Moments::name},
    {&Options::recipe, "sound", "--recipe", CoordinateDescent::name},
    {&Options::order, "auto", "--order", CoordinateDescent::name},
    {&Options::clip_rule, "auto", "--clip-rule", CoordinateDescent::name},
    {&Options::budget_weights, "uniform", "--budget-weights", CoordinateDescent::name},
    {&Options::average, "none", "--average", CoordinateDescent::name},
    {&Options::block, "full", "--block", BlockDescent::name},
    {&Options::momentum, "auto", "--momentum", BlockDescent::name},
    {&Options::sketch, "plain", "--sketch", BlockDescent::name},
    {&Options::schedule, "constant", "--schedule", BlockDescent::name},
    {&Options::rule, "gs-s", "--rule", Greedy::name},
    {&Options::batch, "auto", "--batch", StochasticDescent::name},
    {&Options::sampling, "poisson", "--sampling", StochasticDescent::name},
    {&Options::step_schedule, "auto", "--step-schedule", StochasticDescent::name},
    {&Options::radius, "", "--radius", FrankWolfe::name},
};

// Whether the penalty can hold weights at zero, as far as its name tells.
bool kinked(const std::string& penalty) {
  const std::string name = split_spec(penalty).name;
  return name == "l1" || name == "elastic-net" || name == "l1-box";
}

// Whether nothing was asked for that Bayes does not know; what is settled already it sees itself.
bool plain(const Options& options) {
  const Options usual;
  const std::string penalty = split_spec(options.penalty).name;
  return penalty != "box" && penalty != "l1-box" && options.row_norm == usual.row_norm &&
         options.standardise == usual.standardise && options.start == usual.start && options.passes == usual.passes &&
         options.step == usual.step && options.clip == usual.clip && options.ridge == usual.ridge &&
         options.metric == usual.metric;
}

}  // namespace

void note_asked(const Options& options, AutomaticFacts& facts) {
  if (options.passes.starts_with("theory")) {
    facts.asked = "--passes theory";
    facts.asked_of = CoordinateDescent::name;
  }
  if (options.accounting == "paper") {
    facts.asked = "--accounting paper";
    facts.asked_of = CoordinateDescent::name;
  }
  for (const Asked& row : kAsked)
    if (options.*row.field != row.usual) {
      facts.asked = row.option;
      facts.asked_of = row.solver;
    }
}

Automatic choose_solver(const AutomaticFacts& facts) {
  if (facts.bent_loss) return {DualAscent::name, "auto: the loss has a kink, which the rows' dual variables take", {}};
  if (!facts.asked.empty()) return {facts.asked_of, fmt::format("auto: {} is its option", facts.asked), {}};
  const Rule& row =
      *std::find_if(std::begin(kTable), std::end(kTable), [&](const Rule& r) { return r.applies(facts); });
  Automatic choice{row.solver, fmt::format("auto: {}", row.reason), {}};
  if (facts.processes > 1 && row.solver == CoordinateDescent::name) {
    choice.solver = BlockDescent::name;
    choice.reason += fmt::format("; over {} processes full steps, one message each", facts.processes);
  }
  if (row.solver == Greedy::name) {
    choice.passes = static_cast<std::size_t>(std::clamp(affordable_choices(facts), 2.0, kMostChoices));
  }
  return choice;
}

void settle_automatic(const Options& options, const PublicFacts& facts, Problem& problem) {
  problem.solver = Newton::name;
  if (!problem.accountant) return;  // the budget is wrong, and whoever asked will say so
  const SurveyFacts survey = survey_facts(problem, facts);
  AutomaticFacts known;
  known.features = survey.features;
  known.noise = std::isfinite(problem.budget.epsilon.value);
  known.posterior = plain(options) && Bayes::suits(problem.settings, survey).has_value();
  known.kinked = kinked(options.penalty);
  // It runs in one process, and has no use for options of descents.
  known.exactly = !known.noise && facts.processes == 1 && unused_by(ExactSolver::name, options).empty() &&
                  (known.kinked || known.features <= kMostAtOnce);
  known.bent_loss = !std::isfinite(problem.loss.smoothness);
  known.noise_to_signal = prospect(survey).noise_to_signal;
  known.certainty = survey.certainty();
  known.processes = facts.processes;
  note_asked(options, known);
  const Automatic choice = choose_solver(known);
  problem.solver = choice.solver;
  problem.chosen = choice.reason;
  problem.settings.passes = choice.passes;
}

}  // namespace discreet
