#include "discreet/mechanism/lots.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "discreet/accounting/accountants.hpp"
#include "discreet/privacy/additive_noise.hpp"
#include "tests/support/make.hpp"

namespace discreet {
namespace {

// A row with label 1 and a feature of 1 has slope -1 at the origin: answers tell how many of them were in the batch.
std::vector<double> answers(std::size_t rows, Event event, std::size_t questions, double normaliser,
                            std::unique_ptr<NoiseSource> source = std::make_unique<SeededNoise>(3)) {
  const Dataset data = testing::make_dataset(testing::Rows(rows, {1}), std::vector<double>(rows, 1.0));
  testing::Bench bench(1, std::move(source));
  const auto oracle = choose_loss("squared")->oracle(data.sealed, false, normaliser, bench.machinery);
  oracle->set_frame(testing::flat_frame(1));
  SecureRandom noise;
  Gaussian gaussian(noise);
  Permit permit = testing::make_permit("batches", event, questions, 1);
  std::vector<double> all;
  for (std::size_t k = 0; k < questions; ++k)
    all.push_back(
        gaussian.release(oracle->batch_slopes(permit.pay_batch("batches"), {ClipRule::ball, 2}, std::vector<double>{0}))
            .value()[0]);
  return all;
}

// As little as the grid has: 2^-6 of a unit, which is 2 here, or twice that where a row is replaced. Answers are told
// apart by eight deviations or more.
constexpr NoiseMultiplier kNextToNone{1e-6};

// One row, a chance of a quarter: the sum over the batch is 0 or -1, divided by a quarter of a row. Divided by the
// realised size it would be -1, and an empty batch would be no answer at all.
TEST(Batches, AreDividedByTheirExpectedSizeAndMayBeEmpty) {
  std::size_t empty = 0, full = 0;
  for (const double answer : answers(1, PoissonGaussianEvent{0.25, kNextToNone}, 200, 1)) {
    empty += std::abs(answer) < 1;
    full += std::abs(answer + 4) < 1;
  }
  EXPECT_EQ(empty + full, 200U);
  EXPECT_GT(empty, 0U);
  EXPECT_GT(full, 0U);
}

TEST(Batches, HoldAllRowsWhereThatWasPaidFor) {
  for (const Event& event : {Event(NonPrivateEvent{}), Event(PoissonGaussianEvent{1, kNextToNone}),
                             Event(FixedBatchGaussianEvent{9, 9, kNextToNone})})
    EXPECT_NEAR(answers(9, event, 1, 9)[0], -1, 0.06);
}

TEST(Batches, OfFixedSizeHaveThatSize) {
  for (const double answer : answers(10, FixedBatchGaussianEvent{10, 4, kNextToNone}, 20, 10))
    EXPECT_NEAR(answer, -1, 0.13);
}

TEST(Batches, AreDrawnAnewForEveryQuestion) {
  const std::vector<double> all = answers(1000, PoissonGaussianEvent{0.5, kNextToNone}, 3, 1000);
  EXPECT_NE(all[0], all[1]);
  EXPECT_NE(all[1], all[2]);
}

TEST(Batches, AreRefusedWithoutTheRightPayment) {
  const Dataset data = testing::make_dataset({{1}, {2}}, {1, 1});
  testing::Bench bench;
  const auto oracle = bench.oracle(data, "squared");
  oracle->set_frame(testing::flat_frame(1));
  const std::vector<double> origin{0};
  Permit gaussian = testing::make_permit("a", 1, 9),
         poisson = testing::make_permit("a", PoissonGaussianEvent{0.5, {1}}, 9);
  EXPECT_THROW(gaussian.pay_batch("a"), ContractViolation);
  EXPECT_THROW(oracle->all_slopes(poisson.pay("a"), {}), ContractViolation);
  EXPECT_NO_THROW(oracle->batch_slopes(poisson.pay_batch("a"), {}, origin));
  EXPECT_THROW(oracle->batch_slopes(poisson.pay_batch("a"), {ClipRule::smoothness, 1}, origin), ContractViolation);
  EXPECT_THROW(oracle->batch_slopes(poisson.pay_batch("a"), {}, std::vector<double>{0, 0}), ContractViolation);
  Permit others = testing::make_permit("a", FixedBatchGaussianEvent{3, 1, {1}}, 9);
  EXPECT_THROW(oracle->batch_slopes(others.pay_batch("a"), {}, origin), ContractViolation);
  Permit removed = testing::make_permit("a", FixedBatchGaussianEvent{2, 1, {1}}, 9, 1, Neighbours::zero_out);
  EXPECT_THROW(oracle->batch_slopes(removed.pay_batch("a"), {}, origin), ContractViolation);
}

TEST(Batches, NeedASourceOfChance) {
  const Dataset data = testing::make_dataset({{1}, {2}}, {1, 1});
  testing::Bench bench;
  const auto oracle = choose_loss("squared")->oracle(data.sealed, false, 2, {&bench.alone, &bench.workers});
  oracle->set_frame(testing::flat_frame(1));
  Permit permit = testing::make_permit("a", PoissonGaussianEvent{0.5, {1}}, 1);
  EXPECT_THROW(oracle->batch_slopes(permit.pay_batch("a"), {}, std::vector<double>{0}), ContractViolation);
}

TEST(Lots, AreDrawnAmongNoRowsToo) {
  SecureRandom source;
  Lots lots(source);
  EXPECT_NO_THROW(lots.poisson(0, 0.01));
  EXPECT_NO_THROW(lots.poisson(0, 0.5));
  EXPECT_NO_THROW(lots.fixed(0, 0));
  EXPECT_NO_THROW(lots.poisson(10, 0));
  EXPECT_NO_THROW(lots.poisson(10, 1e-300));
  EXPECT_THROW(lots.poisson(10, 1.5), ContractViolation);
  EXPECT_THROW(lots.poisson(10, std::nan("")), ContractViolation);
  EXPECT_THROW(lots.fixed(3, 4), ContractViolation);
}

// Lines of batches get what is left when the others have had their shares, and the whole fits the budget.
TEST(Calibrate, GivesBatchesWhatIsLeft) {
  Outline outline{Neighbours::replace_one, {}};
  outline.lines.push_back({"scales", 1, 10, 0.1});
  Outline::Line batches{"batches", 500, 9, 0.9, Outline::Answer::poisson_batch, {}};
  batches.batches.chance = 0.01;
  outline.lines.push_back(batches);
  const TightAccountant accountant;
  const Budget budget{{1}, {1e-8}};
  const auto plan = calibrate(accountant, budget, outline);
  ASSERT_TRUE(plan);
  const double mu = affordable_mu(accountant, budget).value;
  EXPECT_NEAR(std::get<GaussianEvent>(plan->lines[0].event).multiplier.value, 1 / (mu * std::sqrt(0.1)), 1e-9);
  const auto& event = std::get<PoissonGaussianEvent>(plan->lines[1].event);
  EXPECT_EQ(event.sampling, 0.01);
  const double spent = accountant.epsilon(*plan, budget.delta).value;
  EXPECT_LE(spent, 1);
  EXPECT_GT(spent, 0.9999);
  // Far less noise than the same questions would need about all rows.
  EXPECT_LT(event.multiplier.value, 0.2 * std::sqrt(500 / 0.9) / mu);
  outline.lines[1].answer = Outline::Answer::fixed_batch;
  outline.lines[1].batches = {1, 10'000, 100};
  const auto fixed = calibrate(accountant, budget, outline);
  ASSERT_TRUE(fixed);
  EXPECT_EQ(std::get<FixedBatchGaussianEvent>(fixed->lines[1].event).batch, 100U);
}

}  // namespace
}  // namespace discreet
