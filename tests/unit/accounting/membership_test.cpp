// Sampled releases with next to no noise, against closed forms that share nothing with the accountants.
#include "discreet/accounting/membership.hpp"

#include <gtest/gtest.h>

#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/special_functions/erf.hpp>
#include <cmath>

#include "discreet/accounting/accountants.hpp"

namespace discreet {
namespace {

constexpr Neighbours kRelations[] = {Neighbours::replace_one, Neighbours::zero_out, Neighbours::add_remove};

double tight(const Plan& plan, double delta) { return TightAccountant().epsilon(plan, {delta}).value; }
Plan sampled(double rate, double multiplier, std::uint64_t count = 1, Neighbours neighbours = Neighbours::add_remove) {
  return {neighbours, {{"", PoissonGaussianEvent{rate, {multiplier}}, count, 0}}};
}
double above(double x) { return 0.5 * boost::math::erfc(x / std::sqrt(2.0)); }

// One release differs only where the row is in the batch: its total variation is q times that of two normal laws.
TEST(SampledRelease, CostsNothingFromADeltaOfItsTotalVariationOn) {
  for (const Neighbours neighbours : kRelations)
    for (const double rate : {1e-6, 0.01, 0.3})
      for (const double multiplier : {1e-6, 5e-4, 0.002, 0.04, 0.3, 2.0}) {
        const double apart = neighbours == Neighbours::replace_one ? 2 : 1;
        const double variation = rate * (1 - 2 * above(0.5 * apart / multiplier));
        const Plan plan = sampled(rate, multiplier, 1, neighbours);
        EXPECT_EQ(tight(plan, rate), 0) << rate << ' ' << multiplier;
        EXPECT_EQ(tight(plan, variation * (1 + 1e-12)), 0) << rate << ' ' << multiplier;
        EXPECT_GT(tight(plan, variation * (1 - 1e-9)), 0) << rate << ' ' << multiplier;
      }
  EXPECT_EQ(tight({Neighbours::replace_one, {{"", FixedBatchGaussianEvent{100, 1, {0.002}}, 1, 0}}}, 0.01), 0);
}

// A row is in one of k batches or more with probability 1 - (1-q)^k.
TEST(SampledReleases, CostNothingFromTheChanceOfBeingSeenOn) {
  for (const Neighbours neighbours : kRelations)
    for (const double multiplier : {1e-5, 0.002, 0.03, 0.2})
      for (const int count : {2, 30}) {
        const double seen = -std::expm1(count * std::log1p(-0.01));
        const Plan plan = sampled(0.01, multiplier, static_cast<std::uint64_t>(count), neighbours);
        EXPECT_EQ(tight(plan, seen * (1 + 1e-11)), 0) << multiplier << ' ' << count;
        if (multiplier > 0.1) continue;  // a batch with more noise than that need not show who is in it
        EXPECT_EQ(RenyiAccountant().epsilon(plan, {seen * (1 + 1e-11)}).value, 0);
        EXPECT_GT(tight(plan, seen * (1 - 1e-3)), 40) << multiplier << ' ' << count;
      }
}

// The profile of one release when a row is removed: (1-q) N(0) + q N(1) against N(0), for every outcome above x.
TEST(SampledRelease, CostsWhatItsProfileSaysHoweverLittleNoiseItHas) {
  for (const double multiplier : {0.002, 0.01, 0.04, 0.2})
    for (const double part : {0.999, 0.5, 1e-3, 1e-9}) {
      constexpr double kRate = 0.01;
      const double delta = part * kRate, square = multiplier * multiplier;
      const double epsilon = tight(sampled(kRate, multiplier), delta);
      // Where the outcome's probability is e^epsilon times as large: x = z^2 log((e^epsilon - 1 + q)/q) + 1/2.
      const auto profile = [&](double at) {
        const double x = square * (at > 30 ? at - std::log(kRate) : std::log1p(std::expm1(at) / kRate)) + 0.5;
        const double other = at > 700 ? 0 : std::exp(at) * above(x / multiplier);
        return (1 - kRate) * above(x / multiplier) + kRate * above((x - 1) / multiplier) - other;
      };
      EXPECT_LE(profile(epsilon * (1 + 1e-9)), delta * (1 + 1e-9)) << "never too low: " << multiplier << ' ' << part;
      EXPECT_GE(profile(epsilon * (1 - 1e-4)), epsilon > 0 ? delta : 0) << "nor loose: " << multiplier << ' ' << part;
    }
}

// Told in which batches a row was, m of k, an attacker sees a Gaussian release of mu sqrt(m): with next to no noise
// that is all there is. What is removed makes the m that matters for delta decide epsilon.
TEST(SampledReleases, CostWhatTheMixtureOverBatchesCostsWithoutNoise) {
  constexpr double kRate = 0.01, kMultiplier = 0.002;
  constexpr int kCount = 10;
  const Plan plan = sampled(kRate, kMultiplier, kCount);
  const boost::math::binomial law(kCount, kRate);
  for (const double delta : {0.05, 0.01, 1e-3, 1e-6}) {
    const double epsilon = tight(plan, delta);
    // The mixture, with losses N(m mu^2/2, m mu^2): what is left of a loss beyond epsilon is next to all of it.
    const auto told = [&](double at) {
      double sum = 0;
      for (int m = 1; m <= kCount; ++m) {
        const double mu = std::sqrt(m) / kMultiplier;
        sum += boost::math::pdf(law, m) * above((at - 0.5 * mu * mu) / mu);
      }
      return sum;
    };
    EXPECT_LE(told(epsilon * (1 + 1e-4)), delta) << delta;
    EXPECT_GE(told(epsilon * (1 - 1e-3)), delta) << delta;
  }
}

// With other events beside them: never below what the others cost alone, and no more than that beyond the chance.
TEST(SampledReleases, AddOnlyTheirChanceToWhatOthersCost) {
  for (const Event& other : {Event{GaussianEvent{{2}}}, Event{LaplaceEvent{{5}}}, Event{ExponentialEvent{{0.3}}}}) {
    const Plan alone{Neighbours::zero_out, {{"", other, 3, 0}}};
    Plan both = alone;
    both.lines.push_back({"", PoissonGaussianEvent{1e-3, {0.002}}, 2, 0});
    const double lost = 2e-3 - 1e-6, delta = 0.01;
    const double cost = tight(both, delta);
    EXPECT_GE(cost, tight(alone, delta));
    EXPECT_NEAR(cost, tight(alone, (delta - lost) / (1 - lost)), 1e-6 * cost);
    EXPECT_GT(tight(both, 0.5 * lost), 1000) << "a row in a batch shows";
  }
}

TEST(Approximate, EventsMeetTheirOwnDeltaExactly) {
  const Plan plan{Neighbours::replace_one, {{"", ApproximateEvent{{0.5}, {1e-6}}, 1, 0}}};
  EXPECT_NEAR(tight(plan, 1e-6), 0.5, 1e-14);
  EXPECT_TRUE(std::isinf(tight(plan, 1e-6 * (1 - 1e-15))));
}

}  // namespace
}  // namespace discreet
