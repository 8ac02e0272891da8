// A walk over all columns does what walks over one column after the other do, for every loss, precision and instruction
// set: few columns and many, all of them moved, some or none, any number of rows.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "discreet/base/public_random.hpp"
#include "discreet/oracle/kernels/kernels.hpp"
#include "tests/support/targets.hpp"

namespace discreet {
namespace {

enum class Moved { all, some, none };

// Rows of several columns, some of whose numbers are none; the last column but one is the intercept's.
template <class T>
struct Matrix {
  AlignedVector<T> values, margins, labels, thresholds;
  std::vector<std::uint8_t> negative;
  std::vector<Strand<T>> columns;
  std::vector<T> distances, factors;
  T limit;

  Matrix(std::size_t rows, std::size_t width, Moved moved, T cells) : negative(rows / 8 + 8), limit(cells) {
    PublicRandom random(rows + 1000 * width);
    values.resize(rows * width);
    for (T& x : values) x = random.below(50) == 0 ? strange(random) : static_cast<T>(2 * random.normal());
    for (std::size_t i = 0; i < rows; ++i) {
      const bool minus = random.below(2) == 0;
      margins.push_back(static_cast<T>(random.normal()));
      labels.push_back(minus ? T{-1} : T{1});
      thresholds.push_back(static_cast<T>(random.uniform()));
      negative[i / 8] = static_cast<std::uint8_t>(negative[i / 8] | minus << (i % 8));
    }
    for (std::size_t j = 0; j < width; ++j) {
      columns.push_back(j + 2 == width ? Strand<T>() : Strand<T>(values.data() + j * rows, T(0.25)));
      const bool moves = moved == Moved::all || (moved == Moved::some && random.below(2) == 0);
      distances.push_back(moves ? static_cast<T>(0.1 * random.normal()) : T{0});
      factors.push_back(static_cast<T>(cells * (0.1 + random.uniform())));
    }
  }
  static T strange(PublicRandom& random) {
    using Limits = std::numeric_limits<T>;
    return std::array{Limits::quiet_NaN(), Limits::infinity(), Limits::max(), Limits::denorm_min()}[random.below(4)];
  }
};

template <class L, class T>
std::vector<std::int64_t> one_by_one(const L& loss, Matrix<T>& of, bool ball) {
  const auto walk = [&](std::size_t asked, const Strand<T>& moved, T distance) {
    Sweep<T> s;
    s.rows = of.margins.size();
    s.margins = of.margins.data();
    s.negative = of.negative.data();
    s.labels = of.labels.data();
    s.moved = moved;
    s.distance = distance;
    s.asked = of.columns[asked];
    s.factor = of.factors[asked];
    s.limit = of.limit;
    s.thresholds = ball ? of.thresholds.data() : nullptr;
    return kernels<L, T>().sweep(loss, s);
  };
  for (std::size_t j = 0; j < of.columns.size(); ++j)
    if (of.distances[j] != 0) walk(0, of.columns[j], of.distances[j]);
  std::vector<std::int64_t> sums;
  for (std::size_t j = 0; j < of.columns.size(); ++j) sums.push_back(walk(j, Strand<T>(), T{0}));
  return sums;
}

template <class L, class T>
std::vector<std::int64_t> all_at_once(const L& loss, Matrix<T>& of, bool ball, bool still_owed) {
  std::vector<std::int64_t> sums(of.columns.size());
  kernels<L, T>().block(loss, {of.margins.size(), of.margins.data(), of.negative.data(), of.labels.data(), of.columns,
                               of.distances.data(), of.factors.data(), of.limit, ball ? of.thresholds.data() : nullptr,
                               sums.data(), still_owed});
  return sums;
}

// The same numbers, or none on both sides.
template <class T>
bool same(const AlignedVector<T>& a, const AlignedVector<T>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](T x, T y) { return x == y || (std::isnan(x) && std::isnan(y)); });
}

template <class L, class T>
void compare(const L& loss, std::size_t rows, std::size_t width, Moved moved, bool ball, double cells) {
  SCOPED_TRACE(::testing::Message() << rows << " rows, " << width << " columns, " << static_cast<int>(moved)
                                    << " moved, " << cells << " cells" << (ball ? ", ball" : ""));
  Matrix<T> once(rows, width, moved, static_cast<T>(cells)), single = once, unwritten = once;
  const std::vector<std::int64_t> expected = one_by_one(loss, single, ball),
                                  sums = all_at_once(loss, once, ball, false);
  EXPECT_EQ(all_at_once(loss, unwritten, ball, true), sums);
  EXPECT_TRUE(same(unwritten.margins, Matrix<T>(rows, width, moved, static_cast<T>(cells)).margins));
  EXPECT_TRUE(same(once.margins, single.margins));
  // As in EveryKernel.FindsAllSlopesAtOnceAsOneByOne: under the box rule one column's walk may round once less.
  constexpr bool kDivides = requires { L::label_adds_one; };
  const double digits = 4 * cells * static_cast<double>(std::numeric_limits<T>::epsilon());
  const double off = kDivides && !ball ? static_cast<double>(rows) * (1 + digits) : 0;
  for (std::size_t j = 0; j < width; ++j)
    EXPECT_LE(std::abs(static_cast<double>(sums[j] - expected[j])), off) << "column " << j;
}

TEST(FullGradients, AreWhatOneColumnAfterTheOtherGives) {
  testing::on_every_target([] {
    AllLosses::each([]<class L>(std::type_identity<L>) {
      SCOPED_TRACE(std::string(L::name));
      for (const std::size_t width : {1, 2, 4, 5, 8, 9, 14, 70})
        for (const std::size_t rows : {0, 1, 15, 67, 1024, 1031})
          for (const Moved moved : {Moved::all, Moved::some, Moved::none})
            for (const bool ball : {false, true}) {
              compare<L, float>({}, rows, width, moved, ball, 0x1p20);
              compare<L, double>({}, rows, width, moved, ball, 0x1p30);
            }
    });
  });
}

// Sums of 32 bits are emptied on the way, several times here, and rows go on where they were.
TEST(FullGradients, AreTheSameAfterSumsWereEmptied) {
  testing::on_every_target([] {
    AllLosses::each([]<class L>(std::type_identity<L>) {
      SCOPED_TRACE(std::string(L::name));
      for (const std::size_t width : {3, 8, 20}) compare<L, float>({}, 5003, width, Moved::all, true, 0x1p24);
    });
  });
}

// Every row gives all that it may, on one side: sums of 32 bits are emptied before they are full.
TEST(FullGradients, DoNotOverflow) {
  constexpr std::size_t kRows = 9001;
  testing::on_every_target([] {
    for (const std::size_t width : {3, 8, 20})
      for (const Moved moved : {Moved::all, Moved::none})
        for (const float cells : {0x1p24f, 0x1p27f}) {
          Matrix<float> full(kRows, width, moved, cells);
          for (float& x : full.values) x = 5;
          for (float& margin : full.margins) margin = 50;
          for (float& factor : full.factors) factor = cells;
          const std::vector<std::int64_t> sums = all_at_once(Squared{}, full, false, false);
          for (const std::int64_t sum : sums) EXPECT_EQ(sum, kRows * static_cast<std::int64_t>(cells)) << width;
        }
  });
}

}  // namespace
}  // namespace discreet
