#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdio>
#include <memory>

#include "discreet/cli/command.hpp"
#include "discreet/data/synthetic.hpp"
#include "discreet/io/atomic_file.hpp"

namespace discreet {
namespace {

struct GenerateArguments {
  std::string name;
  std::string out = "-";
};

Result<void> run(const GenerateArguments& arguments, const Console& console) {
  const auto table = synthesise(arguments.name);
  if (!table) return tl::unexpected(table.error());
  std::string text = fmt::format("{}\n", fmt::join(table->columns, ","));
  std::vector<double> row(table->columns.size());
  for (std::size_t i = 0; i < table->rows; ++i) {
    table->next(row);
    fmt::format_to(std::back_inserter(text), "{}\n", fmt::join(row, ","));
  }
  if (!(console.json() && arguments.out == "-"))
    if (const auto written = write_whole(arguments.out, text); !written) return written;
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
