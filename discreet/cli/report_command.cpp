#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <memory>

#include "discreet/cli/arguments.hpp"
#include "discreet/cli/command.hpp"
#include "discreet/cli/outputs.hpp"
#include "discreet/fit/evaluate.hpp"
#include "discreet/fit/spec.hpp"
#include "discreet/io/atomic_file.hpp"
#include "discreet/io/model_file.hpp"
#include "discreet/report/html.hpp"
#include "discreet/report/label.hpp"

namespace discreet {
namespace {

struct Format {
  std::string_view name, ending;
  std::string (*write)(const Model& model);
  std::string_view beginning;

  OutputKind kind() const {
    return beginning.empty() ? OutputKind::page("a model")
                             : OutputKind::beginning("a privacy label", {std::string(beginning)});
  }
};
constexpr std::array kFormats{Format{"html", ".html", html_report, ""},
                              Format{"yaml", ".yaml", yaml_label, "format: \"discreet-privacy-label\"\n"},
                              Format{"markdown", ".md", markdown_label, "# Privacy label: "}};

struct ReportArguments {
  std::string model, out;
  std::string format = "html";
};

Result<const Format*> format_named(const std::string& name) {
  std::vector<std::string_view> names;
  for (const Format& format : kFormats) {
    if (format.name == name) return &format;
    names.push_back(format.name);
  }
  return unknown_name("format", name, names);
}

Result<void> run(const ReportArguments& arguments, const Console& console) {
  const auto format = format_named(arguments.format);
  if (!format) return tl::unexpected(format.error());
  if (arguments.out == "-" && console.json())
    return wrong(Fault::usage, "--json and --out - cannot both have standard output", "give the report a file name");
  std::string out = arguments.out;
  if (out.empty())
    out = (std::filesystem::path(arguments.model).parent_path() / fmt::format("report{}", (*format)->ending)).string();
  if (const auto apart = refuse_overwriting({{"MODEL", arguments.model}}, {{"--out", out, (*format)->kind()}}); !apart)
    return apart;
  const auto model = read_model(arguments.model);
  if (!model) return tl::unexpected(model.error());
  if (const auto known = check_names(*model); !known) return known;
  if (const auto written = write_whole(out, (*format)->write(*model)); !written) return written;
  if (out != "-") console.say(fmt::format("The report is in {}.\n", out));
  console.answer({{"report", out}, {"format", arguments.format}});
  return {};
}

}  // namespace

Action setup_report(CLI::App& app) {
  auto arguments = std::make_shared<ReportArguments>();
  app.add_option("MODEL", arguments->model, "a model file that fit wrote")->required();
  add_text(app, "--out", arguments->out, "FILE",
           "where it goes, - for standard output; beside the model as report.html (.yaml, .md) unless said otherwise",
           "Output");
  add_text(app, "--format", arguments->format, "NAME",
           "html (a page for people), yaml (the privacy label for programs, in the sections of the OpenDP deployments "
           "registry) or markdown (for papers)",
           "Output");
  return [arguments](const Console& console) { return run(*arguments, console); };
}

}  // namespace discreet
