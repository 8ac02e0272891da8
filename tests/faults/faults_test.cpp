// The build that makes mistakes on purpose: every one of them must be noticed. Compiled with DISCREET_MISTAKES and
// linked with the few files of the library that can make one.
#include <gtest/gtest.h>

#include <cstdio>
#include <optional>
#include <string>

#include "discreet/base/mistake.hpp"
#include "tests/faults/detectors.hpp"

namespace discreet {
namespace {

struct Caught {
  std::string_view by;
  std::uint64_t runs;
};

// By the fewest runs.
std::optional<Caught> caught() {
  for (const std::uint64_t runs : testing::kSizes)
    for (const testing::Detector& detector : testing::detectors())
      if (runs <= detector.most && detector.alarms(runs, testing::miss_of_each())) return Caught{detector.name, runs};
  return std::nullopt;
}

class Faults : public ::testing::Test {
 protected:
  ~Faults() override { planted_mistake = Mistake::none; }
};

// Prints the table of docs/faults.md.
TEST_F(Faults, AreAllCaught) {
  std::string table = "| mistake | noticed by | runs |\n|---|---|---|\n";
  for (const MistakeRow& row : kMistakes) {
    planted_mistake = row.mistake;
    const std::optional<Caught> how = caught();
    EXPECT_TRUE(how) << row.what;
    if (how)
      table += "| " + std::string(row.what) + " | " + std::string(how->by) + " | " + std::to_string(how->runs) + " |\n";
  }
  std::fputs(table.c_str(), stdout);
}

TEST_F(Faults, AreNotSeenWhereNoneIs) {
  const auto how = caught();
  EXPECT_FALSE(how) << how->by;
}

}  // namespace
}  // namespace discreet
