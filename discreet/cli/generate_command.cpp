#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdio>
#include <memory>

#include "discreet/cli/command.hpp"
#include "discreet/cli/outputs.hpp"
#include "discreet/data/synthetic.hpp"
#include "discreet/io/atomic_file.hpp"

namespace discreet {
namespace {

struct GenerateArguments {
  std::string name;
  std::string out = "-";
};

Result<void> run(const GenerateArguments& arguments, const Console& console) {
  if (console.json() && arguments.out == "-")
    return wrong(Fault::usage, "--json and the table cannot both have standard output",
                 "give the table a file with --out");
  const std::string plain =
      arguments.out.ends_with(".gz") ? arguments.out.substr(0, arguments.out.size() - 3) : arguments.out;
  if (is_place(arguments.out) && !plain.ends_with(".csv") && !plain.ends_with(".tsv"))
    return wrong(Fault::usage, fmt::format("--out {}: tables are written as .csv or .tsv", arguments.out),
                 "give a name that ends in one of them, also with .gz behind it");
  const auto table = synthesise(arguments.name);
  if (!table) return tl::unexpected(table.error());
  const std::string_view between = plain.ends_with(".tsv") ? "\t" : ",";
  std::string text = fmt::format("{}\n", fmt::join(table->columns, between));
  if (const auto fine =
          check_replaceable("--out", arguments.out, OutputKind::beginning("a table with these columns", {text}));
      !fine)
    return fine;
  auto file = WholeFile::open(arguments.out);
  if (!file) return tl::unexpected(file.error());
  std::vector<double> row(table->columns.size());
  for (std::size_t i = 0; i < table->rows; ++i) {
    table->next(row);
    fmt::format_to(std::back_inserter(text), "{}\n", fmt::join(row, between));
    if (text.size() < (1 << 20) && i + 1 < table->rows) continue;
    if (const auto written = file->write(text); !written) return written;
    text.clear();
  }
  if (const auto finished = file->finish(); !finished) return finished;
  console.answer({{"rows", table->rows}, {"columns", table->columns}, {"out", arguments.out}});
  return {};
}

}  // namespace

Action setup_generate(CLI::App& app) {
  auto arguments = std::make_shared<GenerateArguments>();
  std::string kinds = "NAME?key=value&...; the names are:";
  for (const SyntheticKind& kind : synthetic_kinds()) kinds += fmt::format("\n{}: {}", kind.name, kind.help);
  app.add_option("NAME", arguments->name, kinds)->required();
  app.add_option("--out", arguments->out, "where the table goes; standard output unless said otherwise")
      ->type_name("FILE");
  return [arguments](const Console& console) { return run(*arguments, console); };
}

}  // namespace discreet
