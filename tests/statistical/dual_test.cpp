// What is hidden of a row whose dual variable stays inside. Each audit plays a good test against the worst pair of
// neighbours and asks whether the outcome breaks the delta that the accountant claims at an epsilon. The probability of
// the event is bounded by Clopper and Pearson on either side, each bound failing with probability 1e-9 / 2.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "discreet/accounting/accountants.hpp"
#include "discreet/oracle/row_oracles.hpp"
#include "discreet/privacy/additive_noise.hpp"
#include "tests/statistical/audit.hpp"
#include "tests/support/fake_oracle.hpp"
#include "tests/support/make.hpp"

namespace discreet {
namespace {

constexpr double kEpsilon = 1;

// Whether an event that happens here oftener than there, beyond doubt, breaks the claim.
bool breaks(const testing::Happens& here, const testing::Happens& there, std::size_t runs, double claim) {
  return testing::proven_contrast(here, there, runs).breaks({{kEpsilon}, {claim}});
}

double claimed(Neighbours neighbours, const Event& event, int questions) {
  const TightAccountant accountant;
  return accountant.delta({neighbours, {{"moves", event, static_cast<std::uint64_t>(questions), 1}}}, {kEpsilon}).value;
}

// Twenty steps on batches of one row in twenty. The canary has room for more than all of them and so moves by its whole
// allowance whenever it is in a batch; the largest answer tells.
constexpr int kSteps = 20, kAudits = 30'000;
constexpr double kChance = 1.0 / kSteps;
const Event kPoisson = PoissonGaussianEvent{kChance, {0.2}};
constexpr Clip kClip{ClipRule::ball, 1};

double claim_of_steps() {
  static const double claim = claimed(Neighbours::zero_out, kPoisson, kSteps);  // takes seconds
  return claim;
}

bool audit_steps(DualOracle& here, DualOracle& there, double claim) {
  SecureRandom source;
  Gaussian gaussian(source);
  Permit permit = testing::make_permit("moves", kPoisson, 2 * kAudits * kSteps, 1, Neighbours::zero_out);
  const std::vector<double> zero{0}, ridge{1e9};
  const auto shows = [&](DualOracle& oracle) {
    return [&] {
      oracle.forget_duals();
      double most = -1e300;
      for (int t = 0; t < kSteps; ++t)
        most = std::max(
            most, gaussian.release(oracle.dual_moves(permit.pay_batch("moves"), kClip, {zero, ridge, 1})).value()[0] *
                      kSteps);
      return most > 0.6;
    };
  };
  return breaks(shows(here), shows(there), kAudits, claim);
}

TEST(DualMoves, HideARowAsWellAsWasPaidForAndNotMuchBetter) {
  testing::Rows rows(kSteps, {0});
  rows[0] = {1000};
  std::vector<double> labels(kSteps, 0.0);
  const Dataset without = testing::make_dataset(rows, labels);
  labels[0] = 1e6;
  const Dataset with = testing::make_dataset(rows, labels);
  testing::Bench bench;
  const auto here = bench.oracle(with, "squared"), there = bench.oracle(without, "squared");
  for (Oracle* oracle : {here.get(), there.get()}) oracle->set_frame(testing::flat_frame(1));
  EXPECT_FALSE(audit_steps(*here, *there, claim_of_steps()));
  EXPECT_TRUE(audit_steps(*here, *there, 0.85 * claim_of_steps())) << "an audit without power proves nothing";
}

// A fault to plant: the move is what the row wants, `wanted` times what it may have.
constexpr double kHalf = 0.5;
class Unclipped final : public testing::FakeOracle {
 public:
  Unclipped(double wanted, Lots& lots) : FakeOracle(1, 1, &lots), wanted_(wanted) {}

 private:
  std::vector<std::int64_t> dual_cells(const Batch&, const DualGrid& grid) override {
    return {random_.uniform() < kHalf ? std::llround(wanted_ * grid.limit) : 0};
  }

  double wanted_;
  PublicRandom random_{1};
};

TEST(DualMoves, WouldBeCaughtUnclipped) {
  const Event paid = PoissonGaussianEvent{kHalf, {0.7}};
  const double claim = claimed(Neighbours::zero_out, paid, 1);
  SecureRandom source;
  Gaussian gaussian(source);
  constexpr int kOnce = 100'000;
  Permit permit = testing::make_permit("moves", paid, 4 * kOnce, 1, Neighbours::zero_out);
  const std::vector<double> zero{0}, ridge{1};
  const auto shows = [&](DualOracle& oracle) {
    return [&] {
      return gaussian.release(oracle.dual_moves(permit.pay_batch("moves"), kClip, {zero, ridge, 1})).value()[0] > 1;
    };
  };
  Lots lots(source);
  Unclipped absent(0, lots), clipped(1, lots), unclipped(2, lots);
  EXPECT_FALSE(breaks(shows(clipped), shows(absent), kOnce, claim));
  EXPECT_TRUE(breaks(shows(unclipped), shows(absent), kOnce, claim));
}

// The row is replaced by its opposite: one is paid for as such and not as a row that is removed.
TEST(DualMoves, HideAReplacedRowAsWasPaidForAndNotAsIfRemoved) {
  const Event paid = PoissonGaussianEvent{0.5, {0.4}};
  testing::Bench bench;
  SecureRandom source;
  Gaussian gaussian(source);
  constexpr int kOnce = 200'000;
  Permit permit = testing::make_permit("moves", paid, 4 * kOnce);
  const std::vector<double> zero{0}, ridge{1e9};
  const testing::Rows rows{{1000}, {0}, {0}, {0}};
  const Dataset one = testing::make_dataset(rows, {1e6, 0, 0, 0}), other = testing::make_dataset(rows, {-1e6, 0, 0, 0});
  const auto here = bench.oracle(one, "squared"), there = bench.oracle(other, "squared");
  const auto shows = [&](DualOracle& oracle) {
    oracle.set_frame(testing::flat_frame(1));
    return [&] {
      oracle.forget_duals();
      return gaussian.release(oracle.dual_moves(permit.pay_batch("moves"), kClip, {zero, ridge, 1})).value()[0] * 4 >
             0.6;
    };
  };
  EXPECT_FALSE(breaks(shows(*here), shows(*there), kOnce, claimed(Neighbours::replace_one, paid, 1)));
  EXPECT_TRUE(breaks(shows(*here), shows(*there), kOnce, claimed(Neighbours::zero_out, paid, 1)));
}

// The first row decides, through the first weight, which way all others push the second one. The others have next to no
// hold on the first weight and the second one is held tight, so that nothing turns them back.
constexpr std::size_t kRows = 8;
Dataset leader(double label) {
  testing::Rows rows(kRows, {1e-3, 1});
  rows[0] = {1, 0};
  std::vector<double> labels(kRows, 0.0);
  labels[0] = label;
  return testing::make_dataset(rows, labels);
}

// A sum of so many moves swings by twice as many; the fault is to pay for once as many, which is half of the noise.
TEST(DualChains, HideALeaderAsWasPaidForAndNotByHalfTheNoise) {
  const Dataset one = leader(-1e9), other = leader(1e9);
  testing::Bench bench;
  const auto here = bench.oracle(one, "squared"), there = bench.oracle(other, "squared");
  for (Oracle* oracle : {here.get(), there.get()}) oracle->set_frame(testing::flat_frame(2));
  const std::vector<double> zero{0, 0}, ridge{1e-6 / kRows, 1e9};
  const std::vector<std::uint32_t> all{0, 1, 2, 3, 4, 5, 6, 7};
  const double claim = claimed(Neighbours::zero_out, GaussianEvent{{1}}, 1);
  SecureRandom source;
  Gaussian gaussian(source);
  const auto broken = [&](double multiplier) {
    constexpr int kOnce = 50'000;
    Permit permit = testing::make_permit("moves", multiplier, 2 * kOnce, 2, Neighbours::zero_out);
    const auto shows = [&](DualOracle& oracle) {
      return [&] {
        oracle.forget_duals();
        return gaussian.release(oracle.dual_chain(permit.pay("moves"), kClip, {zero, ridge, 1}, all)).value()[1] > 0;
      };
    };
    return breaks(shows(*here), shows(*there), kOnce, claim);
  };
  EXPECT_FALSE(broken(1));
  EXPECT_TRUE(broken(0.5));
}

// Every coordinate of a Newton step can be turned around: 2C for each.
TEST(NewtonSteps, HideARowAsWasPaidForAndNotByHalfTheNoise) {
  constexpr std::size_t kBlock = 4;
  testing::Rows rows(2, std::vector<double>(kBlock, 0.0));
  for (double& x : rows[0]) x = 1;
  const Dataset one = testing::make_dataset(rows, {1e9, 0}), other = testing::make_dataset(rows, {-1e9, 0});
  testing::Bench bench;
  const auto here = bench.oracle(one, "squared"), there = bench.oracle(other, "squared");
  for (Oracle* oracle : {here.get(), there.get()}) oracle->set_frame(testing::flat_frame(kBlock));
  const std::vector<double> zero(kBlock, 0.0), ridge(kBlock, 1.0);
  const std::vector<Coordinate> block{{0}, {1}, {2}, {3}};
  const double claim = claimed(Neighbours::zero_out, GaussianEvent{{1}}, 1);
  SecureRandom source;
  Gaussian gaussian(source);
  const auto broken = [&](double multiplier) {
    constexpr int kOnce = 50'000;
    Permit permit = testing::make_permit("moves", multiplier, 2 * kOnce, kBlock, Neighbours::zero_out);
    const auto shows = [&](DualOracle& oracle) {
      return [&] {
        const auto moved =
            gaussian.release(oracle.primal_moves(permit.pay("moves"), 1, {zero, ridge, 1}, block)).value();
        return moved[0] + moved[1] + moved[2] + moved[3] > 0;
      };
    };
    return breaks(shows(*here), shows(*there), kOnce, claim);
  };
  EXPECT_FALSE(broken(1));
  EXPECT_TRUE(broken(0.5));
}

}  // namespace
}  // namespace discreet
