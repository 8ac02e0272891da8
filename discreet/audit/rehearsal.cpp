#include "discreet/audit/rehearsal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <limits>
#include <mutex>

#include "discreet/base/contract.hpp"
#include "discreet/base/workers.hpp"
#include "discreet/fit/grants.hpp"
#include "discreet/fit/train.hpp"
#include "discreet/privacy/ledger.hpp"
#include "discreet/solver/all.hpp"

namespace discreet {
namespace {

// A label that no margin of a short run comes near; what the slope of a clipped row is over the threshold, for losses
// whose slopes are bounded; and the length of rows among others, whose deviations are 1.
constexpr double kFarLabel = 1000, kOverThreshold = 8, kFarOut = 100;

Bait bait_for(const Problem& problem, std::size_t features, bool buys) {
  Bait bait;
  bait.features = features;
  switch (problem.loss.task) {
    case Task::classification:
      bait.none = bait.plus;
      break;
    case Task::counts:
      bait.plus = kFarLabel;
      bait.minus = 0;
      break;
    case Task::regression:
      bait.plus = kFarLabel;
      bait.minus = -kFarLabel;
  }
  const double flattest =
      std::min(std::abs(problem.loss.derivative(0, bait.plus)), std::abs(problem.loss.derivative(0, bait.minus)));
  bait.length = std::max(1.0, kOverThreshold / flattest) * (buys ? kFarOut : *problem.settings.clip);
  return bait;
}

// What a repetition needs and a fit does not.
Result<void> check(const Blueprint& blueprint) {
  const Problem& problem = blueprint.problem;
  if (problem.noise_seed)
    return wrong(Fault::usage, "an audit needs fresh noise in every run, and --noise seeded:N has none",
                 "leave out --noise");
  std::vector<std::string> caveats = blueprint.label.caveats;
  if (problem.settings.smoothness == SmoothnessSource::from_data) caveats.push_back("smoothness from the data");
  if (!caveats.empty())
    return wrong(Fault::usage, fmt::format("there is no claim to audit: {}", caveats[0]),
                 "give a finite --epsilon and leave out what makes the model say that it is not private");
  return {};
}

}  // namespace

Result<Rehearsal> Rehearsal::make(const Options& options, std::size_t rows, std::size_t features, bool sparse) {
  PublicFacts facts;
  facts.rows = rows;
  facts.sparse = sparse;
  const auto rules = ingest_rules(options);
  if (!rules) return tl::unexpected(rules.error());
  for (std::size_t k = 0; k < features; ++k) {
    facts.features.push_back(fmt::format("x{}", k + 1));
    const auto bounds = rules->bounds.find(facts.features.back());
    facts.bounds.push_back(bounds == rules->bounds.end() ? std::nullopt : std::optional(bounds->second));
  }
  const auto of_target = bounds_of_target(*rules, "y");
  if (!of_target) return tl::unexpected(of_target.error());
  facts.target_bounds = *of_target;

  Options settled = options;
  settled.threads = "1";  // runs are what is handed out to cores
  const bool flat = options.smoothness == kFlatFrame;
  if (flat) settled.smoothness = "private";
  auto problem = settle(settled, facts);
  if (!problem) return tl::unexpected(problem.error());
  if (flat) {
    const std::size_t coordinates = features + problem->intercept;
    problem->settings.smoothness = SmoothnessSource::declared;
    problem->settings.declared = {std::vector<double>(coordinates, 1.0), std::vector<double>(coordinates, 0.0)};
    problem->facts.push_back({"smoothness", "program", "1 for every column of the audit"});
  }
  auto blueprint = draw(*std::move(problem), facts);
  if (!blueprint) return tl::unexpected(blueprint.error());
  if (const auto fine = check(*blueprint); !fine) return tl::unexpected(fine.error());
  // What is audited is what would be granted.
  const auto granted = Grants::budget(*blueprint->accountant, blueprint->granted, nullptr).authorize(blueprint->plan);
  if (!granted) return tl::unexpected(granted.error());

  const Problem& found = blueprint->problem;
  Stage stage;
  stage.rows = rows;
  // What is bought must be there to be found.
  const bool buys = !flat || !found.settings.clip;
  stage.background = buys ? Background::crowd : found.solver == Moments::name ? Background::labels : Background::quiet;
  stage.bait = bait_for(found, features, buys);
  stage.neighbours = found.neighbours;
  stage.numbered = found.solver == SequentialDual::name || found.recipe;
  stage.rules = *rules;
  return Rehearsal(*std::move(blueprint), std::move(stage));
}

Rehearsal::Rehearsal(Blueprint blueprint, Stage stage)
    : blueprint_(std::make_shared<const Blueprint>(std::move(blueprint))), stage_(std::move(stage)) {
  const PrivacyLabel& label = blueprint_->label;
  if (std::isfinite(label.mu.value)) return;
  for (const double part : {0.0, 0.5}) {
    const Epsilon epsilon{part * label.spent.value};
    points_.push_back({epsilon, blueprint_->accountant->delta(blueprint_->plan, epsilon)});
  }
}

// The grid of the noise costs less than the last factor: docs/proofs/lattice.md.
Mu Rehearsal::claimed_mu() const { return {blueprint_->label.mu.value * (1 + 1e-9)}; }

std::vector<double> Rehearsal::run(const Dataset& data, NoiseSource& source, Attacker attacker) const {
  // The plan was granted before; these rows are nobody's, and a run of them costs nothing.
  static const GdpAccountant accountant;
  Ledger bottomless =
      Grants::budget(accountant, {{std::numeric_limits<double>::infinity()}, blueprint_->granted.delta}, nullptr);
  auto permit = bottomless.authorize(blueprint_->plan);
  require(permit.has_value(), "an infinite budget covers anything");
  Silent silent;
  Transcript transcript;
  Means means{*permit, nullptr, source, silent, {}};
  means.transcript = &transcript;
  const auto model = train(data, *blueprint_, means);
  std::vector<double> seen(stage_.bait.features + 1, 0.0);  // if it diverged, which is an answer too
  if (model) {
    seen = model->value().weights;
    seen.push_back(model->value().intercept);
  }
  // The weights follow from the releases, and say in a few numbers what is in many of those.
  if (attacker == Attacker::releases) seen.insert(seen.end(), transcript.numbers().begin(), transcript.numbers().end());
  return seen;
}

void repeat(std::size_t runs, std::size_t threads, const std::function<void(std::size_t run, NoiseSource&)>& one,
            const std::function<void(std::size_t done)>& done) {
  constexpr std::size_t kPart = 250;
  Workers workers(threads);
  std::exception_ptr failure;
  std::mutex lock;
  const std::size_t round = kPart * 4 * workers.threads();
  for (std::size_t from = 0; from < runs; from += round) {
    const std::size_t count = std::min(round, runs - from);
    workers.run((count + kPart - 1) / kPart, [&](std::size_t part) {
      try {
        SecureRandom source;
        const std::size_t last = std::min(count, (part + 1) * kPart);
        for (std::size_t k = part * kPart; k < last; ++k) one(from + k, source);
      } catch (...) {
        const std::lock_guard guard(lock);
        failure = std::current_exception();
      }
    });
    if (failure) std::rethrow_exception(failure);
    done(from + count);
  }
}

}  // namespace discreet
