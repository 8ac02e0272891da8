// Tests that must notice a mistake, whoever made it. Each is a question to the library as it is linked, so the same
// code is asked in the true build and in the one that can make mistakes on purpose.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace discreet::testing {

struct Detector {
  std::string_view name;
  // Whether something is wrong, after so many runs. On a true library: with probability at most `miss`.
  bool (*alarms)(std::uint64_t runs, double miss);
  std::uint64_t most = 6400;  // runs that it is worth
};
std::span<const Detector> detectors();

// Runs are added until something is noticed, or not. All sizes of all detectors share one false alarm.
inline constexpr std::uint64_t kSizes[] = {100, 400, 1600, 6400};
inline constexpr double kMissOfAll = 1e-9;
double miss_of_each();

}  // namespace discreet::testing
