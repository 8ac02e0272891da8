// What the walk over a batch of rows must satisfy for every loss, precision, layout and instruction set. Where margins
// can be computed without rounding, its integers are those of the full-gradient kernel exactly. Elsewhere the two add
// up a margin in different orders, and a contribution may differ by what that rounding is worth, and one cell.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>

#include "discreet/oracle/kernels/kernels.hpp"
#include "tests/support/row_table.hpp"
#include "tests/support/targets.hpp"

namespace discreet {
namespace {

using testing::RowTable;
using testing::Values;

template <class T>
constexpr double kFineGrid = sizeof(T) == 4 ? 0x1p20 : 0x1p30;  // such as noise comes with

// The plain formula for one row and coordinate, in the precision of the data but for the margin, which is moved by
// `off`: forwards at the point and backwards at the other one, so that the slope can only grow with it.
template <class L, class T>
double contribution(const L& loss, const RowTable<T>& t, std::size_t i, std::size_t j, double cells, bool less,
                    double off) {
  const T* x = t.rows.row(i);
  const auto slope_at = [&](const AlignedVector<T>& point, double by) {
    double margin = by;
    for (std::size_t k = 0; k < t.p; ++k) margin += static_cast<double>(x[k]) * static_cast<double>(point[k]);
    return loss.derivative(margin, static_cast<double>(t.labels[i]));
  };
  const double bound = static_cast<double>(t.thresholds[i]);
  const double slope = std::clamp(slope_at(t.point, off) - (less ? slope_at(t.other, -off) : 0), -bound, bound);
  return std::clamp(static_cast<double>(x[j] * t.factors[j]) * slope, -cells, cells);
}

template <class F>
void for_every_kernel(F&& check) {
  testing::on_every_target([&] {
    AllLosses::each([&]<class L>(std::type_identity<L>) {
      SCOPED_TRACE(std::string(L::name));
      check(L{}, float{});
      check(L{}, double{});
    });
  });
}

// The full-gradient kernel over the same rows, at margins that are added up coordinate by coordinate.
template <class L, class T>
std::vector<std::int64_t> full_gradient(const L& loss, const RowTable<T>& t, double cells) {
  const std::size_t n = t.columns.rows();
  AlignedVector<T> margins(n, T{0});
  std::vector<std::uint8_t> negative(n / 8 + 16, 0);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < t.p; ++j) margins[i] += t.rows.row(i)[j] * t.point[j];
    if (L::label_role == LabelRole::shift) margins[i] -= t.labels[i];
    negative[i / 8] = static_cast<std::uint8_t>(negative[i / 8] | (t.labels[i] < 0) << (i % 8));
  }
  std::vector<std::int64_t> sums(t.p, 0);
  for (const auto& block : t.columns.blocks()) {
    std::vector<Strand<T>> strands;
    for (std::size_t j = 0; j + 1 < t.p; ++j) strands.push_back({block.column({j}), t.centres[j]});
    strands.push_back({});
    kernels<L, T>().block(loss, {block.rows, margins.data() + block.first, negative.data() + block.first / 8,
                                 t.labels.data() + block.first, strands, nullptr, t.factors.data(),
                                 static_cast<T>(cells), t.thresholds.data() + block.first, sums.data()});
  }
  return sums;
}

TEST(EveryRowKernel, GivesAllRowsWhatTheFullGradientGivesWhereMarginsAreExact) {
  for_every_kernel([]<class L, class T>(const L& loss, T) {
    PublicRandom random(5);
    for (std::size_t features = 0; features <= 67; ++features)
      for (const double cells : {0x1p20, 0x1p26}) {
        const std::size_t n = 1 + random.below(150);
        const RowTable<T> table(n, features, Values::dyadic, 1, cells, random);
        EXPECT_EQ(table.sums(loss, table.rows, table.all(), cells), full_gradient(loss, table, cells))
            << features << " features, " << n << " rows";
      }
  });
}

// A margin of p products is off by at most (p + 2) roundings of the sum of their sizes, whatever the order. Between the
// formula's values at both ends lies the exact one; what is left is the derivative's own error and the rounding to the
// grid, which is one cell.
TEST(EveryRowKernel, KeepsEachRowWithinACellOfTheFormula) {
  for_every_kernel([]<class L, class T>(const L& loss, T) {
    PublicRandom random(6);
    const double cells = kFineGrid<T>, ulp = static_cast<double>(std::numeric_limits<T>::epsilon());
    for (std::size_t features = 0; features <= 67; ++features) {
      const RowTable<T> table(9, features, Values::ordinary, 1, cells, random);
      for (const bool less : {false, true})
        for (std::uint32_t i = 0; i < 9; ++i) {
          double size = 1;
          for (std::size_t k = 0; k < table.p; ++k)
            size += std::abs(static_cast<double>(table.rows.row(i)[k])) *
                    (std::abs(static_cast<double>(table.point[k])) + std::abs(static_cast<double>(table.other[k])));
          const double off = ulp * static_cast<double>(table.p + 2) * size;
          const auto found = table.sums(loss, table.rows, std::array{i}, cells, less);
          for (std::size_t j = 0; j < table.p; ++j) {
            const double low = contribution(loss, table, i, j, cells, less, -off),
                         high = contribution(loss, table, i, j, cells, less, off);
            const double slack = 1 + 16 * ulp * std::abs(static_cast<double>(table.rows.row(i)[j] * table.factors[j]));
            EXPECT_GE(static_cast<double>(found[j]), std::min(low, high) - slack) << features << " features";
            EXPECT_LE(static_cast<double>(found[j]), std::max(low, high) + slack) << features << " features";
          }
        }
    }
  });
}

TEST(EveryRowKernel, AddsUpToTheSameInAnyBatches) {
  for_every_kernel([]<class L, class T>(const L& loss, T) {
    for (const double cells : {0x1p10, 0x1p21, 0x1p25, 0x1p26, 0x1p30, 0x1p40})
      for (const bool less : {false, true}) {
        PublicRandom random(7);
        const RowTable<T> table(403, 21, Values::wild, 1, cells, random);
        std::vector<std::uint32_t> order = table.all();
        const auto whole = table.sums(loss, table.rows, order, cells, less);
        random.shuffle(order);
        std::vector<std::int64_t> added(table.p, 0);
        for (std::size_t first = 0; first < order.size();) {
          const std::size_t count = std::min<std::size_t>(random.below(100), order.size() - first);
          const auto part = table.sums(loss, table.rows, std::span(order).subspan(first, count), cells, less);
          for (std::size_t j = 0; j < table.p; ++j) added[j] += part[j];
          first += count;
        }
        EXPECT_EQ(whole, added) << cells;
      }
  });
}

TEST(EveryRowKernel, GivesTheSameForBothLayouts) {
  for_every_kernel([]<class L, class T>(const L& loss, T) {
    PublicRandom random(8);
    for (std::size_t features = 1; features <= 67; ++features)
      for (const double cells : {0x1p20, 0x1p26})
        for (const bool less : {false, true}) {
          const RowTable<T> table(40, features, Values::wild, 0.3, cells, random);
          EXPECT_EQ(table.sums(loss, table.rows, table.all(), cells, less),
                    table.sums(loss, table.sparse_rows, table.all(), cells, less))
              << features << " features";
        }
  });
}

TEST(EveryRowKernel, NeverExceedsTheLimitOfARow) {
  for_every_kernel([]<class L, class T>(const L& loss, T) {
    PublicRandom random(9);
    for (int trial = 0; trial < 1000; ++trial) {
      const double cells = static_cast<double>(static_cast<T>(std::floor(std::exp2(4 + 20 * random.uniform()))));
      RowTable<T> table(1, 3, Values::wild, trial % 2 == 0 ? 0.7 : 1, cells, random);
      for (T& factor : table.factors) factor *= static_cast<T>(std::exp(20 * random.normal()));
      for (const bool less : {false, true}) {
        for (const std::int64_t sum : table.sums(loss, table.rows, table.all(), cells, less))
          EXPECT_LE(std::abs(static_cast<double>(sum)), cells);
        for (const std::int64_t sum : table.sums(loss, table.sparse_rows, table.all(), cells, less))
          EXPECT_LE(std::abs(static_cast<double>(sum)), cells);
      }
    }
  });
}

TEST(EveryRowKernel, FindsNothingInAnEmptyBatch) {
  for_every_kernel([]<class L, class T>(const L& loss, T) {
    PublicRandom random(10);
    const RowTable<T> table(5, 4, Values::ordinary, 0.5, 0x1p20, random);
    const std::vector<std::int64_t> nothing(table.p, 0);
    EXPECT_EQ(table.sums(loss, table.rows, {}, 0x1p20), nothing);
    EXPECT_EQ(table.sums(loss, table.sparse_rows, {}, 0x1p20), nothing);
  });
}

}  // namespace
}  // namespace discreet
