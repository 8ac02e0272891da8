#include <fmt/format.h>

#include <memory>

#include "discreet/cli/arguments.hpp"
#include "discreet/cli/command.hpp"
#include "discreet/cli/interrupt.hpp"
#include "discreet/cli/outputs.hpp"
#include "discreet/cli/workplace.hpp"
#include "discreet/io/atomic_file.hpp"
#include "discreet/io/load.hpp"
#include "discreet/io/read_groups.hpp"
#include "discreet/research/randomised_column.hpp"

namespace discreet {
namespace {

struct RandomisedArguments {
  Options options;
  std::string data, column, out = "-";
  std::vector<std::string> values;
};

std::string quoted(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == text.npos) return text;
  std::string found = "\"";
  for (const char c : text) found += c == '"' ? std::string("\"\"") : std::string(1, c);
  return found + "\"";
}

// What reads the column calls its options by the names that fairness has for them.
Error as_of_values(Error error) {
  for (std::string* text : {&error.message, &error.hint})
    for (const auto& [theirs, ours] : {std::pair<std::string, std::string>{", or cut numbers with --edges A,B,...", ""},
                                       {"--groups", "--values"},
                                       {"--group", "--column"}})
      for (std::size_t at; (at = text->find(theirs)) != text->npos;) text->replace(at, theirs.size(), ours);
  return error;
}

Result<void> run(const RandomisedArguments& arguments, const Console& console) {
  if (console.json() && arguments.out == "-")
    return wrong(Fault::usage, "--json and the table cannot both have standard output",
                 "give the table a file with --out");
  const std::string header = quoted(arguments.column) + "\n";
  const OutputKind kind = OutputKind::beginning("a column of randomised answers", {header});
  if (const auto apart = refuse_overwriting({{"DATA", arguments.data}, {"--ledger", arguments.options.ledger}},
                                            {{"--out", arguments.out, kind}});
      !apart)
    return apart;
  if (const auto fine = check_replaceable("--out", arguments.out, kind); !fine) return fine;
  if (is_place(arguments.out))
    if (const auto writable = check_writable(arguments.out); !writable) return writable;
  SpendingRun spending(arguments.options, "table", console);
  const auto column = read_groups(arguments.data, {arguments.column, listed(arguments.values), {}, true});
  if (!column) return tl::unexpected(as_of_values(column.error()));
  const auto found = randomised(*column, arguments.options, source_name(arguments.data));
  if (!found) return tl::unexpected(found.error());
  spending.has_result();
  if (!found->caveat.empty()) console.warn(found->caveat);

  std::string table = header;
  for (const std::uint32_t answer : found->answers) table += quoted(column->values[answer]) + "\n";
  const auto written = write_whole(arguments.out, table);
  std::string text = fmt::format("epsilon {:.6g} for the answer of each row; {:.4g} % of the answers are lies\n",
                                 found->epsilon.value, 100 * found->lie);
  Json shares = Json::object();
  for (std::size_t k = 0; k < found->shares.size(); ++k) {
    text += fmt::format("estimated share of {}: {:.4g}\n", column->values[k], found->shares[k]);
    shares[column->values[k]] = found->shares[k];
  }
  if (is_place(arguments.out)) console.say(text);
  // What was paid for is told even if the table could not be written.
  console.answer({{"column", arguments.column},
                  {"rows", found->answers.size()},
                  {"values", column->values},
                  {"epsilon", found->epsilon.value},
                  {"neighbours", arguments.options.neighbours},
                  {"lie", found->lie},
                  {"shares", std::move(shares)},
                  {"private", found->caveat.empty()},
                  {"out", arguments.out}});
  return written;
}

}  // namespace

Action setup_randomised_response(CLI::App& app) {
  auto arguments = std::make_shared<RandomisedArguments>();
  arguments->options.solver.clear();  // there is none, and the history of a ledger would tell one
  RandomisedArguments& a = *arguments;
  app.add_option("DATA", a.data, "a table with the column, as fit reads it")->required();
  add_text(app, "--column", a.column, "COLUMN", "the column whose values are told", "Data")->required();
  app.add_option("--values", a.values,
                 "its values, which are public; 0 and 1 unless said otherwise. A row with another value tells any of "
                 "them, all equally likely")
      ->type_name("A,B,...")
      ->group("Data")
      ->type_size(1)
      ->allow_extra_args(false)
      ->expected(1)
      ->take_all();
  add_text(app, "--epsilon", a.options.epsilon, "E", "how much the answer of a row may show; required", "Privacy");
  add_text(app, "--neighbours", a.options.neighbours, "NAME",
           "what is hidden: replace-one (a row's value) or zero-out (whether it has one)", "Privacy");
  add_text(app, "--noise", a.options.noise, "SOURCE",
           "secure, or seeded:N for experiments, which is not private and says so", "Privacy");
  add_options(app, a.options, {"Ledger"});
  add_text(app, "--out", a.out, "FILE", "where the table goes; standard output unless said otherwise", "Output");
  return [arguments](const Console& console) { return run(*arguments, console); };
}

}  // namespace discreet
