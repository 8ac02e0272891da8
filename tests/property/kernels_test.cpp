// What every kernel must satisfy for every loss, precision, instruction set and number of rows: a row's contribution is
// the same wherever the row stands, within the limit whatever the row is, and within a cell of the plain formula.
#include "discreet/oracle/kernels/kernels.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstring>
#include <limits>

#include "discreet/base/public_random.hpp"
#include "tests/support/targets.hpp"

namespace discreet {
namespace {

template <class T>
struct Column {
  AlignedVector<T> margins, labels, moved, asked, thresholds;
  std::vector<std::uint8_t> negative;

  Column(std::size_t rows, bool wild, PublicRandom& random) : negative(rows / 8 + 8) {
    const auto number = [&]() -> T {
      if (wild && random.below(5) == 0)
        return std::array{std::numeric_limits<T>::quiet_NaN(), std::numeric_limits<T>::infinity(),
                          std::numeric_limits<T>::max(), std::numeric_limits<T>::denorm_min()}[random.below(4)];
      return static_cast<T>(2 * random.normal());
    };
    for (std::size_t i = 0; i < rows; ++i) {
      const bool minus = random.below(2) == 0;
      margins.push_back(number());
      labels.push_back(minus ? T{-1} : T{1});
      moved.push_back(number());
      asked.push_back(number());
      thresholds.push_back(static_cast<T>(random.uniform()));
      negative[i / 8] = static_cast<std::uint8_t>(negative[i / 8] | minus << (i % 8));
    }
  }

  // Of rows from `first` on, which is a multiple of 8.
  Sweep<T> sweep(std::size_t first, std::size_t rows, T distance, bool intercept, bool ball, double cells) {
    Sweep<T> s;
    s.rows = rows;
    s.margins = margins.data() + first;
    s.labels = labels.data() + first;
    s.negative = negative.data() + first / 8;
    if (!intercept) s.moved = {moved.data() + first, T(0.25)};
    s.distance = distance;
    s.asked = {asked.data() + first, T(-0.5)};
    s.factor = static_cast<T>(cells / 3);
    s.limit = static_cast<T>(cells);
    s.thresholds = ball ? thresholds.data() + first : nullptr;
    return s;
  }
};

// The plain formula for one row, in the precision of the data.
template <class L, class T>
std::int64_t contribution(const L& loss, const Sweep<T>& s, std::size_t i) {
  const T margin = s.margins[i] + (s.distance != 0 ? s.distance * s.moved(i) : T{0});
  T slope = loss.derivative(margin, L::label_role == LabelRole::shift ? T{0} : s.labels[i]);
  if (s.thresholds) slope = std::clamp(slope, -s.thresholds[i], s.thresholds[i]);
  const T cells = s.asked(i) * s.factor * slope;
  if (std::isnan(margin) || !std::isfinite(cells)) return 0;
  return std::llrint(std::clamp(cells, -s.limit, s.limit));
}

template <class F>
void for_every_kernel(F&& check) {
  testing::on_every_target([&] {
    AllLosses::each([&]<class L>(std::type_identity<L>) {
      SCOPED_TRACE(std::string(L::name));
      for (const bool ball : {false, true})
        for (const float distance : {0.0f, 0.125f}) {
          check(L{}, float{}, distance, ball);
          check(L{}, double{}, distance, ball);
        }
    });
  });
}

// Single precision has room for this many cells: beyond it, its own last digit is more than a cell.
template <class T>
constexpr double kFineGrid = sizeof(T) == 4 ? 0x1p20 : 0x1p38;

TEST(EveryKernel, GivesEachRowWhatTheFormulaGives) {
  for_every_kernel([]<class L, class T>(const L& loss, T, float distance, bool ball) {
    PublicRandom random(5);
    for (std::size_t rows = 1; rows <= 67; ++rows) {
      Column<T> column(rows, false, random), copy = column;
      const Sweep<T> plain = copy.sweep(0, rows, T(distance), rows % 3 == 0, ball, kFineGrid<T>);
      std::int64_t expected = 0;
      for (std::size_t i = 0; i < rows; ++i) expected += contribution(loss, plain, i);
      const std::int64_t sum =
          kernels<L, T>().sweep(loss, column.sweep(0, rows, T(distance), rows % 3 == 0, ball, kFineGrid<T>));
      EXPECT_LE(std::abs(sum - expected), static_cast<std::int64_t>(rows)) << rows << " rows";
      for (std::size_t i = 0; i < rows; ++i)
        EXPECT_NEAR(column.margins[i], plain.margins[i] + plain.distance * plain.moved(i), 1e-5);
    }
  });
}

TEST(EveryKernel, KeepsOneRowWithinACellOfTheFormula) {
  for_every_kernel([]<class L, class T>(const L& loss, T, float distance, bool ball) {
    PublicRandom random(6);
    for (int trial = 0; trial < 500; ++trial) {
      Column<T> column(1, trial % 2 == 0, random), copy = column;
      const std::int64_t expected = contribution(loss, copy.sweep(0, 1, T(distance), false, ball, kFineGrid<T>), 0);
      const std::int64_t sum = kernels<L, T>().sweep(loss, column.sweep(0, 1, T(distance), false, ball, kFineGrid<T>));
      EXPECT_LE(std::abs(sum - expected), 1);
    }
  });
}

// Sums over any division into blocks are the same, to the last cell, on grids for both kinds of lanes.
TEST(EveryKernel, AddsUpToTheSameInAnyBlocks) {
  for_every_kernel([]<class L, class T>(const L& loss, T, float distance, bool ball) {
    for (const double cells : {0x1p10, 0x1p21, 0x1p25, 0x1p26, 0x1p30, 0x1p40}) {
      PublicRandom random(7);
      constexpr std::size_t kRows = 5003;
      Column<T> whole(kRows, true, random), parts = whole;
      const std::int64_t sum = kernels<L, T>().sweep(loss, whole.sweep(0, kRows, T(distance), false, ball, cells));
      std::int64_t added = 0;
      for (std::size_t first = 0; first < kRows;) {
        const std::size_t rows = std::min<std::size_t>(8 * (1 + random.below(20)), kRows - first);
        added += kernels<L, T>().sweep(loss, parts.sweep(first, rows, T(distance), false, ball, cells));
        first += rows;
      }
      EXPECT_EQ(sum, added) << cells;
      EXPECT_EQ(std::memcmp(whole.margins.data(), parts.margins.data(), kRows * sizeof(T)), 0);
    }
  });
}

TEST(EveryKernel, NeverExceedsTheLimitOfARow) {
  for_every_kernel([]<class L, class T>(const L& loss, T, float distance, bool ball) {
    PublicRandom random(8);
    for (int trial = 0; trial < 2000; ++trial) {
      const double cells = std::floor(std::exp2(4 + 30 * random.uniform()));
      Column<T> column(1, true, random);
      Sweep<T> s = column.sweep(0, 1, T(distance), false, ball, cells);
      if (static_cast<double>(s.limit) > cells) s.limit = std::nextafter(s.limit, T{0});
      s.factor = static_cast<T>(std::exp(20 * random.normal()));
      EXPECT_LE(std::abs(static_cast<double>(kernels<L, T>().sweep(loss, s))), cells);
    }
  });
}

// All slopes at once are the slopes one by one, the move done on the way, in any blocks, written or not.
TEST(EveryKernel, FindsAllSlopesAtOnceAsOneByOne) {
  for_every_kernel([]<class L, class T>(const L& loss, T, float distance, bool ball) {
    for (const double cells : {0x1p20, 0x1p25, 0x1p33})
      for (const std::size_t rows : {1, 7, 16, 67, 1100, 5003}) {
        PublicRandom random(9);
        Column<T> once(rows, true, random), single = once;
        const auto columns = [&](Column<T>& of, std::size_t first) {
          return std::array{Strand<T>(of.moved.data() + first, T(0.25)), Strand<T>(),
                            Strand<T>(of.asked.data() + first, T(-0.5))};
        };
        const std::array<T, 3> distances{T(distance), 0, 0}, factors{T(cells / 7), T(cells / 2), T(cells / 3)};
        std::array<std::int64_t, 3> sums{}, without_writing{}, one_by_one{};
        for (std::size_t first = 0; first < rows;) {
          const std::size_t part = std::min<std::size_t>(8 * (1 + random.below(300)), rows - first);
          const Sweep<T> like = once.sweep(first, part, T(distance), false, ball, cells);
          const auto strands = columns(once, first);
          BlockSweep<T> walk{part,
                             like.margins,
                             like.negative,
                             like.labels,
                             strands,
                             distance != 0 ? distances.data() : nullptr,
                             factors.data(),
                             like.limit,
                             like.thresholds,
                             without_writing.data(),
                             true};
          const std::vector<T> before(like.margins, like.margins + part);
          kernels<L, T>().block(loss, walk);
          EXPECT_EQ(std::memcmp(like.margins, before.data(), part * sizeof(T)), 0);
          walk.sums = sums.data();
          walk.still_owed = false;
          kernels<L, T>().block(loss, walk);
          first += part;
        }
        const auto strands = columns(single, 0);
        for (std::size_t j = 0; j < 3; ++j) {
          Sweep<T> s = single.sweep(0, rows, j == 0 ? T(distance) : T{0}, false, ball, cells);
          s.asked = strands[j];
          s.factor = factors[j];
          one_by_one[j] = kernels<L, T>().sweep(loss, s);
        }
        EXPECT_EQ(without_writing, sums) << rows << " rows, " << cells << " cells";
        // Nothing is done to a derivative under the box rule, so one column's walk may divide where all columns' walk
        // multiplies by what was divided: a rounding less, which is one cell of a row or a float's last digits.
        constexpr bool kDivides = requires { L::label_adds_one; };
        const double digits = 4 * cells * static_cast<double>(std::numeric_limits<T>::epsilon());
        const double off = kDivides && !ball ? static_cast<double>(rows) * (1 + digits) : 0;
        for (std::size_t j = 0; j < 3; ++j)
          EXPECT_LE(std::abs(static_cast<double>(sums[j] - one_by_one[j])), off)
              << rows << " rows, " << cells << " cells, " << j;
        EXPECT_EQ(std::memcmp(once.margins.data(), single.margins.data(), rows * sizeof(T)), 0);
      }
  });
}

}  // namespace
}  // namespace discreet
