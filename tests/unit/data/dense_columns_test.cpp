#include "discreet/data/dense_columns.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>

#include "discreet/base/contract.hpp"

namespace discreet {
namespace {

template <class T>
void check_round_trip(std::size_t rows, std::size_t coordinates) {
  DenseBuilder<T> builder(coordinates);
  const auto value = [](std::size_t i, std::size_t j) {
    return static_cast<double>(i) + 0.25 * static_cast<double>(j);
  };
  for (std::size_t i = 0; i < rows; ++i) {
    std::vector<double> row(coordinates);
    for (std::size_t j = 0; j < coordinates; ++j) row[j] = value(i, j);
    builder.add(row);
  }
  const DenseColumns<T> columns = std::move(builder).finish();
  ASSERT_EQ(columns.rows(), rows);
  std::size_t seen = 0;
  for (const auto& block : columns.blocks()) {
    EXPECT_EQ(block.first, seen);
    for (std::size_t j = 0; j < coordinates; ++j) {
      EXPECT_EQ(reinterpret_cast<std::uintptr_t>(block.column({j})) % kAlignment, 0u);
      for (std::size_t i = 0; i < block.rows; ++i)
        ASSERT_EQ(block.column({j})[i], static_cast<T>(value(block.first + i, j)));
    }
    seen += block.rows;
  }
  EXPECT_EQ(seen, rows);
}

TEST(DenseColumns, KeepEveryValueInItsPlaceAcrossBlocks) {
  for (const std::size_t rows : {1u, 63u, 64u, 65u, 3000u}) check_round_trip<double>(rows, 3);
  check_round_trip<float>(70'000, 8);
  check_round_trip<double>(2500, 1000);
}

TEST(DenseColumns, AreStandardisedOverAllBlocks) {
  DenseBuilder<double> builder(2);
  for (int i = 0; i < 150'000; ++i) builder.add(std::vector{static_cast<double>(i % 10), 7.0});
  const auto [means, deviations] = builder.moments();
  builder.rescale(means, deviations);
  const auto columns = std::move(builder).finish();
  ASSERT_GT(columns.blocks().size(), 1u);
  double sum = 0, squares = 0, constant = 0;
  for (const auto& block : columns.blocks())
    for (std::size_t i = 0; i < block.rows; ++i) {
      sum += block.column({0})[i];
      squares += block.column({0})[i] * block.column({0})[i];
      constant += std::abs(block.column({1})[i]);
    }
  EXPECT_NEAR(sum, 0, 1e-6);
  EXPECT_NEAR(squares / 150'000, 1, 1e-12);
  EXPECT_NEAR(constant, 0, 1e-6) << "a constant column is centred and not divided by zero";
}

TEST(DenseBuilder, RefusesARowOfAnotherWidth) {
  DenseBuilder<double> builder(2);
  EXPECT_THROW(builder.add(std::vector{1.0}), ContractViolation);
}

}  // namespace
}  // namespace discreet
