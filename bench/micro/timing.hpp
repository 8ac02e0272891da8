// Times variants in turn, on one core, and compares medians. Timed one after the other instead, the same two variants
// have differed by half and changed places.
#pragma once

#include <sched.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <functional>
#include <string>
#include <vector>

namespace discreet::bench {

inline void pin_to_one_core() {
  cpu_set_t mine;
  CPU_ZERO(&mine);
  if (sched_getaffinity(0, sizeof mine, &mine) != 0) return;
  int last = 0;
  for (int core = 0; core < CPU_SETSIZE; ++core)
    if (CPU_ISSET(core, &mine)) last = core;
  CPU_ZERO(&mine);
  CPU_SET(last, &mine);
  sched_setaffinity(0, sizeof mine, &mine);
}

struct Variant {
  std::string name;
  std::function<double()> run;  // its answer is kept, so that nothing is optimised away
};

inline volatile double kept;

inline double wall_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}
// Of this process alone, whatever else the core is doing. For work that is not bound by memory.
inline double processor_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

// Seconds of one run of each variant: medians over the repetitions, in each of which every variant has its turn.
inline std::vector<double> medians(const std::vector<Variant>& variants, int repetitions, int runs,
                                   double (*seconds_now)() = wall_seconds) {
  std::vector<std::vector<double>> seconds(variants.size());
  for (int repetition = -1; repetition < repetitions; ++repetition)
    for (std::size_t k = 0; k < variants.size(); ++k) {
      const double start = seconds_now();
      for (int run = 0; run < runs; ++run) kept = variants[k].run();
      const double spent = seconds_now() - start;
      if (repetition >= 0) seconds[k].push_back(spent / runs);  // the first turn warms up
    }
  std::vector<double> middle;
  for (std::vector<double>& all : seconds) {
    std::nth_element(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(all.size() / 2), all.end());
    middle.push_back(all[all.size() / 2]);
  }
  return middle;
}

}  // namespace discreet::bench
