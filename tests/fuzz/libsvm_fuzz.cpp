// Sparse text.
#include "discreet/io/libsvm.hpp"
#include "tests/fuzz/input.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace discreet;
  const fuzz::Input input(data, size);
  const fuzz::InputFile file(input.content);
  IngestRules rules;
  rules.task = input.flag(0) ? Task::classification : Task::regression;
  rules.precision = input.flag(1) ? Precision::float32 : Precision::float64;
  // What is guessed may be as wide as ten million, of which each has a name: slow, and no fault.
  rules.width = 100;
  if (input.flag(2)) {
    rules.width.reset();
    rules.features = {"2", "3", "90"};
    rules.labelled = input.flag(3);
  } else if (input.flag(3)) {
    rules.dropped = {"4"};
    rules.bounds["2"] = {-1, 1};
  }
  if (input.flag(4)) rules.row_norm = 2;
  auto stream = ByteStream::open(file.path());
  if (!stream) return 0;
  const auto table = read_libsvm(*stream, rules);
  if (table && table->rows == 0) __builtin_trap();
  return 0;
}
