#include "discreet/oracle/census.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "discreet/privacy/additive_noise.hpp"
#include "tests/support/make.hpp"

namespace discreet {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct Stage {
  Dataset data = testing::make_dataset({{1, -10}, {2, 20}, {-3, 0}, {kInfinity, std::nan("")}}, {5, 6, 7, 8});
  testing::Bench bench;
  Census census{data, 4, bench.machinery};
  Permit permit = testing::make_permit("scales", 0, 9, 3 * Octaves::kCells);
  SecureRandom source;
  Gaussian gaussian{source};
  Payment pay() { return permit.pay("scales"); }
};

TEST(Census, CountsRowsByOctavesOfTheirSize) {
  Stage s;
  const std::vector<std::size_t> columns{0, 1, 2};
  const auto histogram = s.gaussian.release(s.census.sizes(s.pay(), columns, std::vector<double>{0, 0, 6})).value();
  const auto share = [&](std::size_t column, int octave) {
    return histogram[column * Octaves::kCells + static_cast<std::size_t>(octave + Octaves::kMiddle)];
  };
  EXPECT_NEAR(share(0, 0), 0.25, 1e-9);  // 1
  EXPECT_NEAR(share(0, 1), 0.5, 1e-9);   // 2 and 3
  EXPECT_NEAR(share(0, 63), 0.25, 1e-9) << "what is too large is in the last octave";
  EXPECT_NEAR(share(1, 3), 0.25, 1e-9);  // 10
  EXPECT_NEAR(share(1, 4), 0.25, 1e-9);  // 20; zero and what is no number are in none
  EXPECT_NEAR(share(2, 0), 0.5, 1e-9);   // the target about 6: 1, 0, 1, 2
  EXPECT_NEAR(share(2, 1), 0.25, 1e-9);
  double total = 0;
  for (const double part : histogram) total += part;
  EXPECT_NEAR(total, 1 + 0.5 + 0.75, 1e-9);
}

TEST(Census, CountsRowsByOctavesWithTheirSigns) {
  Stage s;
  Permit permit = testing::make_permit("scales", 0, 1, 2 * SignedOctaves::kCells);
  const std::vector<std::size_t> columns{0, 1};
  const auto cells = s.gaussian.release(s.census.signed_octaves(permit.pay("scales"), columns)).value();
  const auto positive = [](int exponent) { return 1 + static_cast<std::size_t>(exponent - SignedOctaves::kLowest); };
  const std::size_t second = SignedOctaves::kCells;
  EXPECT_NEAR(cells[positive(0)], 0.25, 1e-9) << "1 is the upper end of its octave";
  EXPECT_NEAR(cells[positive(1)], 0.25, 1e-9) << "and 2 of the next";
  EXPECT_NEAR(cells[positive(2) + SignedOctaves::kEach], 0.25, 1e-9) << "-3";
  EXPECT_NEAR(cells[SignedOctaves::kEach], 0.25, 1e-9) << "what is too large is in the last octave of its sign";
  EXPECT_NEAR(cells[second], 0.25, 1e-9) << "zero has a cell";
  double total = 0;
  for (const double part : cells) total += part;
  EXPECT_NEAR(total, 1 + 0.75, 1e-9) << "what is no number is in none";
}

// Dense and sparse, in either precision: each value by itself moves into the limits of its column.
TEST(Census, MovesRowsIntoLimits) {
  const std::vector<std::vector<double>> rows{{1, -10}, {0, 20}, {-3, 0}, {kInfinity, 4}};
  const std::vector<double> labels{5, 6, 7, 8};
  const std::vector<Interval> limits{{-1, 2}, {0, 8}};
  for (const bool sparse : {false, true})
    for (const bool single : {false, true}) {
      const Dataset data = sparse   ? (single ? testing::make_sparse_dataset<float>(rows, labels)
                                              : testing::make_sparse_dataset(rows, labels))
                           : single ? testing::make_dataset<float>(rows, labels)
                                    : testing::make_dataset(rows, labels);
      testing::Bench bench;
      const Census census(data, 4, bench.machinery);
      const Dataset moved{data.schema, data.rows, census.moved_into(limits, Interval{5, 7}), data.elsewhere,
                          data.processes};
      const Census there(moved, 4, bench.machinery);
      Permit permit = testing::make_permit("means", 0, 1, 3);
      SecureRandom source;
      Gaussian gaussian(source);
      const std::vector<std::size_t> columns{0, 1, 2};
      const std::vector<double> centres{0, 0, 0}, bounds{100, 100, 100};
      const auto means = gaussian.release(there.means(permit.pay("means"), columns, centres, bounds)).value();
      EXPECT_NEAR(means[0], (1 + 0 - 1 + 2) / 4.0, 1e-6) << sparse << single;
      EXPECT_NEAR(means[1], (0 + 8 + 0 + 4) / 4.0, 1e-6) << sparse << single;
      EXPECT_NEAR(means[2], (5 + 6 + 7 + 7) / 4.0, 1e-6) << sparse << single;
    }
}

TEST(Census, TellsMeansAndSecondMomentsInUnitsOfRanges) {
  Stage s;
  Permit permit = testing::make_permit("moments", 0, 1, 2);
  const std::vector<std::size_t> target{2};
  const std::vector<Interval> range{{4, 8}};  // 5, 6, 7, 8 are -1/2, 0, 1/2 and 1
  const auto found = s.gaussian.release(s.census.moments(permit.pay("moments"), target, range)).value();
  EXPECT_NEAR(found[0], 0.25, 1e-6);
  EXPECT_NEAR(found[1] / MomentCurve::kScale + 0.5, (0.25 + 0 + 0.25 + 1) / 4, 1e-6);
}

TEST(Census, LetsRowsSpeakOfTheirLargestValuesOnly) {
  Stage s;
  const std::vector<std::size_t> columns{0, 1, 2};
  const auto ask = [&](std::size_t most) {
    return s.gaussian.release(s.census.largest(s.pay(), columns, most)).value();
  };
  const auto one = ask(1), two = ask(2), many = ask(5);
  const auto share = [&](const std::vector<double>& histogram, std::size_t column, int octave) {
    return histogram[column * Octaves::kCells + static_cast<std::size_t>(octave + Octaves::kMiddle)];
  };
  // Rows (1, -10, 5), (2, 20, 6), (-3, 0, 7) and (infinity, no number, 8).
  EXPECT_NEAR(share(one, 1, 3), 0.25, 1e-9);
  EXPECT_NEAR(share(one, 1, 4), 0.25, 1e-9);
  EXPECT_NEAR(share(one, 2, 2), 0.25, 1e-9);
  EXPECT_NEAR(share(one, 0, 63), 0.25, 1e-9);
  EXPECT_NEAR(share(two, 2, 2), 0.75, 1e-9) << "5, 6 and 7";
  EXPECT_NEAR(share(two, 0, 1), 0.25, 1e-9) << "-3, but not 2, which is the third of its row";
  EXPECT_NEAR(share(many, 0, 0), 0.25, 1e-9) << "and 1 where there is room for all";
  double total = 0;
  for (const double part : one) total += part;
  EXPECT_NEAR(total, 1, 1e-9) << "a row speaks once";
}

TEST(Census, TellsWhichColumnLeadsARow) {
  Stage s;
  const std::vector<std::size_t> columns{0, 1, 2};
  const auto shares = s.gaussian.release(s.census.leading(s.pay(), columns, 8, 16)).value();
  ASSERT_EQ(shares.size(), 6u);
  // Rows (1, -10, 5), (2, 20, 6), (-3, 0, 7), which has nothing as large as 8, and (infinity, no number, 8).
  const double wanted[] = {0, 0.25, 0.25, 0.25, 0, 0};
  for (std::size_t k = 0; k < 6; ++k) EXPECT_NEAR(shares[k], wanted[k], 1e-9) << k;
}

TEST(Census, ClipsWhatItAverages) {
  Stage s;
  const std::vector<std::size_t> columns{1, 0};
  const auto means =
      s.gaussian.release(s.census.means(s.pay(), columns, std::vector<double>{0, 1}, std::vector<double>{15, 2}))
          .value();
  EXPECT_NEAR(means[0], (-10 + 15 + 0) / 4.0, 1e-9);
  EXPECT_NEAR(means[1], (0 + 1 - 2 + 2) / 4.0, 1e-9);
}

TEST(Census, MeasuresWholeRows) {
  Stage s;
  const std::vector<std::size_t> columns{0, 1};
  // Root mean squares 7.1, 14.2 and 2.1; largest values 10, 20 and 3; the last row is not a number, or infinite.
  const auto mean = s.gaussian.release(s.census.row_sizes(s.pay(), columns, Census::RowSize::mean)).value();
  const auto largest = s.gaussian.release(s.census.row_sizes(s.pay(), columns, Census::RowSize::largest)).value();
  for (const int octave : {1, 2, 3})
    EXPECT_NEAR(mean[static_cast<std::size_t>(octave + Octaves::kMiddle)], 0.25, 1e-9) << octave;
  for (const int octave : {1, 3, 4})
    EXPECT_NEAR(largest[static_cast<std::size_t>(octave + Octaves::kMiddle)], 0.25, 1e-9) << octave;
}

}  // namespace
}  // namespace discreet
