#include "discreet/data/sparse_columns.hpp"

#include <gtest/gtest.h>

#include "discreet/base/contract.hpp"
#include "discreet/base/public_random.hpp"

namespace discreet {
namespace {

TEST(SparseColumns, KeepEveryValueInItsPlaceAcrossBlocks) {
  constexpr std::size_t kRows = 30'001, kColumns = 40;
  PublicRandom random(1);
  std::vector<std::vector<std::pair<std::size_t, double>>> expected(kColumns);
  SparseBuilder<double> builder(100'000);
  for (std::size_t i = 0; i < kRows; ++i) {
    std::vector<SparseEntry> row;
    for (std::size_t j = random.below(8); j < kColumns; j += 1 + random.below(8)) {
      const double value = random.below(5) == 0 ? 0 : random.normal();
      row.push_back({static_cast<std::uint32_t>(j), value});
      if (value != 0) expected[j].emplace_back(i, value);
    }
    builder.add(row);
  }
  const SparseColumns<double> columns = std::move(builder).finish(kColumns + 1);
  EXPECT_EQ(columns.rows(), kRows);
  ASSERT_GT(columns.blocks().size(), 1u);
  std::vector<std::vector<std::pair<std::size_t, double>>> found(kColumns + 1);
  for (const auto& block : columns.blocks()) {
    EXPECT_EQ(block.first % 8, 0u);
    for (std::size_t j = 0; j <= kColumns; ++j) {
      // In two parts, as those do who take some rows at a time.
      const std::size_t half = block.rows / 2;
      std::size_t zeros = 0;
      for (const auto& [from, count] : {std::pair(std::size_t{0}, half), std::pair(half, block.rows - half)})
        zeros += block.each_value({j}, from, count, [&, start = block.first + from](std::size_t i, double x) {
          found[j].emplace_back(start + i, x);
        });
      EXPECT_EQ(zeros, block.rows - block.column({j}).count);
    }
  }
  EXPECT_TRUE(found.back().empty());
  found.pop_back();
  EXPECT_EQ(found, expected);
}

TEST(SparseColumns, TakeCoordinatesInRisingOrderOnly) {
  SparseBuilder<float> builder;
  EXPECT_THROW(builder.add(std::vector<SparseEntry>{{2, 1}, {2, 1}}), ContractViolation);
}

}  // namespace
}  // namespace discreet
