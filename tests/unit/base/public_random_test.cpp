#include "discreet/base/public_random.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace discreet {
namespace {

TEST(PublicRandom, RepeatsItselfFromTheSameSeedAndNotFromAnother) {
  PublicRandom one(7), same(7), other(8);
  bool differs = false;
  for (int k = 0; k < 100; ++k) {
    const std::uint64_t word = one.next();
    EXPECT_EQ(word, same.next());
    differs = differs || word != other.next();
  }
  EXPECT_TRUE(differs);
}

TEST(PublicRandom, StaysBelowItsBoundAndReachesAllOfIt) {
  PublicRandom random(1);
  std::vector<int> seen(7, 0);
  for (int k = 0; k < 1000; ++k) ++seen.at(random.below(7));
  EXPECT_GT(*std::min_element(seen.begin(), seen.end()), 80);
}

TEST(PublicRandom, ShufflesWithoutLosingAnything) {
  PublicRandom random(3);
  std::vector<int> items{1, 2, 3, 4, 5};
  random.shuffle(items);
  std::sort(items.begin(), items.end());
  EXPECT_EQ(items, (std::vector{1, 2, 3, 4, 5}));
}

}  // namespace
}  // namespace discreet
