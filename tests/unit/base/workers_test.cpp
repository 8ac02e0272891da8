#include "discreet/base/workers.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <new>
#include <thread>
#include <vector>

namespace discreet {
namespace {

TEST(Workers, DoEachPartOnce) {
  for (const std::size_t threads : {1u, 2u, 5u}) {
    Workers workers(threads);
    EXPECT_EQ(workers.threads(), threads);
    for (int round = 0; round < 200; ++round) {
      std::vector<std::atomic<int>> done(17);
      workers.run(done.size(), [&](std::size_t part) { ++done[part]; });
      for (const std::atomic<int>& times : done) ASSERT_EQ(times, 1);
    }
  }
}

// Rounds that follow at once find helpers awake, rounds after a pause find them asleep; more threads than cores never
// spin at all.
TEST(Workers, AreThereAfterAnyPause) {
  for (const std::size_t threads : {2u, 9u}) {
    Workers workers(threads);
    std::atomic<std::size_t> sum = 0;
    for (int round = 0; round < 300; ++round) {
      if (round % 50 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(3));
      workers.run(3, [&](std::size_t part) { sum += part + 1; });
      ASSERT_EQ(sum.exchange(0), 6u);
    }
  }
}

// Wherever it was thrown, the caller gets it when no part is at work any more, and the next round is as any other.
TEST(Workers, HandOnWhatIsThrown) {
  for (const std::size_t threads : {1u, 2u, 5u}) {
    Workers workers(threads);
    for (int round = 0; round < 200; ++round) {
      std::atomic<int> at_work = 0;
      const auto task = [&](std::size_t part) {
        ++at_work;
        std::this_thread::yield();
        --at_work;
        if (part % 3 == 0) throw std::bad_alloc();
      };
      EXPECT_THROW(workers.run(17, task), std::bad_alloc);
      EXPECT_EQ(at_work, 0);
      std::atomic<int> done = 0;
      workers.run(17, [&](std::size_t) { ++done; });
      EXPECT_EQ(done, 17);
    }
  }
}

}  // namespace
}  // namespace discreet
