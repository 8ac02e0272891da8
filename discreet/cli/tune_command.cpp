#include <fmt/format.h>

#include <memory>

#include "discreet/cli/command.hpp"
#include "discreet/cli/text.hpp"
#include "discreet/fit/purse.hpp"
#include "discreet/fit/spec.hpp"
#include "discreet/fit/tune.hpp"
#include "discreet/io/atomic_file.hpp"
#include "discreet/io/byte_stream.hpp"
#include "discreet/io/load.hpp"
#include "discreet/io/model_file.hpp"
#include "discreet/report/html.hpp"

namespace discreet {
namespace {

struct TuneArguments {
  std::string data;
  Options options;
  std::string candidates;
  std::string trials = "auto";
  std::string out = "model.json";
  std::string report;
};

// Where nobody says how many trials there are: the best of the list is then among them twice out of three times.
constexpr double kTrialsACandidate = 2;
constexpr double kMostTrials = 1e6;
constexpr std::size_t kMostBytes = 1 << 20;  // of a list of candidates

Result<std::vector<TrialCandidate>> candidates_for(const TuneArguments& arguments, const PublicFacts& facts) {
  if (arguments.candidates.empty()) return usual_candidates(arguments.options, facts);
  const auto text = read_whole(arguments.candidates, kMostBytes);
  if (!text) return tl::unexpected(text.error());
  return read_candidates(*text, arguments.options);
}

void tell_price(const TuningPlan& plan, const Console& console) {
  console.say(
      fmt::format("\nThe price of choosing: {} candidates, {:.6g} trials on average, of which each has {:.3g} "
                  "times the noise of a single fit\nwith settings that were chosen beforehand.\n",
                  plan.candidates.size(), plan.price.trials, plan.price.noise()));
}

Result<void> run(const TuneArguments& arguments, const Console& console) {
  if (arguments.report == "-" && (console.json() || arguments.out == "-"))
    return wrong(Fault::usage, "--report - cannot share standard output with the model", "give the report a file name");
  const auto rules = ingest_rules(arguments.options);
  if (!rules) return tl::unexpected(rules.error());
  for (const std::string& path : {arguments.out, arguments.report.empty() ? "-" : arguments.report})
    if (const auto writable = check_writable(path); !writable) return writable;
  if (const auto purse = purse_for(arguments.options, "tune", std::nullopt); !purse)
    return tl::unexpected(purse.error());
  const auto data = load(arguments.data, *rules);
  if (!data) return tl::unexpected(data.error());

  auto candidates = candidates_for(arguments, public_facts(*data));
  if (!candidates) return tl::unexpected(candidates.error());
  double trials = kTrialsACandidate * static_cast<double>(candidates->size());
  if (arguments.trials != "auto") {
    const auto given = read_number("trials", arguments.trials, 1, kMostTrials);
    if (!given) return tl::unexpected(given.error());
    trials = *given;
  }
  const auto plan = plan_tuning(*std::move(candidates), std::max(1.0, trials), public_facts(*data));
  if (!plan) return tl::unexpected(plan.error());
  // No progress is shown: how many trials there are is a secret of the mechanism.
  const auto tuned = tune(*data, *plan);
  if (!tuned) return tl::unexpected(tuned.error());

  if (!(console.json() && arguments.out == "-"))
    if (const auto written = write_model(arguments.out, tuned->model); !written) return written;
  const Model& model = tuned->model.value();
  if (!arguments.report.empty())
    if (const auto written = write_whole(arguments.report, html_report(model)); !written) return written;
  for (const std::string& warning : warnings_about(model)) console.warn(warning);
  Json answer = to_json(tuned->model);
  answer["tuning"] = {{"chosen", tuned->chosen},
                      {"score", tuned->score},
                      {"candidates", plan->candidates.size()},
                      {"trials", plan->price.trials},
                      {"noise_against_one_fit", plan->price.noise()}};
  console.answer(answer);
  if (arguments.out != "-") {
    console.say(fmt::format("Chosen: {} (noisy mean loss {:.4g})\n\n", tuned->chosen, tuned->score));
    console.say(model_text(model));
    tell_price(*plan, console);
    console.say(fmt::format("\nThe model is in {}.\n", arguments.out));
  }
  return {};
}

}  // namespace

Action setup_tune(CLI::App& app) {
  auto arguments = std::make_shared<TuneArguments>();
  app.add_option("DATA", arguments->data, "as for fit")->required();
  app.add_option("--candidates", arguments->candidates,
                 "settings to choose among, one set a line: solver=cd passes=10 penalty=l1:0.1; left out, the solvers "
                 "that suit the problem")
      ->type_name("FILE")
      ->group("Tuning")
      ->take_last();
  app.add_option("--trials", arguments->trials,
                 "how many of them are tried on average; the number itself is random and secret; auto takes twice as "
                 "many as there are candidates")
      ->type_name("N")
      ->group("Tuning")
      ->capture_default_str()
      ->take_last();
  add_options(app, arguments->options, {"Problem", "Data", "Privacy", "Ledger", "Solver"});
  app.add_option("--out", arguments->out, "where the model goes; - is standard output")
      ->type_name("FILE")
      ->capture_default_str()
      ->group("Output")
      ->take_last();
  app.add_option("--report", arguments->report, "also write an HTML page about the model")
      ->type_name("FILE")
      ->group("Output")
      ->take_last();
  return [arguments](const Console& console) {
    arguments->options.model_file = arguments->out;
    return run(*arguments, console);
  };
}

}  // namespace discreet
