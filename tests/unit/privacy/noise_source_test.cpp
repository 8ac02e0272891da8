#include "discreet/privacy/noise_source.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <set>

#include "discreet/privacy/additive_noise.hpp"
#include "tests/support/make.hpp"

namespace discreet {
namespace {

TEST(SeededNoise, RepeatsItselfAndIsStamped) {
  SeededNoise one(5), same(5), other(6);
  for (int k = 0; k < 10'000; ++k) EXPECT_EQ(one.next64(), same.next64());
  EXPECT_NE(one.next64(), other.next64());
  EXPECT_EQ(one.caveat(), "seeded noise: not private");
}

TEST(SecureRandom, NeverRepeatsAnotherOne) {
  std::set<std::uint64_t> seen;
  for (int k = 0; k < 100; ++k) {
    SecureRandom fresh;
    for (int draw = 0; draw < 10; ++draw) seen.insert(fresh.next64());
  }
  EXPECT_EQ(seen.size(), 1000u);
  EXPECT_TRUE(SecureRandom().caveat().empty());
}

// A child that went on with its parent's buffer would release the same noise.
TEST(Gaussian, DoesNotUseInAChildWhatItsParentDrewAhead) {
  const Dataset data = testing::make_dataset({{0}, {0}}, {0, 0});
  testing::Bench bench;
  const auto oracle = bench.oracle(data, "squared");
  oracle->set_frame(testing::flat_frame(1));
  SecureRandom source;
  Gaussian gaussian(source);
  Permit permit = testing::make_permit("slopes", 3, 2);
  const auto draw = [&] {
    return gaussian.release(oracle->slopes(permit.pay("slopes"), {ClipRule::ball, 1}).slope({0})).value();
  };
  draw();
  std::array<int, 2> channel{};
  ASSERT_EQ(pipe(channel.data()), 0);
  const pid_t child = fork();
  if (child == 0) {
    const double mine = draw();
    _exit(write(channel[1], &mine, sizeof mine) == sizeof mine ? 0 : 1);
  }
  double theirs = 0;
  ASSERT_EQ(read(channel[0], &theirs, sizeof theirs), static_cast<ssize_t>(sizeof theirs));
  waitpid(child, nullptr, 0);
  EXPECT_NE(draw(), theirs);
}

TEST(SecureRandom, GoesItsOwnWayInAChildProcess) {
  SecureRandom random;
  random.next64();
  std::array<int, 2> channel{};
  ASSERT_EQ(pipe(channel.data()), 0);
  const pid_t child = fork();
  if (child == 0) {
    const std::uint64_t word = random.next64();
    _exit(write(channel[1], &word, sizeof word) == sizeof word ? 0 : 1);
  }
  std::uint64_t theirs = 0;
  ASSERT_EQ(read(channel[0], &theirs, sizeof theirs), static_cast<ssize_t>(sizeof theirs));
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  EXPECT_NE(random.next64(), theirs);
}

TEST(SharedRandom, LeavesNoKeyWhereItWasGivenOne) {
  NoiseSource::Key key = SharedRandom::fresh_key(), copy = key;
  EXPECT_NE(key, NoiseSource::Key{});
  SharedRandom one(std::move(key)), same(std::move(copy));
  EXPECT_EQ(key, NoiseSource::Key{});  // NOLINT(bugprone-use-after-move): that is the question
  EXPECT_EQ(one.next64(), same.next64());
}

}  // namespace
}  // namespace discreet
