// The library as it is shipped, asked everything that the mistaken one is asked. One repetition raises a false alarm
// with probability 1e-9 at most, 200 of them with 2e-7. DISCREET_REPETITIONS=200 takes minutes; here a few are made.
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "tests/faults/detectors.hpp"

namespace discreet {
namespace {

TEST(TrueBuild, RaisesNoAlarm) {
  const char* asked = std::getenv("DISCREET_REPETITIONS");
  const int repetitions = asked ? std::stoi(asked) : 2;
  int alarms = 0;
  for (int repetition = 0; repetition < repetitions; ++repetition)
    for (const std::uint64_t runs : testing::kSizes)
      for (const testing::Detector& detector : testing::detectors())
        if (runs <= detector.most && detector.alarms(runs, testing::miss_of_each())) {
          ++alarms;
          ADD_FAILURE() << detector.name << ", " << runs << " runs, repetition " << repetition;
        }
  std::printf("%d repetitions of %zu tests of %zu sizes, %d alarms\n", repetitions, testing::detectors().size(),
              std::size(testing::kSizes), alarms);
}

}  // namespace
}  // namespace discreet
