#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "discreet/cli/command.hpp"
#include "discreet/cli/progress_bar.hpp"
#include "discreet/cli/text.hpp"
#include "discreet/fit/fit.hpp"
#include "discreet/fit/purse.hpp"
#include "discreet/io/atomic_file.hpp"
#include "discreet/io/load.hpp"
#include "discreet/io/model_file.hpp"
#include "discreet/report/html.hpp"

namespace discreet {
namespace {

struct FitArguments {
  std::string data;
  Options options;
  std::string out = "model.json";
  std::string report;
};

Result<void> run(const FitArguments& arguments, const Console& console) {
  if (arguments.report == "-" && (console.json() || arguments.out == "-"))
    return wrong(Fault::usage, "--report - cannot share standard output with the model", "give the report a file name");
  const auto rules = ingest_rules(arguments.options);
  if (!rules) return tl::unexpected(rules.error());
  // What is wrong with the settings is said before a long file is read; the number of rows does not matter for that.
  if (const auto early = settle(arguments.options, {1'000'000, {}, {}, {}, false});
      !early && early.error().fault != Fault::data)
    return tl::unexpected(early.error());
  for (const std::string& path : {arguments.out, arguments.report.empty() ? "-" : arguments.report})
    if (const auto writable = check_writable(path); !writable) return writable;
  if (const auto purse = purse_for(arguments.options, "fit", std::nullopt); !purse)
    return tl::unexpected(purse.error());
  const auto data = load(arguments.data, *rules);
  if (!data) return tl::unexpected(data.error());
  auto model = [&] {
    ProgressBar bar;
    return fit(*data, arguments.options, bar);
  }();
  if (!model) return tl::unexpected(model.error());

  if (!(console.json() && arguments.out == "-"))
    if (const auto written = write_model(arguments.out, *model); !written) return written;
  if (!arguments.report.empty())
    if (const auto written = write_whole(arguments.report, html_report(model->value())); !written) return written;
  const PrivacyLabel& label = model->value().privacy;
  for (const std::string& warning : warnings_about(model->value())) console.warn(warning);
  if (label.plan.neighbours != Neighbours::add_remove && label.budget.delta.value > 1 / static_cast<double>(data->rows))
    console.warn(fmt::format("delta {:.3g} is larger than 1/n: whole rows may leak with that probability",
                             label.budget.delta.value));
  console.answer(to_json(*model));
  if (arguments.out != "-") {
    console.say(model_text(model->value()));
    console.say(fmt::format("\nThe model is in {}", arguments.out));
    console.say(arguments.report.empty() ? std::string(".\n")
                                         : fmt::format(", a page about it in {}.\n", arguments.report));
  }
  return {};
}

}  // namespace

Action setup_fit(CLI::App& app) {
  auto arguments = std::make_shared<FitArguments>();
  app.add_option(
         "DATA", arguments->data,
         "a .csv, .tsv, .svm, .libsvm or .npy file (also .gz), - for standard input, or synthetic:NAME?key=value&...")
      ->required();
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
