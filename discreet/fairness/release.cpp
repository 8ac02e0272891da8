#include "discreet/fairness/release.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>

#include "discreet/accounting/accountants.hpp"
#include "discreet/accounting/calibrate.hpp"
#include "discreet/fairness/cell_shares.hpp"
#include "discreet/fit/delta.hpp"
#include "discreet/fit/grants.hpp"
#include "discreet/fit/purse.hpp"
#include "discreet/fit/spec.hpp"
#include "discreet/io/ledger_store.hpp"
#include "discreet/privacy/additive_noise.hpp"
#include "discreet/privacy/ledger.hpp"
#include "discreet/privacy/noise_source.hpp"

namespace discreet {
namespace {

constexpr std::string_view kLine = "group counts";

struct Terms {
  Budget budget;
  bool gaussian = false;
  Neighbours neighbours = Neighbours::replace_one;
  std::unique_ptr<Accountant> accountant;
  std::unique_ptr<NoiseSource> source;
};

Result<Terms> terms_of(const Options& options, std::size_t rows) {
  Terms terms;
  std::vector<std::string_view> names;
  for (const Neighbours each : {Neighbours::replace_one, Neighbours::zero_out, Neighbours::add_remove}) {
    names.push_back(name(each));
    if (name(each) == options.neighbours) terms.neighbours = each;
  }
  if (name(terms.neighbours) != options.neighbours) return unknown_name("neighbours", options.neighbours, names);
  const auto epsilon = read_number("epsilon", options.epsilon, 1e-12, 1e6);
  if (!epsilon) return tl::unexpected(epsilon.error());
  terms.budget.epsilon = {*epsilon};
  const bool counted = terms.neighbours != Neighbours::add_remove;
  const auto delta =
      read_delta("delta", options.delta, counted ? std::optional(static_cast<double>(rows)) : std::nullopt);
  if (!delta) return tl::unexpected(delta.error());
  terms.budget.delta = *delta;
  // By itself Laplace noise is the smaller for a small delta. A ledger of epsilon and delta, mu or rho adds up what
  // suits Gaussian noise, and charges any other for the worst that could be mixed with it.
  if (!options.ledger.empty() && !options.dataset.empty()) {
    const auto account = LedgerStore(options.ledger).account(options.dataset);
    if (!account) return tl::unexpected(account.error());
    terms.gaussian = !account->total.pure();
  }
  auto accountant = accountant_named(options.accounting);
  if (!accountant) return unknown_name("accounting", options.accounting, {"tight", "rdp", "zcdp"});
  terms.accountant = *std::move(accountant);
  const Spec spec = split_spec(options.noise);
  if (spec.name == "seeded") {
    const auto seed = read_count("noise seeded", spec.arguments, 0);
    if (!seed) return tl::unexpected(seed.error());
    terms.source = std::make_unique<SeededNoise>(*seed);
  } else if (options.noise == "secure") {
    terms.source = std::make_unique<SecureRandom>();
  } else {
    return unknown_name("noise", options.noise, {"secure", "seeded:N"});
  }
  return terms;
}

PrivacyLabel label_of(const Terms& terms, const Plan& plan, const GroupColumn& groups) {
  PrivacyLabel label;
  label.budget = terms.budget;
  label.accountant = terms.accountant->name() == "tight" ? TightAccountant::decided_by(plan) : terms.accountant->name();
  label.mu = composed_mu(plan);
  label.spent = terms.accountant->epsilon(plan, terms.budget.delta);
  label.plan = plan;
  if (terms.neighbours != Neighbours::add_remove) label.rows = static_cast<double>(groups.rows);
  label.shares = {1};
  label.facts.push_back(
      {"values of the group", groups.declared ? "user" : "program", fmt::format("{}", fmt::join(groups.values, ","))});
  label.facts.push_back({"weights of the model", "file", "the model file"});
  stamp_noise(label, *terms.source);
  label.tuning = "the model, the groups and the measures are taken as chosen without looking at this data";
  return label;
}

ReleasedNotion worked_out(Notion notion, const std::vector<AskedLevel>& asked, const NoisyCounts& counts, bool near) {
  ReleasedNotion found{notion, {}, {}};
  const auto share = [&](const CellShare& of) { return share_of(counts.sum(of.part), counts.sum(of.rest)); };
  for (const AskedLevel& each : asked) {
    ReleasedLevel level{each.group, each.label, {}, {}};
    if (!each.level.empty()) level.level = share(each.level[0]);
    if (each.level.size() > 1) {
      const Estimate all = share(each.level[1]);
      level.level = {level.level.value - all.value, level.level.low - all.high, level.level.high - all.low};
    }
    if (near) {
      level.change = 0;
      for (const CellShare& reach : each.reach) *level.change += share(reach).high;
      level.change = std::min(1.0, *level.change);
    }
    const Estimate& at = level.level;
    const double k = static_cast<double>(asked.size());
    found.aggregate.value += std::abs(at.value) / k;
    found.aggregate.low += std::max({0.0, at.low, -at.high}) / k;
    found.aggregate.high += std::max(std::abs(at.low), std::abs(at.high)) / k;
    found.levels.push_back(level);
  }
  return found;
}

}  // namespace

Result<FairnessRelease> release_fairness(const Dataset& data, const GroupColumn& groups, const FairnessSubject& subject,
                                         FairnessQuestion question, const Options& options, double confidence) {
  if (groups.rows != data.rows)
    return wrong(Fault::data, "the column of the groups has another number of rows than the data");
  const std::size_t classes = subject.classes.size();
  if (classes > 2) std::erase(question.notions, Notion::demographic_parity);
  if (question.notions.empty())
    return wrong(Fault::usage, "demographic-parity is for two classes", "choose another --measure");
  auto terms = terms_of(options, data.rows);
  if (!terms) return tl::unexpected(terms.error());

  FairnessRelease release{groups.name, groups.values, subject.classes, confidence, {}, 0, {}, {}, {}, {}};
  // Nothing here comes from the rows: where the noise is would-be, lengths are those that were declared.
  if (terms->neighbours == Neighbours::add_remove) question.distance.rows = 0;
  question.distance.longest = 0;
  question.distance.units = column_units(subject.first(), data.sparse());
  if (const auto known = known_distances(subject, question.distance); !known.empty()) release.distance = known.front();
  std::optional<MarginReach> reach;
  if (release.distance) reach = release.distance->reach;
  const GroupTally tally(data, groups, {subject.scores, std::nullopt, reach});

  const Outline outline{terms->neighbours,
                        {{std::string(kLine), 1, tally.cells(), 1,
                          terms->gaussian ? Outline::Answer::gaussian : Outline::Answer::laplace}}};
  auto plan = calibrate(*terms->accountant, terms->budget, outline);
  if (!plan) return tl::unexpected(plan.error());
  release.label = label_of(*terms, *plan, groups);
  auto purse = purse_for(options, terms->neighbours,
                         {"fairness", data.schema.target, subject.first().loss, facts_of(data, terms->neighbours)});
  if (!purse) return tl::unexpected(purse.error());
  if (*purse)
    if (const auto fine = chargeable(release.label.caveats, false); !fine) return tl::unexpected(fine.error());
  // Paid in full before anything looks at a row.
  Ledger ledger = Grants::budget(*terms->accountant, terms->budget, purse->get());
  auto permit = ledger.authorize(*plan);
  if (!permit) return tl::unexpected(permit.error());
  const bool replaced = terms->neighbours == Neighbours::replace_one;
  std::vector<double> noisy;
  if (terms->gaussian) {
    release.scale = std::get<GaussianEvent>(plan->lines[0].event).multiplier.value * (replaced ? std::sqrt(2.0) : 1);
    noisy = Gaussian(*terms->source).release(tally.counts(permit->pay(kLine))).value();
  } else {
    release.scale = std::get<LaplaceEvent>(plan->lines[0].event).multiplier.value * (replaced ? 2 : 1);
    noisy = Laplace(*terms->source).release(tally.laplace_counts(permit->pay(kLine))).value();
  }
  release.law = terms->gaussian ? NoisyCounts::Law::normal : NoisyCounts::Law::laplace;

  const TallyCells cells(tally, groups.values.size(), classes, reach.has_value());
  std::vector<std::vector<AskedLevel>> asked;
  std::map<std::vector<std::size_t>, bool> sums;
  for (const Notion notion : question.notions) {
    asked.push_back(asked_by(notion, cells, question.desirable));
    for (const AskedLevel& each : asked.back()) {
      for (const CellShare& share : each.level) sums[share.part] = sums[share.rest] = true;
      for (const CellShare& share : each.reach)
        if (reach) sums[share.part] = sums[share.rest] = true;
    }
  }
  for (std::size_t r = 0; r < groups.values.size(); ++r)
    for (std::size_t y = 0; y < classes; ++y)
      for (std::size_t h = 0; h < classes; ++h) sums[cells.of(r, y, h)] = true;
  const NoisyCounts counts(std::move(noisy), release.law, release.scale, confidence, sums.size());
  for (std::size_t r = 0; r < groups.values.size(); ++r)
    for (std::size_t y = 0; y < classes; ++y)
      for (std::size_t h = 0; h < classes; ++h) release.cells.push_back({r, y, h, counts.sum(cells.of(r, y, h))});
  for (std::size_t k = 0; k < asked.size(); ++k)
    release.notions.push_back(worked_out(question.notions[k], asked[k], counts, reach.has_value()));
  return release;
}

}  // namespace discreet
