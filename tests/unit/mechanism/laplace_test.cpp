#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "discreet/oracle/histogram.hpp"
#include "discreet/privacy/additive_noise.hpp"
#include "tests/support/grants.hpp"
#include "tests/support/make.hpp"

namespace discreet {
namespace {

// Discrete Laplace noise of a scale small enough to write its whole law down.
constexpr int kRange = 150;
constexpr double kScale = 6;
double mass(int k) { return std::tanh(0.5 / kScale) * std::exp(-std::abs(k) / kScale); }

// The privacy profile of noise against shifted noise, by enumeration.
double profile(double e, int shift) {
  double delta = 0;
  for (int k = -kRange; k <= kRange; ++k) delta += std::max(0.0, mass(k) - std::exp(e) * mass(k - shift));
  return delta;
}
double profile(double e, int shift, int other) {
  double delta = 0;
  for (int k = -kRange; k <= kRange; ++k)
    for (int m = -kRange; m <= kRange; ++m)
      delta += std::max(0.0, mass(k) * mass(m) - std::exp(e) * mass(k - shift) * mass(m - other));
  return delta;
}
double continuous_profile(double e, double distance) {
  return e >= distance ? 0 : 1 - (e < -distance ? std::exp(e) : std::exp((e - distance) / 2));
}

// docs/proofs/laplace.md, part 2: the shift 2 log cosh(1/2t) is enough, and less is not.
TEST(LaplaceProof, DiscreteNoiseCostsItsShiftAndNoMore) {
  const double shift = 2 * std::log(std::cosh(0.5 / kScale));
  EXPECT_LE(shift, 1 / (4 * kScale * kScale));
  double most = 0;
  for (const int d : {1, 2, 7, 18})
    for (double e = -d / kScale; e < d / kScale; e += 0.01 / kScale) {
      const double discrete = profile(e, d);
      ASSERT_LE(discrete, continuous_profile(e - shift, d / kScale) + 1e-9) << d << " at " << e;
      most = std::max(most, discrete - continuous_profile(e - 0.99 * shift, d / kScale));
    }
  EXPECT_GT(most, 1e-6) << "one per cent less would not be enough";
}

TEST(LaplaceProof, TwoNumbersAreNoWorseThanOneWithTheirWholeDistance) {
  for (const auto& [one, other] : {std::pair{1, 1}, {3, 4}, {6, 1}, {0, 5}})
    for (double e = -1; e <= 1; e += 0.25)
      ASSERT_LE(profile(e, one, other), profile(e, one + other) + 1e-9) << one << " and " << other << " at " << e;
}

TEST(LaplaceLatticeCost, IsTheShiftAtTheCoarsestGrid) {
  EXPECT_EQ(laplace_lattice_cost(1), std::ldexp(0.25, -2 * kSmallestExponent));
  EXPECT_EQ(laplace_lattice_cost(1000), 1000 * 0x1p-50);
}

TEST(Lattice, MeasuresLaplaceNoiseBySumsOfAbsoluteValues) {
  const Lattice cells = Lattice::fitting({10}, Neighbours::replace_one, SumBound::histograms(3));
  EXPECT_NEAR(cells.sensitivity(), 6 * static_cast<double>(cells.cells_per_unit()), 1e-6)
      << "three left, three entered";
  const Lattice zeroed = Lattice::fitting({10}, Neighbours::zero_out, SumBound::histograms(3));
  EXPECT_NEAR(zeroed.sensitivity(), 3 * static_cast<double>(zeroed.cells_per_unit()), 1e-6);
  const Lattice rounded = Lattice::fitting({10}, Neighbours::replace_one, SumBound::diamond(2, 9));
  EXPECT_NEAR(rounded.sensitivity(), 4 * static_cast<double>(rounded.cells_per_unit()) + 9, 1e-6)
      << "each of nine numbers is rounded by half a cell, twice";
  for (const Lattice& lattice : {cells, zeroed, rounded}) EXPECT_GE(lattice.noise_cells(), 10 * lattice.sensitivity());
}

struct Stage {
  Dataset data = testing::make_dataset({{1}, {2}, {3}}, {0, 0, 0});
  testing::Bench bench;
  Histogram histogram{data, 1, bench.machinery, 0, {1.5, 2.5}};
  SecureRandom source;
};

TEST(Payment, BuysOnlyTheNoiseItWasMadeFor) {
  Stage s;
  Permit laplace = testing::make_permit("a", LaplaceEvent{{2}}, 9, 3), gaussian = testing::make_permit("a", 2.0, 9, 3),
         pure = testing::make_permit("a", PureEvent{{1}}, 9, 3);
  EXPECT_NO_THROW(s.histogram.laplace_shares(laplace.pay("a")));
  EXPECT_NO_THROW(s.histogram.shares(gaussian.pay("a")));
  EXPECT_THROW(s.histogram.shares(laplace.pay("a")), ContractViolation);
  EXPECT_THROW(s.histogram.laplace_shares(gaussian.pay("a")), ContractViolation);
  EXPECT_THROW(s.histogram.laplace_shares(pure.pay("a")), ContractViolation);
  const GdpAccountant accountant;
  Ledger ledger = GrantsForTests::budget(accountant, {Epsilon{std::numeric_limits<double>::infinity()}, Delta{1e-6}});
  EXPECT_FALSE(ledger.authorize({Neighbours::replace_one, {{"a", LaplaceEvent{{0}}, 9, 3}}}))
      << "no noise is not bought but exact";
  EXPECT_THROW(s.histogram.quantile(laplace.pay("a"), 0.5), ContractViolation);
}

TEST(Payment, IsSpentAsAWholeOnce) {
  Permit permit = testing::make_permit("a", PureEvent{{1}}, 3, 2);
  Payment first = permit.pay("a");
  first.spend();
  EXPECT_THROW(first.spend(), ContractViolation);
  EXPECT_THROW(first.take(1), ContractViolation);
  Payment second = permit.pay("a");
  second.take(1);
  EXPECT_THROW(second.spend(), ContractViolation) << "a part of it is gone";
  Payment third = permit.pay("a"), moved = std::move(third);
  EXPECT_THROW(third.spend(), ContractViolation) << "it was handed on";
  EXPECT_NO_THROW(moved.spend());
}

TEST(Laplace, AddsNothingToAnExactAnswer) {
  Stage s;
  Laplace laplace(s.source);
  Permit permit = testing::make_permit("a", NonPrivateEvent{}, 1, 3);
  const auto shares = laplace.release(s.histogram.laplace_shares(permit.pay("a"))).value();
  EXPECT_EQ(shares, (std::vector<double>{1, 1, 1}));
}

}  // namespace
}  // namespace discreet
