// numpy arrays; as features, and as their own labels, which one column can be.
#include "discreet/io/npy.hpp"
#include "tests/fuzz/input.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace discreet;
  const fuzz::Input input(data, size);
  const fuzz::InputFile file(input.content);
  IngestRules rules;
  rules.task = input.flag(0) ? Task::classification : Task::regression;
  rules.precision = input.flag(1) ? Precision::float32 : Precision::float64;
  if (input.flag(2)) rules.features = {"x2", "x1"};
  if (input.flag(3)) rules.bounds["x1"] = {-1, 1};
  if (input.flag(4)) rules.row_norm = 2;
  rules.labelled = input.flag(5);
  if (rules.labelled) rules.labels = file.path();
  auto stream = ByteStream::open(file.path());
  if (!stream) return 0;
  const auto table = read_npy(*stream, rules);
  if (table && table->rows == 0) __builtin_trap();
  return 0;
}
