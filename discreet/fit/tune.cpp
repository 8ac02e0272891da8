#include "discreet/fit/tune.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "discreet/accounting/concentrated.hpp"
#include "discreet/fit/grants.hpp"
#include "discreet/fit/purse.hpp"
#include "discreet/fit/survey_facts.hpp"
#include "discreet/fit/train.hpp"
#include "discreet/mechanism/trials.hpp"

namespace discreet {
namespace {

constexpr std::string_view kScore = "score";
// Of what a trial may spend, the part that its score gets; and of a single fit, what it takes to see how large losses
// are in a regression.
constexpr double kScoreShare = 0.1, kTargetShare = 0.02;
// Losses above so many times that of a model without weights count as that.
constexpr double kMostLoss = 4;

Budget of_rho(double rho, Delta delta) { return {{rho}, delta}; }

// What it takes to learn the spread of the target, and how it is asked.
struct Look {
  Survey survey;
  Plan plan;
};

Result<Look> look_at_target(const Problem& problem, const PublicFacts& facts, double rho) {
  SurveyFacts known = survey_facts(problem, facts);
  Outline outline{problem.neighbours, {}};
  const double share = Survey(known).plan_target(outline);
  if (outline.lines.empty()) return Look{Survey(known), {problem.neighbours, {}}};
  known.budget = {std::sqrt(2 * rho / share)};
  const auto plan = calibrate(RhoAccountant(), of_rho(rho, problem.budget.delta), outline);
  if (!plan) return tl::unexpected(plan.error());
  return Look{Survey(known), *plan};
}

// The problem as one trial sees it.
Problem within_trial(Problem problem, double rho) {
  problem.budget.epsilon = {(1 - kScoreShare) * rho};
  problem.accountant = std::make_shared<RhoAccountant>();
  return problem;
}

PlanLine score_line(double rho) {
  return {std::string(kScore), GaussianEvent{{1 / std::sqrt(2 * kScoreShare * rho)}}, 1, 1};
}

// Of all candidates, each once.
std::string losses_of(const TuningPlan& plan) {
  std::vector<std::string> losses;
  for (const TrialCandidate& candidate : plan.candidates)
    if (std::find(losses.begin(), losses.end(), candidate.options.loss) == losses.end())
      losses.push_back(candidate.options.loss);
  return fmt::format("{}", fmt::join(losses, ", "));
}

// The largest loss that counts, from what was released about the target.
double most_loss(const Problem& problem, const Scales& scales) {
  if (problem.loss.task == Task::classification) return kMostLoss * problem.loss.value(0, 1);
  const double level = problem.intercept ? 0 : scales.target_centre;
  return kMostLoss * problem.loss.value(std::hypot(scales.target_spread, level), 0);
}

// What random batches and approximate releases cost is not concentrated, and only what is adds up over trials.
Result<void> refuse_unconcentrated(const Problem& problem, const PublicFacts& facts) {
  const auto outline = outline_of(problem, facts);
  if (!outline) return tl::unexpected(outline.error());
  const auto batches = [](const Outline::Line& line) {
    return line.answer == Outline::Answer::poisson_batch || line.answer == Outline::Answer::fixed_batch;
  };
  const auto approximate = [](const Outline::Line& line) { return line.answer == Outline::Answer::approximate; };
  if (std::any_of(outline->lines.begin(), outline->lines.end(), approximate))
    return wrong(Fault::usage, "its (epsilon, delta) does not add up over trials",
                 "try solvers with Gaussian answers: cd, block, moments, newton, greedy");
  if (std::none_of(outline->lines.begin(), outline->lines.end(), batches)) return {};
  return wrong(Fault::usage, "what its random batches cost does not add up over trials",
               "try solvers without random batches: cd, block, moments, newton, greedy");
}

Result<void> refuse(const Problem& problem) {
  if (problem.publications)
    return wrong(Fault::usage, "published recipes and closed forms are not tuned", "leave them out");
  if (problem.settings.smoothness == SmoothnessSource::from_data)
    return wrong(Fault::usage, "smoothness from the data is not accounted, and trials are",
                 "leave out --smoothness from-data");
  if (problem.loss.task == Task::counts)
    return wrong(Fault::usage, "scores are for losses that are not negative", "use another loss");
  if (!std::isfinite(problem.budget.epsilon.value))
    return wrong(Fault::usage, "--epsilon inf: without a finite epsilon there is nothing to divide among trials",
                 "give a finite --epsilon, or use compare");
  return {};
}

tl::unexpected<Error> about(const TrialCandidate& candidate, Error error) {
  error.message = fmt::format("candidate '{}': {}", candidate.text, error.message);
  return tl::unexpected(std::move(error));
}

}  // namespace

double TuningPrice::noise() const { return std::sqrt(rho_of_one / ((1 - kScoreShare) * rho_of_each)); }

Result<void> check_tuning(const Options& common, const PublicFacts& facts) {
  const auto problem = settle(common, facts);
  if (!problem) return tl::unexpected(problem.error());
  return refuse(*problem);
}

Result<TuningPlan> plan_tuning(std::vector<TrialCandidate> candidates, double trials, const PublicFacts& facts) {
  if (candidates.empty())
    return wrong(Fault::usage, "there are no candidates", "write one a line: solver=cd passes=10");
  TuningPlan plan{{}, {trials, 1, 0, 0}, false};
  for (TrialCandidate& candidate : candidates) {
    const auto problem = settle(candidate.options, facts);
    if (!problem) return about(candidate, problem.error());
    if (const auto fine = refuse(*problem); !fine) return about(candidate, fine.error());
    if (const auto fine = refuse_unconcentrated(*problem, facts); !fine) return about(candidate, fine.error());
    plan.same_time = plan.same_time || candidate.options.strict;
    plan.price.most = most_trials(trials, problem->budget);
    plan.price.rho_of_one = affordable_rho(problem->budget, 0, 1);
    const bool looks = problem->loss.task != Task::classification;
    plan.price.rho_of_each = affordable_rho(problem->budget, looks ? kTargetShare * plan.price.rho_of_one : 0, trials);
    if (!(plan.price.rho_of_each > 0))
      return wrong(Fault::budget,
                   fmt::format("epsilon {:.6g} at delta {:.3g} leaves nothing for {:.6g} trials",
                               problem->budget.epsilon.value, problem->budget.delta.value, trials),
                   "give fewer --trials, or a larger --epsilon");
    const auto blueprint =
        strictly(candidate.options, facts, draw(within_trial(*problem, plan.price.rho_of_each), facts));
    if (!blueprint) return about(candidate, blueprint.error());
    if (const auto fine = check_grids({problem->neighbours, {score_line(plan.price.rho_of_each)}}); !fine)
      return about(candidate, fine.error());
    plan.candidates.push_back(std::move(candidate));
  }
  return plan;
}

Result<TunedModel> tune(const Dataset& data, const TuningPlan& plan) {
  const PublicFacts facts = public_facts(data);
  const auto first = settle(plan.candidates.at(0).options, facts);
  if (!first) return tl::unexpected(first.error());
  const Budget budget = first->budget;
  const double rho = plan.price.rho_of_each;
  const auto look = look_at_target(*first, facts, kTargetShare * plan.price.rho_of_one);
  if (!look) return tl::unexpected(look.error());

  const Options& common = plan.candidates[0].options;
  Subject subject = fit_of(data, common, first->neighbours, losses_of(plan));
  subject.command = "tune";
  auto purse = purse_for(common, first->neighbours, std::move(subject));
  if (!purse) return tl::unexpected(purse.error());
  if (*purse)
    for (const TrialCandidate& candidate : plan.candidates)
      if (const auto fine = chargeable(settle(candidate.options, facts)->caveats, false); !fine)
        return tl::unexpected(fine.error());
  // Paid in full before anything looks at a row.
  const std::unique_ptr<NoiseSource> source = noise_for(*first);
  const TrialPlan whole{look->plan, rho, plan.price.trials, plan.price.most};
  Ledger ledger = Grants::budget(*first->accountant, budget, purse->get());
  auto trials = Trials::authorize(whole, ledger, *source,
                                  plan.same_time ? TrialTime::is_the_same_for_all : TrialTime::tells_the_number);
  if (!trials) return tl::unexpected(trials.error());
  Scales scales;
  if (!look->plan.lines.empty()) {
    const SingleProcess alone;
    Workers workers(first->threads);
    const Machinery machinery{&alone, &workers, nullptr};
    const Census census(data, first->normaliser, machinery);
    Gaussian gaussian(*source);
    const Frame none{std::vector<double>(facts.features.size() + first->intercept, 1.0),
                     std::vector<double>(facts.features.size(), 0.0)};
    scales = look->survey.run_target(none, census, gaussian, trials->once());
  }

  std::optional<TunedModel> best;
  Silent silent;
  while (trials->another()) {
    const TrialCandidate& candidate = plan.candidates[trials->pick(plan.candidates.size())];
    auto blueprint = draw(within_trial(*settle(candidate.options, facts), rho), facts);
    require(blueprint.has_value(), "what is tried has been drawn before");
    blueprint->plan.lines.push_back(score_line(rho));
    PrivacyLabel& label = blueprint->label;
    label.plan.lines = blueprint->plan.lines;
    label.plan.lines.insert(label.plan.lines.end(), look->plan.lines.begin(), look->plan.lines.end());
    label.budget = budget;
    label.spent = epsilon_of(whole, budget.delta);
    label.accountant = "rdp";
    label.mu = {std::numeric_limits<double>::infinity()};
    label.trials = plan.price.trials;
    label.trial_rho = rho;
    label.asked_once = look->plan.lines.size();
    label.shares.clear();
    double total = 0;
    for (const PlanLine& line : label.plan.lines) total += static_cast<double>(line.groups) * rho_of(line.event);
    for (const PlanLine& line : label.plan.lines)
      label.shares.push_back(static_cast<double>(line.groups) * rho_of(line.event) / total);
    label.tuning = fmt::format(
        "settings were chosen among {} candidates inside the budget: the best of a secret number of trials, {:.6g} on "
        "average, by a noisy score",
        plan.candidates.size(), plan.price.trials);

    double score = std::numeric_limits<double>::infinity();
    Permit permit = trials->permit(blueprint->plan);
    const double most = most_loss(blueprint->problem, scales);
    auto model = train(
        data, *blueprint,
        {permit, nullptr, *source, silent, as_arguments(candidate.options), [&](Oracle& oracle, Gaussian& gaussian) {
           score = gaussian.release(oracle.bounded_risk(permit.pay(kScore), most)).value();
         }});
    if (model && trials->counts() && (!best || score < best->score))
      best = TunedModel{*std::move(model), candidate.text, score};
  }
  if (!best)
    return wrong_afterwards(Fault::usage, "no candidate led to a model: all diverged",
                            "give candidates with smaller steps");
  return *std::move(best);
}

}  // namespace discreet
