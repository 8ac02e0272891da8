#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <set>

#include "discreet/audit/one_run.hpp"
#include "discreet/audit/pairs.hpp"
#include "discreet/cli/arguments.hpp"
#include "discreet/cli/audit_text.hpp"
#include "discreet/cli/command.hpp"
#include "discreet/cli/progress_bar.hpp"
#include "discreet/cli/workplace.hpp"
#include "discreet/fit/spec.hpp"
#include "discreet/fit/unused.hpp"
#include "discreet/solver/all.hpp"

namespace discreet {
namespace {

struct AuditArguments {
  Options options;
  std::string mode = "pairs", canary = "worst", attacker = "releases";
  std::string runs = "100000", confidence = "0.999", rows = "1000", canaries = "1000";
  std::set<std::string, std::less<>> typed;  // which options were

  bool given(std::string_view option) const { return typed.contains(option); }
};

// What an audit takes where nobody says otherwise: settings in which the budget is spent on what canaries show in.
struct Usual {
  std::string_view solvers;  // all of them, or those whose names begin like this
  const char* option;
  std::string Options::*field;
  const char* value;
};
constexpr Usual kUsual[] = {
    {"", "--epsilon", &Options::epsilon, "1"},
    {"", "--features", &Options::features, "2"},
    {"", "--passes", &Options::passes, "2"},
    {"", "--clip", &Options::clip, "1"},
    {"dual", "--penalty", &Options::penalty, "l2:1"},
    {"output", "--penalty", &Options::penalty, "l2:1"},
    {"output", "--loss", &Options::loss, "logistic"},
    {"objective", "--penalty", &Options::penalty, "l2:1"},
    {"objective", "--loss", &Options::loss, "logistic"},
    {"frank-wolfe", "--radius", &Options::radius, "1"},
};
// Options of fit that are about a file, which an audit does not have.
constexpr const char* kOfFiles[] = {"--target", "--positive", "--classes",     "--categorical",
                                    "--drop",   "--labels",   "--standardise", "--noise"};

Options filled_in(const AuditArguments& arguments, std::size_t rows) {
  Options options = arguments.options;
  for (const Usual& usual : kUsual)
    if (options.solver.starts_with(usual.solvers) && !arguments.given(usual.option)) options.*usual.field = usual.value;
  if (!arguments.given("--intercept")) options.intercept = false;
  // All rows in every batch: a row that may not have been looked at is hidden better than canaries can show.
  for (const std::string_view solver : {"sgd", "svrg", "dual"})
    if (options.solver.starts_with(solver) && options.solver != "dual-primal" && !arguments.given("--batch"))
      options.batch = fmt::format("{}", rows);
  if (options.neighbours == name(Neighbours::add_remove) && !arguments.given("--normaliser"))
    options.normaliser = fmt::format("{}", rows);
  return options;
}

// Options that are for the other mode.
Result<void> check_mode(const AuditArguments& arguments) {
  const bool pairs = arguments.mode == "pairs";
  if (!pairs && arguments.mode != "one-run") return unknown_name("mode", arguments.mode, {"pairs", "one-run"});
  const std::vector<const char*> others =
      pairs ? std::vector{"--canaries"} : std::vector{"--runs", "--canary", "--rows", "--features", "--attacker"};
  for (const char* option : others)
    if (arguments.given(option))
      return wrong(
          Fault::usage, fmt::format("{} has no meaning with --mode {}", option, arguments.mode),
          pairs ? "give --mode one-run, or leave it out" : "leave it out; --canaries says how many rows there are");
  return {};
}

Result<AuditReport> audit(const AuditArguments& arguments) {
  if (const auto fine = check_mode(arguments); !fine) return tl::unexpected(fine.error());
  const bool pairs = arguments.mode == "pairs";
  const auto confidence = read_number("confidence", arguments.confidence, 0.5, 1 - 1e-12);
  if (!confidence) return tl::unexpected(confidence.error());
  const auto runs = read_count("runs", arguments.runs, kLeastRuns);
  if (!runs) return tl::unexpected(runs.error());
  if (const auto known = canaries_named(arguments.canary); !known) return tl::unexpected(known.error());
  if (arguments.attacker != "releases" && arguments.attacker != "model")
    return unknown_name("attacker", arguments.attacker, {"releases", "model"});
  const auto rows = pairs ? read_count("rows", arguments.rows, 3) : read_count("canaries", arguments.canaries, 3);
  if (!rows) return tl::unexpected(rows.error());
  constexpr std::size_t kMostRows = 1'000'000;
  if (*rows > kMostRows)
    return wrong(Fault::usage, fmt::format("--{}: {} is more than {}", pairs ? "rows" : "canaries", *rows, kMostRows));
  const auto place = workplace(arguments.options.threads);
  if (!place) return tl::unexpected(place.error());

  AuditReport report;
  report.options = filled_in(arguments, *rows);
  if (!pairs) report.options.features = fmt::format("{}", *rows);
  const auto features = read_count("features", report.options.features, 1);
  if (!features) return tl::unexpected(features.error());
  if (pairs && static_cast<double>(*rows) * static_cast<double>(*features) > 1e7)
    return wrong(Fault::usage, fmt::format("--rows {} --features {}: a table of an audit has at most 10 million values",
                                           *rows, *features));
  auto rehearsal = Rehearsal::make(report.options, *rows, *features, !pairs);
  if (!rehearsal) return tl::unexpected(rehearsal.error());
  report.rehearsal = std::make_unique<Rehearsal>(*std::move(rehearsal));
  report.confidence = *confidence;
  report.rows = *rows;
  const double miss = 1 - *confidence;
  if (!pairs) {
    auto found = audit_one_run(*report.rehearsal, miss);
    if (!found) return tl::unexpected(found.error());
    report.one_run = *found;
    return report;
  }
  report.pairs = {*runs, miss, arguments.attacker == "model" ? Attacker::model : Attacker::releases, place->threads};
  const Problem& problem = report.rehearsal->blueprint().problem;
  const bool chooses = problem.solver == Greedy::name || problem.solver == FrankWolfe::name;
  const bool one_by_one = chooses || problem.settings.clip_rule.value_or(ClipRule::ball) != ClipRule::ball;
  const auto canaries = canaries_named(arguments.canary, problem.solver, one_by_one);
  if (!canaries) return tl::unexpected(canaries.error());
  ProgressBar bar;
  auto found = audit_pairs(*report.rehearsal, *canaries, report.pairs, bar);
  if (!found) return tl::unexpected(found.error());
  report.findings = *std::move(found);
  return report;
}

Result<void> run(const AuditArguments& arguments, const Console& console) {
  const auto report = audit(arguments);
  if (!report) return tl::unexpected(report.error());
  const auto given = [&](std::string_view option) { return arguments.given(fmt::format("--{}", option)); };
  for (const std::string& words : words_about_unused(report->options, report->rehearsal->blueprint().problem, given))
    console.warn(words);
  console.say(audit_text(*report));
  const auto verdict = verdict_of(*report);
  console.answer(audit_json(*report));
  return verdict;
}

}  // namespace

Action setup_audit(CLI::App& app) {
  auto arguments = std::make_shared<AuditArguments>();
  const auto add = [&](const char* name, std::string& value, const char* placeholder, const char* help) {
    add_text(app, name, value, placeholder, help, "Audit");
  };
  add("--mode", arguments->mode, "NAME",
      "pairs: many fits of two neighbouring datasets; one-run: one fit with many canaries, quicker and far weaker");
  add("--canary", arguments->canary, "NAME",
      "the pair of rows to tell apart: worst (the worst case of what the solver asks), opposite, everywhere, "
      "elsewhere, turned, size, strange, typical, or all of "
      "them");
  add("--runs", arguments->runs, "R", "fits of each of the two datasets, for each canary");
  add("--confidence", arguments->confidence, "C", "the chance that all bounds of the audit are true, at least");
  add("--attacker", arguments->attacker, "NAME",
      "who tells them apart: releases (sees every released number, as the guarantee has it) or model (sees the "
      "weights)");
  add("--rows", arguments->rows, "N", "rows of the synthetic data");
  add("--canaries", arguments->canaries, "M",
      "for --mode one-run: how many rows are canaries, each with a feature of its own");
  // Shown as the defaults that they are.
  arguments->options.smoothness = kFlatFrame;
  for (const Usual& usual : kUsual)
    if (usual.solvers.empty()) arguments->options.*usual.field = usual.value;
  add_options(app, arguments->options, {"Problem", "Data", "Privacy", "Solver"});
  for (const char* name : kOfFiles) app.remove_option(app.get_option(name));
  const auto describe = [&](const char* name, const char* help) { app.get_option(name)->description(help); };
  describe("--features", "features of the synthetic data, x1, x2 and so on");
  describe("--epsilon", "the claim to be audited");
  describe("--delta", "of the claim");
  describe("--intercept", "fit an intercept; an audit leaves it out unless it is asked for");
  describe("--batch",
           "rows in a batch on average; all of them unless said otherwise; for sgd, svrg, dual, dual-sequential");
  describe("--smoothness",
           "flat (declared, 1 for every column), private (bought inside the budget, among rows that show something) or "
           "public:FILE");
  app.parse_complete_callback([arguments, &app] {
    for (const CLI::Option* option : app.get_options())
      if (option->count() > 0) arguments->typed.insert(option->get_name());
  });
  return [arguments](const Console& console) { return run(*arguments, console); };
}

}  // namespace discreet
