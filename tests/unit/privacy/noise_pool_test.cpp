// Noise is in memory until it is handed out and no longer: the pool is made in bytes that the test can read.
#include "discreet/privacy/noise_pool.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <new>
#include <type_traits>
#include <vector>

#include "discreet/privacy/discrete_noise.hpp"

namespace discreet {
namespace {

using Pool = NoisePool<draw_discrete_gaussian>;
constexpr int kWide = 40;  // two draws are hardly ever the same, and none is zero

struct Memory {
  alignas(Pool) std::array<unsigned char, sizeof(Pool)> bytes{};

  bool holds(std::int64_t number) const {
    std::array<unsigned char, sizeof(number)> wanted;
    std::memcpy(wanted.data(), &number, sizeof(number));
    return std::search(bytes.begin(), bytes.end(), wanted.begin(), wanted.end()) != bytes.end();
  }
};

TEST(NoisePool, ForgetsWhatItHandsOut) {
  SecureRandom source;
  Memory memory;
  Pool* pool = new (memory.bytes.data()) Pool(source);
  for (int k = 0; k < 100; ++k) EXPECT_FALSE(memory.holds(pool->next(kWide))) << k;
  pool->~Pool();
}

TEST(NoisePool, ForgetsWhatItDrewAheadWhenItIsGone) {
  // The same stream twice: once to know what is drawn ahead.
  std::vector<std::int64_t> ahead;
  {
    SeededNoise source(1);
    Pool pool(source);
    for (int k = 0; k < 64; ++k) ahead.push_back(pool.next(kWide));
  }
  SeededNoise source(1);
  Memory memory;
  Pool* pool = new (memory.bytes.data()) Pool(source);
  ASSERT_EQ(pool->next(kWide), ahead[0]);
  EXPECT_TRUE(memory.holds(ahead[1])) << "the test can see what is there";
  pool->~Pool();
  for (const std::int64_t number : ahead) EXPECT_FALSE(memory.holds(number));
}

TEST(NoisePool, IsNotCopied) {
  EXPECT_FALSE(std::is_copy_constructible_v<Pool>);
  EXPECT_FALSE(std::is_move_constructible_v<Pool>);
}

}  // namespace
}  // namespace discreet
