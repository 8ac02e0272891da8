#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <vector>

#include "discreet/privacy/bernoulli_exp.hpp"
#include "discreet/privacy/discrete_noise.hpp"
#include "tests/statistical/support.hpp"

namespace discreet {
namespace {

using testing::looks_like;
using testing::looks_like_variance;

using Draw = std::function<std::int64_t()>;

// Counts of the values -range..range, the last cell for all others.
std::vector<double> histogram(const Draw& draw, int range, int draws) {
  std::vector<double> counts(static_cast<std::size_t>(2 * range + 2), 0.0);
  for (int k = 0; k < draws; ++k) {
    const std::int64_t value = draw();
    const bool inside = std::abs(value) <= range;
    ++counts[inside ? static_cast<std::size_t>(value + range) : counts.size() - 1];
  }
  return counts;
}

std::vector<double> probabilities(const std::function<double(double)>& weight, int range) {
  double total = 0;
  for (int k = -100 * range; k <= 100 * range; ++k) total += weight(k);
  std::vector<double> p;
  double inside = 0;
  for (int k = -range; k <= range; ++k) {
    p.push_back(weight(k) / total);
    inside += p.back();
  }
  p.push_back(1 - inside);
  return p;
}

constexpr int kDraws = 2'000'000;
constexpr int kExponent = 4, kRange = 80;

bool passes_as_gaussian(const Draw& draw) {
  return looks_like(histogram(draw, kRange, kDraws),
                    probabilities([](double k) { return std::exp(-k * k / 512); }, kRange));
}

TEST(DiscreteGaussian, HasExactlyItsDistribution) {
  SecureRandom source;
  EXPECT_TRUE(passes_as_gaussian([&] { return draw_discrete_gaussian(source, kExponent); }));
}

TEST(DiscreteGaussian, WouldBeCaughtTwoPerCentTooNarrow) {
  SecureRandom source;
  EXPECT_FALSE(passes_as_gaussian(
      [&] { return std::llround(0.98 * 0x1p-20 * 16 * static_cast<double>(draw_discrete_gaussian(source, 20))); }));
}

TEST(DiscreteGaussian, WouldBeCaughtCountingZeroTwice) {
  // What the sampler would give without the rule that zero has one sign.
  SecureRandom source;
  int extra = 0;
  EXPECT_FALSE(passes_as_gaussian([&] {
    if (++extra % 40 == 0) return std::int64_t{0};
    return draw_discrete_gaussian(source, kExponent);
  }));
}

TEST(DiscreteLaplace, HasExactlyItsDistribution) {
  SecureRandom source;
  const auto p = probabilities([](double k) { return std::exp(-std::abs(k) / 16); }, 150);
  EXPECT_TRUE(looks_like(histogram([&] { return draw_discrete_laplace(source, 4); }, 150, kDraws), p));
  EXPECT_FALSE(looks_like(histogram([&] { return draw_discrete_gaussian(source, 4); }, 150, kDraws), p));
}

double successes(NoiseSource& source, int eighths, int tries) {
  double count = 0;
  for (int k = 0; k < tries; ++k) count += bernoulli_exp(source, static_cast<Wide>(eighths), 3);
  return count;
}

TEST(BernoulliExp, SucceedsWithTheExponentialOfItsArgument) {
  SecureRandom source;
  constexpr int kTries = 2'000'000;
  for (const int eighths : {1, 6, 8, 20}) {
    const double p = std::exp(-eighths / 8.0), seen = successes(source, eighths, kTries);
    EXPECT_TRUE(looks_like({seen, kTries - seen}, {p, 1 - p})) << eighths;
    EXPECT_FALSE(looks_like({seen, kTries - seen}, {1.05 * p, 1 - 1.05 * p})) << "five per cent more must be seen";
  }
  EXPECT_EQ(successes(source, 0, 1000), 1000);
}

TEST(BernoulliTwoOverE, SucceedsTwiceAsOftenAsAWholeUnit) {
  SecureRandom source;
  constexpr int kTries = 2'000'000;
  double seen = 0;
  for (int k = 0; k < kTries; ++k) seen += bernoulli_two_over_e(source);
  const double p = 2 * std::exp(-1.0);
  EXPECT_TRUE(looks_like({seen, kTries - seen}, {p, 1 - p}));
  EXPECT_FALSE(looks_like({seen, kTries - seen}, {1.01 * p, 1 - 1.01 * p})) << "one per cent more must be seen";
}

// A source that a test dictates to.
class Scripted final : public NoiseSource {
 public:
  explicit Scripted(std::vector<std::uint32_t> words) : words_(std::move(words)) {}
  std::string caveat() const override { return "scripted"; }

 protected:
  void start(Key&) override {}
  void fill(std::span<std::uint32_t> buffer) override {
    std::copy(words_.begin(), words_.end(), buffer.begin());
    std::fill(buffer.begin() + static_cast<std::ptrdiff_t>(words_.size()), buffer.end(), 0xffffffffu);
  }

 private:
  std::vector<std::uint32_t> words_;
};

// Ties of the first 32 digits decide by the digits that follow; they are too rare to meet by chance. The argument is
// 1/2, so the first digit of x is 2^31 and all others are zero.
TEST(BernoulliExp, DecidesTiesByTheDigitsThatFollow) {
  const std::uint32_t half = 0x80000000u;
  const auto answer = [](std::vector<std::uint32_t> words) {
    Scripted source(std::move(words));
    return bernoulli_exp(source, 1, 1);
  };
  EXPECT_TRUE(answer({half, 5})) << "0.5 and something is not below 0.5: one uniform was drawn, an odd number";
  EXPECT_FALSE(answer({100, 200})) << "the second is above the first: two were drawn";
  // On a tie the later uniform gets its next digit first.
  EXPECT_FALSE(answer({100, 100, 9, 7})) << "a tie of 100 and 100; then 9 is above 7, so two were drawn";
  EXPECT_TRUE(answer({100, 100, 7, 9, 300})) << "a tie; 7 is below 9, and the third is above: three were drawn";
  EXPECT_TRUE(answer({100, 100, 9, 9, 3, 8, 300})) << "a tie of two digits";
}

// Large scales, as used: the variance, the lowest bits, and no memory from one draw to the next.
TEST(DiscreteGaussian, HasTheVarianceOfItsScale) {
  SecureRandom source;
  for (const int exponent : {24, 40, 48}) {
    double squares = 0;
    constexpr int kTries = 400'000;
    for (int k = 0; k < kTries; ++k)
      squares += std::pow(std::ldexp(static_cast<double>(draw_discrete_gaussian(source, exponent)), -exponent), 2);
    EXPECT_TRUE(looks_like_variance(squares / kTries, 1, kTries)) << exponent;
    EXPECT_FALSE(looks_like_variance(0.95 * squares / kTries, 1, kTries)) << "five per cent less must be seen";
  }
}

std::vector<double> low_bits(const Draw& draw) {
  std::vector<double> counts(16, 0.0);
  for (int k = 0; k < 400'000; ++k) ++counts[static_cast<std::size_t>(draw() & 15)];
  return counts;
}

TEST(DiscreteGaussian, LeavesNoHolesInTheLattice) {
  SecureRandom source;
  const std::vector<double> even(16, 1.0 / 16);
  EXPECT_TRUE(looks_like(low_bits([&] { return draw_discrete_gaussian(source, 30); }), even));
  EXPECT_FALSE(looks_like(low_bits([&] { return draw_discrete_gaussian(source, 30) & ~std::int64_t{1}; }), even));
}

// The mean product of neighbours has mean 0 and standard deviation 1/sqrt(n).
double serial_correlation(const Draw& draw) {
  constexpr int kTries = 400'000;
  double before = 0, sum = 0;
  for (int k = 0; k < kTries; ++k) {
    const double now = std::ldexp(static_cast<double>(draw()), -24);
    sum += before * now;
    before = now;
  }
  return sum / std::sqrt(static_cast<double>(kTries));
}

TEST(DiscreteGaussian, ForgetsItsLastDraw) {
  SecureRandom source;
  EXPECT_LT(std::abs(serial_correlation([&] { return draw_discrete_gaussian(source, 24); })), testing::kDeviations);
  std::int64_t kept = 0;
  EXPECT_GT(std::abs(serial_correlation([&] { return kept = draw_discrete_gaussian(source, 24) + kept / 10; })),
            testing::kDeviations);
}

}  // namespace
}  // namespace discreet
