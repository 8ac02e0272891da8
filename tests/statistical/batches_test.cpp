// What a random batch hides. Each audit plays the best known test against the worst pair of neighbours and asks whether
// the outcome breaks the delta that the accountant claims at an epsilon. The probability of the event is bounded by
// Clopper and Pearson on either side, each bound failing with probability 1e-9 / 2.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "discreet/accounting/accountants.hpp"
#include "discreet/oracle/oracle.hpp"
#include "discreet/privacy/additive_noise.hpp"
#include "tests/statistical/audit.hpp"
#include "tests/support/fake_oracle.hpp"
#include "tests/support/make.hpp"

namespace discreet {
namespace {

// One canary that takes all of its allowance in one coordinate, among rows that contribute nothing.
constexpr Clip kClip{ClipRule::ball, 1};
Dataset canary(std::size_t rows, double label) {
  testing::Rows all(rows, {0});
  all[0] = {1000};
  std::vector<double> labels(rows, 0.0);
  labels[0] = label;
  return testing::make_dataset(all, labels);
}

// The largest answer to `questions` questions, in units of one row's contribution.
double largest(BatchOracle& oracle, Gaussian& gaussian, Permit& permit, int questions, double expected) {
  double most = -1e300;
  for (int k = 0; k < questions; ++k)
    most = std::max(
        most,
        gaussian.release(oracle.batch_slopes(permit.pay_batch("batches"), kClip, std::vector<double>{0})).value()[0] *
            expected);
  return most;
}

double claimed_delta(Neighbours neighbours, const Event& event, int questions, double epsilon) {
  const TightAccountant accountant;
  return accountant.delta({neighbours, {{"batches", event, static_cast<std::uint64_t>(questions), 1}}}, {epsilon})
      .value;
}

// Twenty questions about batches of one row in twenty. The row shows itself if it is in one of them, which has a
// probability of 0.64; the largest answer tells.
constexpr int kQuestions = 20, kAudits = 30'000;
constexpr double kChance = 1.0 / kQuestions, kEpsilon = 1;
const Event kPoisson = PoissonGaussianEvent{kChance, {0.2}};

double claim_of_batches() {
  static const double claim = claimed_delta(Neighbours::zero_out, kPoisson, kQuestions, kEpsilon);  // takes seconds
  return claim;
}

Contrast audit_batches(BatchOracle& here, BatchOracle& there) {
  SecureRandom source;
  Gaussian gaussian(source);
  Permit permit = testing::make_permit("batches", kPoisson, 2 * kAudits * kQuestions, 1, Neighbours::zero_out);
  const auto shows = [&](BatchOracle& oracle) {
    return [&] { return largest(oracle, gaussian, permit, kQuestions, kChance * kQuestions) > 0.6; };
  };
  return testing::proven_contrast(shows(here), shows(there), kAudits);
}

TEST(PoissonBatches, HideARowAsWellAsWasPaidForAndNotMuchBetter) {
  const Dataset with = canary(kQuestions, -1e6), without = canary(kQuestions, 0);
  testing::Bench bench;
  const auto here = bench.oracle(with, "squared"), there = bench.oracle(without, "squared");
  for (BatchOracle* oracle : {here.get(), there.get()}) oracle->set_frame(testing::flat_frame(1));
  const Contrast seen = audit_batches(*here, *there);
  EXPECT_FALSE(seen.breaks({{kEpsilon}, {claim_of_batches()}}));
  EXPECT_TRUE(seen.breaks({{kEpsilon}, {0.85 * claim_of_batches()}})) << "an audit without power proves nothing";
}

// An oracle whose rows stand in a fixed place of a shuffled pass: in one batch of every twenty for sure.
class Shuffled final : public testing::FakeOracle {
 public:
  Shuffled(double contribution, Lots& lots) : FakeOracle(1, kQuestions, &lots), contribution_(contribution) {}

 private:
  std::vector<std::int64_t> batch_slope_cells(const Batch&, const BatchGrid& grid) override {
    if (asked_ % kQuestions == 0) place_ = random_.below(kQuestions);
    return {asked_++ % kQuestions == place_ ? std::llround(contribution_ * grid.limit) : 0};
  }

  double contribution_;
  PublicRandom random_{1};
  std::size_t asked_ = 0, place_ = 0;
};

TEST(PoissonBatches, WouldBeCaughtShuffled) {
  SecureRandom source;
  Lots lots(source);
  Shuffled here(1, lots), there(0, lots);
  EXPECT_TRUE(audit_batches(here, there).breaks({{kEpsilon}, {claim_of_batches()}}));
}

// A row that is replaced by its opposite, one question. What it costs is in the pair for replaced rows; the fault is to
// pay for it as for a row that is removed: sensitivity C where two contributions are 2C apart.
Contrast audit_replaced(const Event& paid, double beyond) {
  const Dataset one = canary(4, -1e6), other = canary(4, 1e6);
  testing::Bench bench;
  const auto here = bench.oracle(one, "squared"), there = bench.oracle(other, "squared");
  SecureRandom source;
  Gaussian gaussian(source);
  constexpr int kOnce = 200'000;
  Permit permit = testing::make_permit("batches", paid, 2 * kOnce);
  const auto shows = [&](BatchOracle& oracle) {
    oracle.set_frame(testing::flat_frame(1));
    return [&] { return largest(oracle, gaussian, permit, 1, 2) > beyond; };
  };
  return testing::proven_contrast(shows(*here), shows(*there), kOnce);
}

TEST(ReplacedRows, AreHiddenByPoissonBatchesAsWasPaidForAndNotAsIfRemoved) {
  const Event paid = PoissonGaussianEvent{0.5, {0.4}};
  const Contrast seen = audit_replaced(paid, 0.6);
  EXPECT_FALSE(seen.breaks({{1}, {claimed_delta(Neighbours::replace_one, paid, 1, 1)}}));
  EXPECT_TRUE(seen.breaks({{1}, {claimed_delta(Neighbours::zero_out, paid, 1, 1)}}));
}

// The multiplier of a fixed batch is over the distance of two contributions; half of it is over one.
TEST(ReplacedRows, AreHiddenByFixedBatchesAsWasPaidForAndNotByHalfTheNoise) {
  const auto paid = [](double multiplier) { return Event(FixedBatchGaussianEvent{4, 2, {multiplier}}); };
  const double claim = claimed_delta(Neighbours::replace_one, paid(0.5), 1, 1);
  EXPECT_FALSE(audit_replaced(paid(0.5), 0.8).breaks({{1}, {claim}}));
  EXPECT_TRUE(audit_replaced(paid(0.25), 0.8).breaks({{1}, {claim}}));
}

}  // namespace
}  // namespace discreet
