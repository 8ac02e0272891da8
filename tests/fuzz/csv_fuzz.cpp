// Tables with a header, and the column of groups in them.
#include "discreet/io/csv.hpp"
#include "discreet/io/read_groups.hpp"
#include "tests/fuzz/input.hpp"

namespace discreet::fuzz {
namespace {

IngestRules rules_for(const Input& input) {
  IngestRules rules;
  rules.task = input.flag(1) ? Task::classification : input.flag(2) ? Task::counts : Task::regression;
  rules.precision = input.flag(3) ? Precision::float32 : Precision::float64;
  if (input.flag(4)) {
    rules.features = {"a", "b=x", "c"};
    rules.labelled = input.flag(5);
  } else {
    rules.standardise = input.flag(5);
  }
  if (input.flag(6)) rules.bounds["a"] = {-1, 1};
  if (input.flag(6) && !input.flag(4)) rules.categories["b"] = {"x", "y"};
  if (input.flag(7)) rules.row_norm = 2;
  return rules;
}

}  // namespace
}  // namespace discreet::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace discreet;
  const fuzz::Input input(data, size);
  const fuzz::InputFile file(input.content);
  auto stream = ByteStream::open(file.path());
  if (!stream) return 0;
  const auto table = read_csv(*stream, input.flag(0) ? '\t' : ',', fuzz::rules_for(input));
  if (table && table->rows == 0) __builtin_trap();
  for (const GroupRules& groups : {GroupRules{"b", {}, {}, false}, GroupRules{"a", {}, {0, 1}, true}})
    if (const auto column = read_groups(file.path(), groups); column && column->rows == 0) __builtin_trap();
  return 0;
}
