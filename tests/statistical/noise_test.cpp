// Both kinds of noise at the scales that are used, where the grid is too fine to count its points: the law, the lowest
// bits and the memory, each with samplers that are broken in that way and must be caught.
#include <gtest/gtest.h>

#include "discreet/privacy/discrete_noise.hpp"
#include "tests/statistical/distributions.hpp"

namespace discreet {
namespace {

using testing::Draw;

struct Kind {
  const char* name;
  std::int64_t (*draw)(NoiseSource&, int);
  double (*cdf)(double);
};
constexpr Kind kKinds[] = {{"Gaussian", draw_discrete_gaussian, testing::normal_cdf},
                           {"Laplace", draw_discrete_laplace, testing::laplace_cdf}};
constexpr int kExponent = 40;

class EveryNoise : public ::testing::TestWithParam<Kind> {
 protected:
  Draw draw() {
    return [this] { return GetParam().draw(source, kExponent); };
  }
  SecureRandom source;
};
INSTANTIATE_TEST_SUITE_P(Kinds, EveryNoise, ::testing::ValuesIn(kKinds),
                         [](const auto& test) { return std::string(test.param.name); });

TEST_P(EveryNoise, FollowsItsLaw) {
  for (const int exponent : {24, 40})
    EXPECT_TRUE(testing::follows([&] { return GetParam().draw(source, exponent); }, exponent, GetParam().cdf));
}

// The share of draws below a point one scale out changes by 0.24 per cent (Gaussian) or 0.18 per cent (Laplace); the
// limit is 0.08 per cent.
TEST_P(EveryNoise, WouldBeCaughtWithTwoPerCentLessVariance) {
  const Draw right = draw();
  const double narrower = std::sqrt(0.98);
  EXPECT_FALSE(testing::follows([&] { return std::llround(narrower * static_cast<double>(right())); }, kExponent,
                                GetParam().cdf));
}

TEST_P(EveryNoise, WouldBeCaughtWithOneOf256Streams) {
  const auto sampler = [this](NoiseSource& stream) { return GetParam().draw(stream, kExponent); };
  EXPECT_FALSE(testing::follows(testing::seeded_by_a_byte(sampler, source), kExponent, GetParam().cdf));
}

TEST_P(EveryNoise, FillsTheLattice) {
  const Draw right = draw();
  EXPECT_TRUE(testing::fills_the_lattice(right));
  EXPECT_FALSE(testing::fills_the_lattice([&] { return right() | 1; })) << "a hole at every other point must be seen";
  EXPECT_FALSE(testing::fills_the_lattice([&] {
    const std::int64_t noise = right();
    return (noise & 15) == 7 ? noise + 1 : noise;
  })) << "and one at every sixteenth";
}

TEST_P(EveryNoise, ForgetsItsLastDraw) {
  const Draw right = draw();
  EXPECT_TRUE(testing::forgets(right));
  std::int64_t kept = 0;
  EXPECT_FALSE(testing::forgets([&] { return kept = right() + kept / 20; })) << "a twentieth remembered must be seen";
}

}  // namespace
}  // namespace discreet
