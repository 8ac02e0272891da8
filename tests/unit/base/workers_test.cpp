#include "discreet/base/workers.hpp"

#include <gtest/gtest.h>

#include <atomic>
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

}  // namespace
}  // namespace discreet
