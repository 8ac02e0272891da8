// Column files. Fuzzers seldom guess a checksum, so those of what they made up are put right first, except where a flag
// leaves them alone.
#include <zlib.h>

#include <cstring>

#include "discreet/io/column_file.hpp"
#include "discreet/io/columns.hpp"
#include "discreet/io/read_groups.hpp"
#include "tests/fuzz/input.hpp"

namespace {

std::uint32_t sum_of(const std::string& bytes, std::size_t from, std::size_t count) {
  return static_cast<std::uint32_t>(crc32_z(0, reinterpret_cast<const unsigned char*>(bytes.data()) + from, count));
}

void put_right(std::string& bytes) {
  constexpr std::size_t kDescriptionAt = 40, kDescriptionBytes = 48, kDescriptionSum = 56, kHeaderSum = 60;
  if (bytes.size() < discreet::kColumnHeader) return;
  std::uint64_t at = 0, size = 0;
  std::memcpy(&at, bytes.data() + kDescriptionAt, sizeof at);
  if (at < bytes.size()) {
    size = bytes.size() - at;
    std::memcpy(bytes.data() + kDescriptionBytes, &size, sizeof size);
    const std::uint32_t sum = sum_of(bytes, at, size);
    std::memcpy(bytes.data() + kDescriptionSum, &sum, sizeof sum);
  }
  const std::uint32_t sum = sum_of(bytes, 0, kHeaderSum);
  std::memcpy(bytes.data() + kHeaderSum, &sum, sizeof sum);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace discreet;
  const fuzz::Input input(data, size);
  std::string bytes(input.content);
  if (!input.flag(7)) put_right(bytes);
  const fuzz::InputFile file(bytes);
  IngestRules rules;
  rules.task = input.flag(0) ? Task::classification : Task::regression;
  if (input.flag(0)) rules.positive = "1";
  if (input.flag(1)) rules.precision = Precision::float32;
  if (input.flag(2)) rules.features = {"b", "a"};
  if (input.flag(3)) rules.bounds["a"] = {-1, 1};
  if (input.flag(4)) rules.dropped = {"b"};
  rules.labelled = !input.flag(5);
  auto stream = ByteStream::open(file.path());
  if (!stream) return 0;
  if (const auto table = read_columns(*stream, rules)) {
    if (table->rows == 0 || table->features() == 0) __builtin_trap();
    // Every page that the columns claim to have is there.
    const auto opened = ColumnFile::open(file.path());
    const auto last = [&](auto columns) {
      const auto& block = columns.blocks().back();
      volatile double touched = static_cast<double>(block.column({columns.coordinates() - 1})[block.rows - 1]);
      (void)touched;
    };
    if (opened->layout().precision == Precision::float32)
      last(opened->columns<float>(0, opened->layout().rows));
    else
      last(opened->columns<double>(0, opened->layout().rows));
  }
  if (input.flag(6) && is_column_file(file.path())) (void)read_groups(file.path(), {"a", {}, {}, false});
  return 0;
}
