// The answers of a model to the questions of NIST SP 800-226, from the top of its pyramid to the bottom.
#include <fmt/format.h>

#include <cmath>

#include "discreet/accounting/event_text.hpp"
#include "discreet/report/page.hpp"
#include "discreet/report/words.hpp"

namespace discreet {
namespace {

using Paragraphs = std::vector<std::string>;

Paragraphs strength(const PrivacyLabel& label) {
  if (!label.is_private()) {
    Paragraphs text{"There is no guarantee."};
    for (const std::string& caveat : label.all_caveats()) text.push_back("Why: " + caveat + ".");
    if (std::isfinite(label.budget.epsilon.value))
      text.push_back(fmt::format("Epsilon {} at delta {} was asked for. Nothing of the kind holds for this model.",
                                 short_number(label.budget.epsilon.value), short_number(label.budget.delta.value)));
    return text;
  }
  Paragraphs text;
  text.push_back(
      fmt::format("Epsilon {} spent of {}{}; delta {} ({}).", short_number(label.spent.value),
                  short_number(label.budget.epsilon.value),
                  label.claimed ? fmt::format("; the publication claims {}", short_number(label.claimed->value)) : "",
                  short_number(label.budget.delta.value), chance_in_words(label.budget.delta.value)));
  if (label.claimed)
    text.push_back(
        fmt::format("The published recipe that was followed claims epsilon {}. What is proved of it is epsilon {}, "
                    "which is what counts.",
                    short_number(label.claimed->value), short_number(label.spent.value)));
  text.push_back(strength_in_words(label));
  if (const std::string notice = delta_notice(label); !notice.empty()) text.push_back(notice + ".");
  return text;
}

Paragraphs variant(const PrivacyLabel& label) {
  if (!label.is_private()) return {"None: this model is not differentially private."};
  const std::string native = label.has_mu() ? "Gaussian differential privacy with mu = " + short_number(label.mu.value)
                                            : std::string("none, for not every release is Gaussian");
  return {fmt::format("(epsilon, delta)-differential privacy, computed by the {} accountant. Native parameter: {}.",
                      label.accountant, native)};
}

Paragraphs unit(const PrivacyLabel& label) {
  if (!label.is_private())
    return {
        fmt::format("Nothing is protected, so there is no unit. {} A private model of the same plan would protect "
                    "one row ({}).",
                    kRow, name(label.plan.neighbours))};
  return {fmt::format("One row. {} What is protected is {}. Neighbouring datasets: {}.", kRow,
                      protected_by(label.plan.neighbours), name(label.plan.neighbours)),
          "If one person may have several rows, the protection of that person is weaker; see what is not protected."};
}

Paragraphs releases(const PrivacyLabel& label) {
  Paragraphs text;
  text.emplace_back(label.is_private() ? "Every number that was computed from the rows is in the list of releases "
                                         "under 'What it cost', was paid for "
                                         "before it was computed, and is counted in epsilon and delta."
                                       : "Not all of it, or not soundly: the caveats of this model say what breaks the "
                                         "guarantee. What was planned is in "
                                         "the list under 'What was asked of the data'.");
  text.emplace_back(
      "Noise is stated in multiples of the sensitivity: the most that one row can change a whole group of numbers "
      "released "
      "together, in the Euclidean norm (for Laplace noise, in the sum of absolute values).");
  std::string all;
  for (std::size_t k = 0; k < label.plan.lines.size(); ++k) {
    const PlanLine& line = label.plan.lines[k];
    all += fmt::format("{}{}: {} x {}", k == 0 ? "" : "; ", line.what, line.groups, noise_in_words(line.event));
    if (label.is_private()) all += fmt::format(" ({:.1f} %)", 100 * label.shares[k]);
  }
  text.push_back("Releases: " + all + ".");
  return text;
}

Paragraphs choices(const PrivacyLabel& label) {
  Paragraphs text{label.is_private() ? fmt::format("Tuning: {}.", label.tuning)
                                     : std::string("Whatever was chosen, nothing protects the rows from it.")};
  if (label.facts.empty()) text.emplace_back("Nothing was declared public about the data.");
  for (const PublicFact& fact : label.facts)
    text.push_back(
        fmt::format("Taken as public: {} (declared by the {}: {}).", fact.what, fact.declared_by, fact.source));
  return text;
}

Paragraphs utility(const Model& model) {
  if (learnt_nothing(model)) return {nothing_learnt(model)};
  if (model.noise)
    return {
        "The noise moves each weight by about the standard deviation in the table of 'What was learnt'. That is the "
        "noise alone: what another sample of rows, clipping and the penalty would change comes on top.",
        "How they were found: " + model.noise->how + "."};
  return {
      why_no_intervals(model),
      "To see what the noise does, compare predictions on rows that may be looked at (discreet evaluate), or train on "
      "made-up data of the same size."};
}

Paragraphs other_releases(const Model& model) {
  const std::string ledger = argument_of(model.origin, "--ledger"), dataset = argument_of(model.origin, "--dataset");
  if (!ledger.empty())
    return {fmt::format("The cost of this run was entered in the ledger {}{}, which keeps what all runs on the same "
                        "rows have cost together and refuses what is beyond their budget (discreet ledger history {}).",
                        ledger, dataset.empty() ? "" : fmt::format(" for the dataset {}", dataset), ledger),
            "This label covers this one run. Releases that were not entered there add up with it: their epsilons and "
            "deltas are to be added (discreet account does better)."};
  return {
      "This label covers this one training run, and no ledger was given that would know of others. Further releases "
      "from the same rows add up with it: their epsilons and deltas are to be added (discreet account does better; "
      "discreet ledger keeps count)."};
}

Paragraphs mechanism(const PrivacyLabel& label) {
  return {
      fmt::format("Noise generator: {}. Gaussian and Laplace noise is drawn in exact integer arithmetic on a grid, so "
                  "that rounding gives nothing away; what the grid costs is in epsilon.",
                  label.noise),
      "Each kind of release has a proof and is tested statistically with the program. Timing and other side channels "
      "are not closed."};
}

}  // namespace

std::vector<Answer> nist_answers(const Model& model) {
  const PrivacyLabel& label = model.privacy;
  return {
      {"strength", "How strong is the guarantee?", strength(label)},
      {"variant", "Which kind of differential privacy is it?", variant(label)},
      {"unit", "What is the unit of privacy?", unit(label)},
      {"releases", "What was released, and is all of it counted?", releases(label)},
      {"choices", "What was chosen or known beforehand, and was the data looked at for it?", choices(label)},
      {"utility", "How accurate is the result?", utility(model)},
      {"bias",
       "Whom may it serve badly?",
       {"Rows that pull the model harder than a threshold are clipped, so people unlike most count for less than "
        "they would without privacy; and the noise is the same for large and small groups, so small groups feel it "
        "more. This page does not measure either. Differences that are in the data are in the model too."}},
      {"mechanism", "Is it implemented with care?", mechanism(label)},
      {"trust",
       "Who has to be trusted?",
       {"Central model: whoever ran the program saw the rows, and is trusted with them. Those who see the model or "
        "this page need not be trusted."}},
      {"other", "What else has been released about the same data?", other_releases(model)},
      {"security",
       "How is the data itself guarded?",
       {"Outside the program, and not protected by it: storage, access rights, logs of other programs and backups are "
        "the responsibility of whoever holds the data."}},
      {"collection",
       "How was the data collected?",
       {"Not known to the program. Differential privacy does nothing about the risks of collecting and keeping data, "
        "nor about consent."}}};
}

}  // namespace discreet
