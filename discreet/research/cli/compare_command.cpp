#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>

#include "discreet/base/version.hpp"
#include "discreet/cli/command.hpp"
#include "discreet/cli/interrupt.hpp"
#include "discreet/cli/outputs.hpp"
#include "discreet/cli/workplace.hpp"
#include "discreet/io/atomic_file.hpp"
#include "discreet/report/comparison.hpp"
#include "discreet/report/words.hpp"
#include "discreet/research/compare/comparison.hpp"
#include "discreet/research/reproduce/machine.hpp"

namespace discreet {
namespace {

struct CompareArguments {
  CompareRequest request;
  std::vector<std::string> solvers;
  std::size_t fresh = 0;
  bool says_fresh = false;
  std::string grid;
  std::string report;
};

Result<CompareRequest> request_of(const CompareArguments& arguments) {
  CompareRequest request = arguments.request;
  request.solvers = listed(arguments.solvers);
  request.epsilons = listed({request.options.epsilon});
  if (request.epsilons.empty())
    return wrong(Fault::usage, "--epsilon is needed: it says how much one row may show in a model",
                 "give one or several, as --epsilon 0.1,1,10");
  if (request.options.noise != "secure")
    return wrong(Fault::usage, "--noise: comparisons choose the seeds of their noise", "use --seed and --repeats");
  if (arguments.grid == "published")
    request.grid = Grain::published;
  else if (arguments.grid == "thin")
    request.grid = Grain::thin;
  else if (!arguments.grid.empty())
    return wrong(Fault::usage, fmt::format("--grid={} is unknown", arguments.grid), "there are published and thin");
  if (arguments.says_fresh) request.fresh = arguments.fresh;
  if (request.fresh && !request.grid)
    return wrong(Fault::usage, "--fresh is for what --grid chose", "leave it out, or give --grid");
  if (request.csv == "-")
    return wrong(Fault::usage, "--csv - : the file is added to run by run", "give it a file name");
  return request;
}

// What does the same again. Files by their names: where they lie is nobody's business who reads the figures.
std::string again(const CompareRequest& request) {
  const bool file = !request.data.starts_with("synthetic:");
  Origin origin{file ? request.data.substr(request.data.find_last_of('/') + 1) : request.data,
                as_arguments(request.options), "", ""};
  const auto add = [&](std::initializer_list<std::string> words) {
    origin.arguments.insert(origin.arguments.end(), words);
  };
  if (!request.solvers.empty()) add({"--solver", fmt::format("{}", fmt::join(request.solvers, ","))});
  if (request.repeats != CompareRequest().repeats) add({"--repeats", fmt::format("{}", request.repeats)});
  if (request.first_seed != CompareRequest().first_seed) add({"--seed", fmt::format("{}", request.first_seed)});
  if (request.grid) add({*request.grid == Grain::thin ? "--grid=thin" : "--grid"});
  if (request.fresh) add({"--fresh", fmt::format("{}", *request.fresh)});
  if (request.curve) add({"--curve"});
  return command_line(origin, "compare");
}

Result<void> run(const CompareArguments& arguments, const Console& console) {
  const auto request = request_of(arguments);
  if (!request) return tl::unexpected(request.error());
  if (arguments.report == "-" && console.json())
    return wrong(Fault::usage, "--json and --report - cannot both have standard output", "give the page a file name");
  if (const auto apart =
          refuse_overwriting(read_by_fit({request->data}, request->options),
                             {{"--csv", request->csv, OutputKind::beginning("a list of runs", {"# discreet-compare"})},
                              {"--report", arguments.report, OutputKind::page("a comparison")}});
      !apart)
    return apart;
  for (const std::string& path : {request->csv, arguments.report})
    if (!path.empty())
      if (const auto writable = check_writable(path); !writable) return writable;
  const auto place = workplace(request->options.threads);
  if (!place) return tl::unexpected(place.error());
  const auto comparison = compare(*request, *place);
  if (!comparison) return tl::unexpected(comparison.error());

  console.warn(kResearchOutput);
  Json json = to_json(*comparison);
  json["command"] = again(*request);
  json["machine"] = {{"cpu", cpu_model()}, {"cores", cores()}, {"threads", place->threads}};
  json["build"] = {{"version", kVersion}, {"commit", kCommit}};
  console.say(text_of(*comparison));
  if (!arguments.report.empty())
    if (const auto written = write_whole(arguments.report, comparison_report(json)); !written) return written;
  console.answer(json);
  if (!comparison->interrupted) return {};
  console.warn(request->csv.empty() ? "interrupted; with --csv FILE what is done would have been kept"
                                    : fmt::format("interrupted; the same command goes on from {}", request->csv));
  end_interrupted();
}

}  // namespace

Action setup_compare(CLI::App& app) {
  auto arguments = std::make_shared<CompareArguments>();
  CompareRequest& request = arguments->request;
  app.add_option("DATA", request.data, "a file or synthetic:NAME?key=value&..., as for fit")->required();
  add_options(app, request.options, {"Problem", "Data", "Privacy", "Solver"});
  app.remove_option(app.get_option("--solver"));
  app.add_option(
         "--solver", arguments->solvers,
         "solvers to compare, as cd,block,sgd; repeatable; all that can solve the problem unless said otherwise")
      ->type_name("NAME[,NAME...]")
      ->group("Solver")
      ->type_size(1)
      ->allow_extra_args(false)
      ->expected(1)
      ->take_all();
  const std::string group = "Experiment";
  app.add_option("--repeats", request.repeats, "runs of each setting")
      ->type_name("R")
      ->check(CLI::Range(1, 1'000'000))
      ->capture_default_str()
      ->group(group);
  app.add_option("--seed", request.first_seed, "seed of the first run; the others count on from it")
      ->type_name("N")
      ->capture_default_str()
      ->group(group);
  app.add_flag("--grid{published}", arguments->grid,
               "tune each solver over the grid of its publication; --grid=thin takes about every third value of it")
      ->group(group);
  app.add_option(
         "--fresh", arguments->fresh,
         "report what --grid chose on this many other seeds; as many as repeats unless said otherwise; 0 reports "
         "the runs that chose it, as the publications do")
      ->type_name("R")
      ->check(CLI::Range(0, 1'000'000))
      ->group(group)
      ->each([arguments](const std::string&) { arguments->says_fresh = true; });
  app.add_flag("--curve", request.curve, "also the error after each pass")->group(group);
  app.add_option("--csv", request.csv,
                 "a line for each run, added as runs end; runs that the file already has are not run again")
      ->type_name("FILE")
      ->group("Output");
  app.add_option("--report", arguments->report, "also write an HTML page")->type_name("FILE")->group("Output");
  return [arguments](const Console& console) { return run(*arguments, console); };
}

}  // namespace discreet
