#include <fmt/format.h>

#include <memory>

#include "discreet/cli/command.hpp"
#include "discreet/cli/outputs.hpp"
#include "discreet/cli/progress_bar.hpp"
#include "discreet/fit/problem.hpp"
#include "discreet/fit/reading.hpp"
#include "discreet/io/atomic_file.hpp"
#include "discreet/io/column_header.hpp"
#include "discreet/io/convert.hpp"

namespace discreet {
namespace {

constexpr std::string_view kSensitive =
    "it holds the rows themselves: as sensitive as the data, not private, readable by its owner only";

struct ConvertArguments {
  std::string data, out;
  Options options;
};

Result<void> run(const ConvertArguments& arguments, const Console& console) {
  if (!arguments.out.ends_with(".dcols"))
    return wrong(Fault::usage, fmt::format("OUT {}: the name of a column file ends in .dcols", arguments.out),
                 "discreet convert DATA OUT.dcols");
  if (arguments.options.standardise != "none")
    return wrong(Fault::usage, "--standardise: column files hold values in the units of their source",
                 "leave it out; units are bought by fit");
  const auto rules = ingest_rules(arguments.options);
  if (!rules) return tl::unexpected(rules.error());
  if (const auto apart = refuse_overwriting(
          read_by_fit({arguments.data}, arguments.options),
          {{"OUT", arguments.out, OutputKind::beginning("a column file", {std::string(kColumnMagic)})}});
      !apart)
    return apart;
  if (const auto writable = check_writable(arguments.out); !writable) return writable;
  const auto converted = [&] {
    ProgressBar bar;
    constexpr double kParts = 1e6;
    return convert(arguments.data, arguments.out, *rules, reading_of(arguments.options), [&](double share) {
      if (share > 0) bar.advance(static_cast<std::uint64_t>(share * kParts), static_cast<std::uint64_t>(kParts));
    });
  }();
  if (!converted) return tl::unexpected(converted.error());
  const ColumnLayout& layout = converted->layout;
  const std::string_view precision = layout.precision == Precision::float32 ? "float32" : "float64";
  console.say(fmt::format("{} rows, {} features and the target '{}' are in {} ({:.1f} MiB, {}).\n", layout.rows,
                          layout.features, converted->target, arguments.out,
                          static_cast<double>(converted->bytes) / (1 << 20), precision));
  console.warn(fmt::format("{}: {}", arguments.out, kSensitive));
  console.answer({{"out", arguments.out},
                  {"rows", layout.rows},
                  {"features", layout.features},
                  {"target", converted->target},
                  {"precision", precision},
                  {"bytes", converted->bytes},
                  {"private", false},
                  {"caveats", {kSensitive}}});
  return {};
}

}  // namespace

Action setup_convert(CLI::App& app) {
  auto arguments = std::make_shared<ConvertArguments>();
  app.add_option("DATA", arguments->data,
                 "a .csv, .tsv or .npy file (also .gz), a .dcols file, - for standard input, or synthetic:NAME?...")
      ->required();
  app.add_option("OUT", arguments->out, "the column file, whose name ends in .dcols; one that is there is replaced")
      ->required();
  add_options(app, arguments->options, {"Data"});
  return [arguments](const Console& console) { return run(*arguments, console); };
}

}  // namespace discreet
