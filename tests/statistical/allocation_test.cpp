// Slopes of different coordinates carry the noise that the plan gives each of them.
#include "discreet/solver/allocation.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "discreet/privacy/additive_noise.hpp"
#include "discreet/privacy/ledger.hpp"
#include "tests/statistical/support.hpp"
#include "tests/support/grants.hpp"
#include "tests/support/make.hpp"

namespace discreet {
namespace {

constexpr std::uint64_t kVisits = 40'000;

// Rows without a number in them have no slope, so what comes back is noise: the mean of its square, in units of a
// slope's clipping threshold over the number of rows.
struct Seen {
  double mean_square[2] = {0, 0};
  double planned[2] = {0, 0};
};
Seen seen(bool from_the_other_line) {
  const Dataset data = testing::make_dataset({{std::nan(""), std::nan("")}, {std::nan(""), std::nan("")}}, {0, 0});
  const Allocation allocation(std::vector<double>{1, 4}, std::vector<std::uint64_t>{kVisits, kVisits});
  Outline outline{Neighbours::replace_one, {}};
  allocation.plan(outline, 1);
  const GdpAccountant accountant;
  const Budget budget{{1}, {1e-6}};
  const Plan plan = *calibrate(accountant, budget, outline);
  Ledger ledger = GrantsForTests::budget(accountant, budget);
  Permit permit = *ledger.authorize(plan);
  testing::Bench bench;
  const auto oracle = bench.oracle(data, "squared");
  oracle->set_frame(testing::flat_frame(2));
  SecureRandom source;
  Gaussian gaussian(source);
  Seen result;
  for (const std::size_t j : {std::size_t{0}, std::size_t{1}}) {
    for (const PlanLine& line : plan.lines)
      if (line.what == allocation.line({j}))
        result.planned[j] = std::pow(2 * std::get<GaussianEvent>(line.event).multiplier.value, 2);
    // A pass-through that mixes up who pays from where.
    const std::string_view line = allocation.line({from_the_other_line ? 1 - j : j});
    for (std::uint64_t k = 0; k < kVisits; ++k) {
      // Uniform thresholds are 1/sqrt(2) of what is given, and the sum is divided by two rows.
      const double noise =
          gaussian.release(oracle->slopes(permit.pay(line), {ClipRule::uniform, std::sqrt(2.0)}).slope({j})).value() *
          2;
      result.mean_square[j] += noise * noise / static_cast<double>(kVisits);
    }
  }
  return result;
}

// The law of a variance from 40000 draws: false alarms have probability 1e-9 each (support.hpp).
TEST(Allocation, GivesEachCoordinateTheNoiseThatWasPlanned) {
  const Seen right = seen(false);
  for (const std::size_t j : {0u, 1u})
    EXPECT_TRUE(testing::looks_like_variance(right.mean_square[j], right.planned[j], kVisits)) << j;
  EXPECT_NEAR(right.planned[0] / right.planned[1], 4, 1e-9);
}

TEST(Allocation, WouldBeCaughtPayingFromAnothersLine) {
  const Seen wrong = seen(true);
  for (const std::size_t j : {0u, 1u})
    EXPECT_FALSE(testing::looks_like_variance(wrong.mean_square[j], wrong.planned[j], kVisits)) << j;
}

}  // namespace
}  // namespace discreet
