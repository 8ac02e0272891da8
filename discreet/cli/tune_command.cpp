#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "discreet/cli/arguments.hpp"
#include "discreet/cli/command.hpp"
#include "discreet/cli/interrupt.hpp"
#include "discreet/cli/model_output.hpp"
#include "discreet/fit/purse.hpp"
#include "discreet/fit/reading.hpp"
#include "discreet/fit/spec.hpp"
#include "discreet/fit/tune.hpp"
#include "discreet/fit/unused.hpp"
#include "discreet/io/atomic_file.hpp"
#include "discreet/io/byte_stream.hpp"
#include "discreet/io/load.hpp"

namespace discreet {
namespace {

struct TuneArguments {
  std::string data;
  Options options;
  std::string candidates;
  std::string trials = "auto";
  ModelOutput output;
};

constexpr double kMostTrials = 1e6;
constexpr std::size_t kMostBytes = 1 << 20;  // of a list of candidates

Result<std::vector<TrialCandidate>> candidates_for(const TuneArguments& arguments, const PublicFacts& facts,
                                                   std::optional<double> trials) {
  const auto options = as_converted(arguments.data, arguments.options);
  if (!options) return tl::unexpected(options.error());
  if (arguments.candidates.empty()) return usual_candidates(*options, facts, trials);
  const auto text = read_whole(arguments.candidates, kMostBytes);
  if (!text) return tl::unexpected(text.error());
  return read_candidates(*text, *options);
}

// What was typed and none of the candidates uses; which one was chosen does not matter.
std::vector<std::string> unused_by_all(const TuningPlan& plan, const PublicFacts& facts) {
  std::vector<std::string> common;
  for (std::size_t k = 0; k < plan.candidates.size(); ++k) {
    const Options& options = plan.candidates[k].options;
    const auto problem = settle(options, facts);
    if (!problem) return {};
    std::vector<std::string> words = words_about_unused(options, *problem), kept;
    if (k == 0) common = words;
    const auto option = [](const std::string& text) { return text.substr(0, text.find(' ')); };
    for (const std::string& text : common)
      if (std::any_of(words.begin(), words.end(), [&](const std::string& w) { return option(w) == option(text); }))
        kept.push_back(text);
    common = std::move(kept);
  }
  return common;
}

std::string price_text(const TuningPlan& plan) {
  return fmt::format(
      "\nThe price of choosing: {} candidates, {:.6g} trials on average and at most {}, of which each has {:.3g} times "
      "the noise of a "
      "single fit\nwith settings that were chosen beforehand.\n",
      plan.candidates.size(), plan.price.trials, plan.price.most, plan.price.noise());
}

Result<void> run(const TuneArguments& arguments, const Console& console) {
  if (const auto fine = arguments.output.refuse_clash(console); !fine) return fine;
  SpendingRun spending(arguments.options, "model", console);
  const auto rules = ingest_rules(arguments.options);
  if (!rules) return tl::unexpected(rules.error());
  // What is wrong with the settings is said as fit says it, before a long file is read.
  if (const auto early = check_tuning(arguments.options, {1'000'000, {}, {}, {}, false, false, false, 1, {}});
      !early && early.error().fault != Fault::data)
    return early;
  std::vector<NamedPath> read = read_by_fit({arguments.data}, arguments.options);
  read.push_back({"--candidates", arguments.candidates});
  if (const auto apart = arguments.output.refuse_overwriting(read); !apart) return apart;
  if (const auto writable = arguments.output.writable(); !writable) return writable;
  if (const auto purse = check_purse(arguments.options); !purse) return tl::unexpected(purse.error());
  const auto data = load(arguments.data, *rules);
  if (!data) return tl::unexpected(data.error());

  std::optional<double> given;
  if (arguments.trials != "auto") {
    const auto number = read_number("trials", arguments.trials, 1, kMostTrials);
    if (!number) return tl::unexpected(number.error());
    given = *number;
  }
  auto candidates = candidates_for(arguments, public_facts(*data), given);
  if (!candidates) return tl::unexpected(candidates.error());
  for (const TrialCandidate& candidate : *candidates)
    if (const auto advice = advice_about_memory(arguments.data, candidate.options.solver); !advice)
      return tl::unexpected(advice.error());
  const double trials = given.value_or(kTrialsACandidate * static_cast<double>(candidates->size()));
  const auto plan = plan_tuning(*std::move(candidates), std::max(1.0, trials), public_facts(*data));
  if (!plan) return tl::unexpected(plan.error());
  // No progress is shown: how many trials there are is a secret of the mechanism. With --strict the time does not
  // tell it either.
  const auto tuned = tune(*data, *plan);
  if (!tuned) return tl::unexpected(tuned.error());
  spending.has_result();
  for (const std::string& words : unused_by_all(*plan, public_facts(*data))) console.warn(words);

  BesideModel beside;
  beside.before = fmt::format("Chosen: {} (noisy mean loss {:.4g})\n\n", tuned->chosen, tuned->score);
  beside.after = price_text(*plan);
  beside.answer["tuning"] = {{"chosen", tuned->chosen},
                             {"score", tuned->score},
                             {"candidates", plan->candidates.size()},
                             {"trials", plan->price.trials},
                             {"most_trials", plan->price.most},
                             {"noise_against_one_fit", plan->price.noise()}};
  return arguments.output.write(tuned->model, console, beside);
}

}  // namespace

Action setup_tune(CLI::App& app) {
  auto arguments = std::make_shared<TuneArguments>();
  app.add_option("DATA", arguments->data, "as for fit")->required();
  add_text(app, "--candidates", arguments->candidates, "FILE",
           "settings to choose among, one set a line: solver=cd passes=10 penalty=l1:0.1; left out, the solvers that "
           "suit the problem",
           "Tuning");
  add_text(app, "--trials", arguments->trials, "N",
           "how many of them are tried on average; the number itself is random and secret; auto takes twice as many as "
           "there are candidates; with --strict the largest possible number is run, so that the time does not tell it",
           "Tuning");
  return making_a_model(app, arguments, run);
}

}  // namespace discreet
