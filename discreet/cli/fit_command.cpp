#include <memory>
#include <string>
#include <vector>

#include "discreet/cli/command.hpp"
#include "discreet/cli/interrupt.hpp"
#include "discreet/cli/model_output.hpp"
#include "discreet/cli/progress_bar.hpp"
#include "discreet/comm/agreement.hpp"
#include "discreet/fit/fit.hpp"
#include "discreet/fit/purse.hpp"
#include "discreet/fit/reading.hpp"
#include "discreet/fit/unused.hpp"
#include "discreet/io/load.hpp"

namespace discreet {
namespace {

struct FitArguments {
  std::vector<std::string> data;
  Options options;
  ModelOutput output;
};

// What can be told before the data is read; what only one process needs to know is asked in that one.
Result<IngestRules> check(const FitArguments& arguments, const Console& console) {
  const Communicator& processes = console.processes();
  if (const auto fine = arguments.output.refuse_clash(console); !fine) return tl::unexpected(fine.error());
  auto rules = ingest_rules(arguments.options);
  if (!rules) return rules;
  if (processes.ranks() > 1) rules->processes = &processes;
  // What is wrong with the settings is said before a long file is read; the number of rows does not matter for that.
  if (const auto early = settle(arguments.options, {1'000'000, {}, {}, {}, false, false, false, processes.ranks(), {}});
      !early && early.error().fault != Fault::data)
    return tl::unexpected(early.error());
  if (!processes.first()) return rules;
  if (const auto apart = arguments.output.refuse_overwriting(read_by_fit(arguments.data, arguments.options)); !apart)
    return tl::unexpected(apart.error());
  if (const auto writable = arguments.output.writable(); !writable) return tl::unexpected(writable.error());
  if (const auto purse = check_purse(arguments.options); !purse) return tl::unexpected(purse.error());
  return rules;
}

Result<void> run(const FitArguments& arguments, const Console& console) {
  const Communicator& processes = console.processes();
  SpendingRun spending(arguments.options, "model", console);
  const auto rules = agreed(processes, check(arguments, console));
  if (!rules) return tl::unexpected(rules.error());
  const auto data = load(arguments.data, *rules);
  if (!data) return tl::unexpected(data.error());
  const auto options = as_converted(arguments.data[0], arguments.options);
  if (!options) return tl::unexpected(options.error());
  const auto settled = settle(*options, public_facts(*data));
  if (!settled) return tl::unexpected(settled.error());
  const auto advice = advice_about_memory(arguments.data[0], settled->solver);
  if (!advice) return tl::unexpected(advice.error());
  if (!advice->empty()) console.warn(*advice);
  auto model = [&] {
    ProgressBar bar(processes.first());
    return fit(*data, *options, bar);
  }();
  if (!model) return tl::unexpected(model.error());
  spending.has_result();
  for (const std::string& words : words_about_unused(*options, *settled)) console.warn(words);
  return agreed(processes, processes.first() ? arguments.output.write(*model, console) : Result<void>());
}

}  // namespace

Action setup_fit(CLI::App& app) {
  auto arguments = std::make_shared<FitArguments>();
  app.add_option("DATA", arguments->data,
                 "a .csv, .tsv, .svm, .libsvm or .npy file (also .gz), a .dcols file that convert wrote, - for "
                 "standard input, or synthetic:NAME?key=value&...; several text files, or a pattern like 'part-*.csv', "
                 "are parts of one table")
      ->required();
  return making_a_model(app, arguments, run);
}

}  // namespace discreet
