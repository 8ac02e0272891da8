#include "discreet/cli/audit_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "discreet/cli/text.hpp"
#include "discreet/privacy/gdp.hpp"

namespace discreet {
namespace {

const PrivacyLabel& label_of(const AuditReport& report) { return report.rehearsal->blueprint().label; }
Budget claim_of(const AuditReport& report) { return {label_of(report).spent, label_of(report).budget.delta}; }

struct Largest {
  Epsilon epsilon;
  Mu mu;
};
Largest largest(const AuditReport& report) {
  Largest found;
  if (report.one_run) found.epsilon = report.one_run->epsilon;
  for (const PairFinding& finding : report.findings) {
    found.epsilon = std::max(found.epsilon, finding.epsilon);
    found.mu = std::max(found.mu, finding.mu);
  }
  return found;
}

// What a mechanism with that mu and nothing but Gaussian noise would have.
double if_gaussian(Mu mu, const AuditReport& report) { return epsilon_of(mu, claim_of(report).delta).value; }

bool gaussian_throughout(const AuditReport& report) { return std::isfinite(label_of(report).mu.value); }

std::string_view attacker_of(const AuditReport& report) {
  return report.pairs.attacker == Attacker::model ? "model" : "releases";
}

Json tally_json(const Tally& tally) { return {{"runs", tally.runs}, {"hits", tally.hits}}; }

}  // namespace

Result<void> verdict_of(const AuditReport& report) {
  const Largest found = largest(report);
  const Budget claim = claim_of(report);
  if (found.epsilon > claim.epsilon)
    return wrong(Fault::internal,
                 fmt::format("the audit contradicts the claim: epsilon is at least {:.4g} and {:.4g} is claimed, at "
                             "delta {:.3g} and with confidence {}",
                             found.epsilon.value, claim.epsilon.value, claim.delta.value, report.confidence),
                 "this is a defect of the program; please report it");
  for (const PairFinding& finding : report.findings)
    if (contradicts(finding, *report.rehearsal))
      return wrong(Fault::internal,
                   fmt::format("the audit contradicts the claim: an event has a chance of at least {:.4g} under one "
                               "neighbour and at most {:.4g} under the other, which mu {:.4g} or more takes; with "
                               "confidence {}",
                               finding.second.here, finding.second.there, finding.mu.value, report.confidence),
                   "this is a defect of the program; please report it");
  return {};
}

std::string audit_text(const AuditReport& report) {
  const PrivacyLabel& label = label_of(report);
  const Budget claim = claim_of(report);
  std::string text = fmt::format("Claimed: epsilon {:.4g} at delta {:.3g}, {} neighbours", claim.epsilon.value,
                                 claim.delta.value, name(label.plan.neighbours));
  if (gaussian_throughout(report)) text += fmt::format("; mu {:.4g}, all noise is Gaussian", label.mu.value);
  if (label.claimed) text += fmt::format("; the publication claims epsilon {:.4g}", label.claimed->value);
  text += fmt::format(".\nTried:   {} on {} synthetic rows", fmt::join(as_arguments(report.options), " "), report.rows);
  if (report.one_run) {
    const Guesses& guesses = report.one_run->guesses;
    text += fmt::format(
        ", each a canary with a feature of its own and a coin;\n         one fit, of whose weights {} gave {} coins "
        "away rightly\n         (the bound of Steinke, Nasr and Jagielski, 2023).\n\n",
        guesses.made, guesses.right);
  } else {
    text += fmt::format(",\n         {} fits of each of two neighbours for each canary; the attacker sees {}.\n\n",
                        report.pairs.runs,
                        report.pairs.attacker == Attacker::model ? "the weights" : "every released number");
    text += fmt::format("  {:<12}{:>10}{:>10}{:>15}   worst for\n", "canary", "epsilon >=", "mu >=", "if Gaussian");
    for (const PairFinding& finding : report.findings) {
      const auto canary = std::find_if(all_canaries().begin(), all_canaries().end(),
                                       [&](const Canary& one) { return one.name == finding.canary; });
      text += fmt::format("  {:<12}{:>10.3f}{:>10.3f}{:>15}   {}\n", finding.canary, finding.epsilon.value,
                          finding.mu.value,
                          gaussian_throughout(report) ? fmt::format("{:.3f}", if_gaussian(finding.mu, report)) : "-",
                          canary->worst_for);
    }
    text += "\n";
  }
  const Largest found = largest(report);
  text += fmt::format("Audited: epsilon is at least {:.3f} at delta {:.3g}, whatever the mechanism.\n",
                      found.epsilon.value, claim.delta.value);
  if (!report.findings.empty() && gaussian_throughout(report))
    text += fmt::format("         If it is Gaussian, as claimed, epsilon is at least {:.3f} (mu {:.4g}).\n",
                        if_gaussian(found.mu, report), found.mu.value);
  text += fmt::format("         All bounds hold together with confidence {}.\n", report.confidence);
  const Epsilon published = label.claimed.value_or(claim.epsilon);
  if (verdict_of(report) && found.epsilon > published)
    text +=
        fmt::format("The publication's claim of epsilon {:.4g} is contradicted; what this program says of it is not.\n",
                    published.value);
  text += verdict_of(report)
              ? "The audit does not contradict the claim. It does not prove it either: proofs are in docs/proofs.\n"
              : "THE AUDIT CONTRADICTS THE CLAIM.\n";
  return text;
}

Json audit_json(const AuditReport& report) {
  const PrivacyLabel& label = label_of(report);
  const Budget claim = claim_of(report);
  const Largest found = largest(report);
  const auto verdict = verdict_of(report);
  Json json{{"claimed",
             {{"epsilon", claim.epsilon.value},
              {"delta", claim.delta.value},
              {"mu", gaussian_throughout(report) ? Json(label.mu.value) : Json()},
              {"neighbours", name(label.plan.neighbours)},
              {"gaussian", gaussian_throughout(report)}}},
            {"confidence", report.confidence},
            {"epsilon_lower_bound", found.epsilon.value},
            {"contradicted", !verdict.has_value()},
            {"tried",
             {{"mode", report.one_run ? "one-run" : "pairs"},
              {"arguments", as_arguments(report.options)},
              {"rows", report.rows},
              {"solver", report.rehearsal->blueprint().problem.solver}}}};
  if (label.claimed) json["claimed"]["publication"] = label.claimed->value;
  if (report.one_run) {
    const Guesses& guesses = report.one_run->guesses;
    json["guesses"] = {{"canaries", guesses.canaries}, {"made", guesses.made}, {"right", guesses.right}};
  } else {
    json["tried"]["runs"] = report.pairs.runs;
    json["tried"]["attacker"] = attacker_of(report);
    json["mu_lower_bound"] = found.mu.value;
    json["epsilon_if_gaussian"] = gaussian_throughout(report) ? Json(if_gaussian(found.mu, report)) : Json();
    json["canaries"] = Json::array();
    for (const PairFinding& finding : report.findings)
      json["canaries"].push_back(
          {{"name", finding.canary},
           {"epsilon_lower_bound", finding.epsilon.value},
           {"mu_lower_bound", finding.mu.value},
           {"epsilon_if_gaussian", gaussian_throughout(report) ? Json(if_gaussian(finding.mu, report)) : Json()},
           {"often", tally_json(finding.often)},
           {"seldom", tally_json(finding.seldom)}});
  }
  if (!verdict)
    json["error"] = {{"code", static_cast<int>(verdict.error().fault)},
                     {"message", verdict.error().message},
                     {"hint", verdict.error().hint}};
  return json;
}

}  // namespace discreet
