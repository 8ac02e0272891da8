// Who is in a batch: the laws of lots, compared with the exact ones.
#include "discreet/mechanism/lots.hpp"

#include <gtest/gtest.h>

#include <boost/math/distributions/binomial.hpp>
#include <cmath>
#include <functional>

#include "discreet/privacy/additive_noise.hpp"
#include "tests/statistical/support.hpp"
#include "tests/support/grants.hpp"
#include "tests/support/make.hpp"

namespace discreet {
namespace {

using testing::looks_like;

// A batch leaves its seal only against a payment for an exact answer.
Batch opened(const Sensitive<Batch>& batch) {
  Permit permit = testing::make_permit("lots", 0, 1);
  return exactly(permit.pay("lots"), batch);
}

// How often each size occurred, and each gap between two rows of a batch.
struct Counts {
  std::vector<double> sizes, gaps;
};
Counts count(const std::function<Batch()>& draw, std::size_t rows, std::size_t gaps, int runs) {
  Counts counts{std::vector<double>(rows + 1, 0.0), std::vector<double>(gaps, 0.0)};
  for (int run = 0; run < runs; ++run) {
    const Batch batch = draw();
    ++counts.sizes[batch.size()];
    // The gap before the first row; it is cut short with probability (1-q)^rows, and then falls into the last cell.
    ++counts.gaps[std::min<std::size_t>(batch.empty() ? gaps : batch[0], gaps - 1)];
  }
  return counts;
}

bool looks_poisson(const Counts& counts, double chance) {
  const std::size_t rows = counts.sizes.size() - 1, gaps = counts.gaps.size();
  const boost::math::binomial law(static_cast<double>(rows), chance);
  std::vector<double> sizes, before;
  for (std::size_t k = 0; k <= rows; ++k) sizes.push_back(boost::math::pdf(law, static_cast<double>(k)));
  for (std::size_t k = 0; k + 1 < gaps; ++k) before.push_back(chance * std::pow(1 - chance, static_cast<double>(k)));
  before.push_back(std::pow(1 - chance, static_cast<double>(gaps - 1)));
  return looks_like(counts.sizes, sizes) && looks_like(counts.gaps, before);
}

// Both ways of drawing: gaps for small chances, coins for large ones.
constexpr int kRuns = 60'000;
constexpr std::size_t kRows = 300, kGaps = 40;

TEST(PoissonLots, HaveTheLawThatWasPaidFor) {
  SecureRandom source;
  Lots lots(source);
  for (const double chance : {0.02, 0.05, 0.0625, 0.3})
    EXPECT_TRUE(looks_poisson(count([&] { return opened(lots.poisson(kRows, chance)); }, kRows, kGaps, kRuns), chance))
        << chance;
}

TEST(PoissonLots, WouldBeCaughtWithAChanceThatIsFivePerCentOff) {
  SecureRandom source;
  Lots lots(source);
  for (const double chance : {0.02, 0.3})
    for (const double off : {0.95, 1.05})
      EXPECT_FALSE(
          looks_poisson(count([&] { return opened(lots.poisson(kRows, off * chance)); }, kRows, kGaps, kRuns), chance));
}

// Batches of the right size on average that all have the same one.
TEST(PoissonLots, WouldBeCaughtBeingShuffled) {
  SecureRandom source;
  Lots lots(source);
  EXPECT_FALSE(looks_poisson(count([&] { return opened(lots.fixed(kRows, kRows / 10)); }, kRows, kGaps, kRuns), 0.1));
}

// Every row joins as often as every other, and no two rows oftener together than apart: each row's and each pair's
// count is binomial, and 10 + 45 of them share one false alarm.
bool rows_join_alike(const std::function<Batch()>& draw, double alone, double together) {
  constexpr std::size_t n = 10;
  double single[n] = {}, pair[n][n] = {};
  for (int run = 0; run < kRuns; ++run) {
    const Batch batch = draw();
    for (const std::uint32_t a : batch) {
      ++single[a];
      for (const std::uint32_t b : batch) pair[a][b] += a < b;
    }
  }
  // Beyond 7 deviations with probability 3e-12 each.
  const auto near = [](double seen, double chance) {
    return std::abs(seen - kRuns * chance) < 7 * std::sqrt(kRuns * chance * (1 - chance));
  };
  bool alike = true;
  for (std::size_t a = 0; a < n; ++a) {
    alike = alike && near(single[a], alone);
    for (std::size_t b = a + 1; b < n; ++b) alike = alike && near(pair[a][b], together);
  }
  return alike;
}

TEST(Lots, TreatAllRowsAndPairsAlike) {
  SecureRandom source;
  Lots lots(source);
  EXPECT_TRUE(rows_join_alike([&] { return opened(lots.poisson(10, 0.05)); }, 0.05, 0.05 * 0.05));
  EXPECT_TRUE(rows_join_alike([&] { return opened(lots.poisson(10, 0.4)); }, 0.4, 0.4 * 0.4));
  EXPECT_TRUE(rows_join_alike([&] { return opened(lots.fixed(10, 3)); }, 0.3, 0.3 * 2 / 9));
  // A run of rows from a random start on is a batch of the right size too.
  EXPECT_FALSE(rows_join_alike(
      [&] {
        const std::uint32_t first = opened(lots.fixed(10, 1))[0];
        return Batch{first, (first + 1) % 10, (first + 2) % 10};
      },
      0.3, 0.3 * 2 / 9));
}

}  // namespace
}  // namespace discreet
