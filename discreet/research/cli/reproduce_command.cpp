#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>

#include "discreet/base/nearest.hpp"
#include "discreet/cli/command.hpp"
#include "discreet/cli/interrupt.hpp"
#include "discreet/cli/outputs.hpp"
#include "discreet/cli/workplace.hpp"
#include "discreet/io/atomic_file.hpp"
#include "discreet/report/comparison.hpp"
#include "discreet/research/reproduce/reproduction.hpp"

namespace discreet {
namespace {

struct ReproduceArguments {
  ReproduceRequest request;
  bool quick = false, full = false;
  std::string threads = "all";
  std::string csv, report;
};

void list(const Console& console) {
  Json names = Json::array();
  for (const Experiment& experiment : all_experiments()) {
    console.say(fmt::format("{:<20} {}\n", experiment.name, experiment.summary));
    names.push_back({{"name", experiment.name}, {"summary", experiment.summary}});
  }
  console.answer({{"experiments", std::move(names)}});
}

Result<void> run(const ReproduceArguments& arguments, const Console& console) {
  if (arguments.request.name.empty()) {
    list(console);
    return {};
  }
  std::vector<std::string_view> names;
  for (const Experiment& experiment : all_experiments()) names.push_back(experiment.name);
  if (std::find(names.begin(), names.end(), arguments.request.name) == names.end())
    return wrong(Fault::usage, fmt::format("there is nothing called '{}' to reproduce", arguments.request.name),
                 suggesting(arguments.request.name, names, fmt::format("there are: {}", fmt::join(names, ", "))));
  if (arguments.quick && arguments.full)
    return wrong(Fault::usage, "--quick and --full exclude each other", "give one of them");
  if (console.json() && (arguments.csv == "-" || arguments.report == "-"))
    return wrong(Fault::usage, "--json and another output cannot both have standard output", "give it a file name");
  if (const auto apart = refuse_overwriting(
          {}, {{"--csv", arguments.csv, OutputKind::beginning("a reproduced table", {"# discreet-reproduce"})},
               {"--report", arguments.report, OutputKind::page("a comparison")}});
      !apart)
    return apart;
  for (const std::string& path : {arguments.csv, arguments.report})
    if (!path.empty())
      if (const auto writable = check_writable(path); !writable) return writable;
  const auto place = workplace(arguments.threads);
  if (!place) return tl::unexpected(place.error());
  ReproduceRequest request = arguments.request;
  request.extent = arguments.full ? Extent::full : Extent::quick;
  const auto reproduction = reproduce(request, *place);
  if (!reproduction) return tl::unexpected(reproduction.error());

  console.warn(kResearchOutput);
  if (arguments.csv != "-") console.say(text_of(*reproduction));
  if (!arguments.csv.empty())
    if (const auto written = write_whole(arguments.csv, csv_of(*reproduction)); !written) return written;
  if (!arguments.report.empty())
    if (const auto written = write_whole(arguments.report, comparison_report(comparison_json(*reproduction))); !written)
      return written;
  console.answer(to_json(*reproduction));
  if (!reproduction->interrupted) return {};
  console.warn(request.journal.empty()
                   ? "interrupted; with --journal DIR the fits that choose settings would have been kept"
                   : fmt::format("interrupted; the same command goes on from {}", request.journal));
  end_interrupted();
}

}  // namespace

std::vector<std::string> experiment_names() {
  std::vector<std::string> names;
  for (const Experiment& experiment : all_experiments()) names.emplace_back(experiment.name);
  return names;
}

Action setup_reproduce(CLI::App& app) {
  auto arguments = std::make_shared<ReproduceArguments>();
  std::string names = "what to run again; without a name, they are listed:";
  for (const Experiment& experiment : all_experiments())
    names += fmt::format("\n{}: {}", experiment.name, experiment.summary);
  app.add_option("NAME", arguments->request.name, names);
  app.add_flag("--quick", arguments->quick, "minutes: thinned grids, fewer repeats (the default)")->group("Experiment");
  app.add_flag("--full", arguments->full, "the whole published grid; may take hours, and says how long it took")
      ->group("Experiment");
  app.add_option("--data", arguments->request.folder, "the folder with the datasets")
      ->type_name("DIR")
      ->capture_default_str()
      ->group("Experiment");
  app.add_option(
         "--journal", arguments->request.journal,
         "keep the fits that choose settings in this folder; the same command then goes on where it was stopped")
      ->type_name("DIR")
      ->group("Experiment");
  app.add_option("--threads", arguments->threads, "fits at a time: all cores or a number")
      ->type_name("N")
      ->capture_default_str()
      ->group("Experiment");
  app.add_option("--csv", arguments->csv, "also write the table as CSV")->type_name("FILE")->group("Output");
  app.add_option("--report", arguments->report, "also write an HTML page")->type_name("FILE")->group("Output");
  return [arguments](const Console& console) { return run(*arguments, console); };
}

}  // namespace discreet
