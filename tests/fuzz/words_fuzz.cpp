// Small texts that people write: tables of public facts, lists of candidates, names of synthetic data, declarations of
// bounds and categories.
#include "discreet/data/synthetic.hpp"
#include "discreet/fit/problem.hpp"
#include "discreet/fit/public_table.hpp"
#include "discreet/fit/tune.hpp"
#include "tests/fuzz/input.hpp"

namespace discreet {

// The true one brings every loss with every layout of columns, none of which a declaration is about.
Result<ChosenLoss> choose_loss(const std::string& text) {
  ChosenLoss chosen;
  chosen.task = text == "logistic" ? Task::classification : Task::regression;
  return chosen;
}

}  // namespace discreet

namespace discreet::fuzz {
namespace {

void declare(const std::string& text) {
  Options options;
  options.bound = options.categorical = {text};
  options.classes = options.features = options.row_norm = text;
  (void)ingest_rules(options);
  Options one;
  one.bound = {text};
  (void)ingest_rules(one);
  one = {};
  one.categorical = {text};
  (void)ingest_rules(one);
}

void synthesise_a_row(const std::string& text) {
  auto table = synthesise(text);
  if (!table || table->columns.empty()) return;
  std::vector<double> row(table->columns.size());
  for (std::size_t i = 0; i < std::min<std::size_t>(table->rows, 3); ++i) table->next(row);
}

}  // namespace
}  // namespace discreet::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace discreet;
  const fuzz::Input input(data, size);
  const std::string text(input.content);
  switch (input.choice % 4) {
    case 0: {
      const fuzz::InputFile file(text);
      (void)read_public_table(file.path(), 1, 2);
      break;
    }
    case 1:
      (void)read_candidates(text, {});
      break;
    case 2:
      fuzz::synthesise_a_row(text);
      break;
    default:
      fuzz::declare(text);
  }
  return 0;
}
