// What a pass over told lots shows of a row. The test plays a good attack against the worst pair of neighbours and asks
// whether the outcome breaks the delta that the accountant claims at an epsilon. The probability of the event is
// bounded by Clopper and Pearson on either side, each bound failing with probability 1e-9 / 2.
#include "discreet/research/told_lots.hpp"

#include <gtest/gtest.h>

#include <memory>

#include "discreet/accounting/accountants.hpp"
#include "discreet/privacy/additive_noise.hpp"
#include "discreet/research/moments_noise.hpp"
#include "tests/statistical/audit.hpp"
#include "tests/support/make.hpp"

namespace discreet {
namespace {

constexpr double kEpsilon = 1;

bool breaks(const testing::Happens& here, const testing::Happens& there, std::size_t runs, double claim) {
  return testing::proven_contrast(here, there, runs).breaks({{kEpsilon}, {claim}});
}

double claimed(Neighbours neighbours, const Event& event, int questions) {
  const TightAccountant accountant;
  return accountant.delta({neighbours, {{"moves", event, static_cast<std::uint64_t>(questions), 1}}}, {kEpsilon}).value;
}

// One pass over a hundred lots of one row. What is told of the row's own variable shows it, whatever the chance to be
// in a lot: as much as is paid for, and far more than the publication claims.
TEST(ToldLots, CostWhatIsPaidForAndNotWhatIsClaimed) {
  constexpr int kLots = 100, kPasses = 20'000;
  const Result<NoiseMultiplier> noise = moments_noise({{kEpsilon}, {1e-3}}, 1.0 / kLots, kLots);
  ASSERT_TRUE(noise);
  const Event event = GaussianEvent{*noise};
  testing::Rows rows(kLots, {0});
  std::vector<double> labels(kLots, 0.0);
  const Dataset without = testing::make_dataset(rows, labels);
  rows[0] = {1};
  labels[0] = 1e6;
  const Dataset with = testing::make_dataset(rows, labels);
  SecureRandom source;
  Gaussian gaussian(source);
  const std::vector<double> zero{0}, ridge{1e9};
  Permit permit = testing::make_permit("moves", event, 4 * kPasses, 2, Neighbours::zero_out);
  const auto shows = [&](const Dataset& data) {
    const auto told_rows = std::make_shared<const ToldRows>(data, "squared", false, kLots);
    return [&, told_rows] {
      ToldLots lots = told_rows->lots(permit.pay("moves"), 1);
      const auto told =
          gaussian.release(lots.moves({zero, ridge, 1}, std::vector<std::uint32_t>{0}, std::vector<double>{0})).value();
      return told[0] + told[1] * kLots > 3;
    };
  };
  const double real = claimed(Neighbours::zero_out, event, 1);
  EXPECT_FALSE(breaks(shows(with), shows(without), kPasses, real));
  EXPECT_TRUE(breaks(shows(with), shows(without), kPasses, 1e-3)) << "the claim of the publication";
}

}  // namespace
}  // namespace discreet
