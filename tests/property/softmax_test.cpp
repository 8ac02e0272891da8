// What one row can do to the slopes of all classes, whatever the row is; and that they are the slopes of the risk.
#include <gtest/gtest.h>

#include <cmath>

#include "discreet/oracle/softmax_oracle.hpp"
#include "discreet/privacy/additive_noise.hpp"
#include "tests/support/grants.hpp"
#include "tests/support/make.hpp"
#include "tests/support/wild.hpp"

namespace discreet {
namespace {

constexpr double kMultiplier = 5;

struct Question {
  std::size_t classes;
  Frame frame;
  double radius;
  std::vector<double> point;
};

// In units. The seeded noise is the same for both datasets and cancels in their difference.
std::vector<double> answer(const Dataset& data, const Question& question) {
  testing::Bench bench;
  SoftmaxOracle oracle(data, question.classes, false, 1, bench.machinery);
  oracle.set_frame(question.frame);
  SeededNoise source(3);
  Gaussian gaussian(source);
  Permit permit = testing::make_permit("slopes", kMultiplier, 1, oracle.numbers());
  std::vector<double> units =
      gaussian.release(oracle.slopes(permit.pay("slopes"), question.radius, question.point)).value();
  for (std::size_t k = 0; k < units.size(); ++k)
    units[k] /= question.radius * std::sqrt(question.frame.smoothness[k % oracle.coordinates()]);
  return units;
}

template <class Make>
void check_slopes(std::uint64_t seed, Make&& make, bool centred) {
  PublicRandom random(seed);
  double largest = 0;
  for (int trial = 0; trial < 1500; ++trial) {
    const std::size_t p = 1 + random.below(5), classes = 2 + random.below(5);
    Question question{classes, testing::flat_frame(p), std::exp(4 * random.normal()), {}};
    for (std::size_t j = 0; j < p; ++j) {
      question.frame.smoothness[j] = std::exp((random.below(4) == 0 ? 80 : 4) * random.normal());
      question.frame.centres[j] = !centred || random.below(2) == 0 ? 0 : random.normal();
    }
    const double size = std::exp(random.below(3) == 0 ? 6.0 : 0.0);
    for (std::size_t k = 0; k < classes * p; ++k) question.point.push_back(size * random.normal());
    testing::Pair pair = testing::neighbours(4, p, random, false);
    for (std::size_t i = 0; i < 4; ++i) pair.labels[i] = static_cast<double>(random.below(classes));
    pair.other_labels = pair.labels;
    pair.other_labels[0] = random.below(6) == 0 ? testing::wild(random) : static_cast<double>(random.below(classes));
    if (trial % 5 == 0) {  // the worst of them: the same row the other way round
      for (std::size_t j = 0; j < p; ++j) pair.rows[0][j] = 1e3 * random.normal();
      for (std::size_t j = 0; j < p; ++j) pair.other_rows[0][j] = 2 * question.frame.centres[j] - pair.rows[0][j];
      pair.other_labels[0] = pair.labels[0];
      std::fill(question.point.begin(), question.point.end(), 0.0);
    }
    const double apart = testing::distance(answer(make(pair.rows, pair.labels), question),
                                           answer(make(pair.other_rows, pair.other_labels), question));
    const Lattice lattice = Lattice::fitting({kMultiplier}, Neighbours::replace_one, RowBound::ball(1, classes * p));
    const double paid = lattice.sensitivity() / static_cast<double>(lattice.cells_per_unit()) * (1 + 1e-9);
    ASSERT_LE(apart, paid) << "trial " << trial;
    largest = std::max(largest, apart / paid);
  }
  EXPECT_GT(largest, 0.95) << "the search comes close to the bound, or it would prove nothing";
}

TEST(SoftmaxSlopes, MoveByAtMostWhatIsCharged) {
  check_slopes(
      41, [](const auto& rows, const auto& labels) { return testing::make_dataset<double>(rows, labels); }, true);
  check_slopes(
      43, [](const auto& rows, const auto& labels) { return testing::make_dataset<float>(rows, labels); }, true);
  check_slopes(
      47, [](const auto& rows, const auto& labels) { return testing::make_sparse_dataset<double>(rows, labels); },
      false);
}

struct Table {
  testing::Rows rows;
  std::vector<double> labels;
};

Table small_table(std::size_t classes) {
  PublicRandom random(5);
  Table table;
  for (std::size_t i = 0; i < 700; ++i) {
    table.rows.push_back({random.normal(), 3 + 2 * random.normal(), 0.1 * random.normal()});
    table.labels.push_back(static_cast<double>(random.below(classes)));
  }
  return table;
}

constexpr std::size_t kClasses = 3;
const Frame kFrame{{0.5, 8, 0.01, 0.5}, {0.1, 3, 0, 0}};

template <class T>
T exactly(const Sensitive<T>& value) {
  Permit permit = testing::make_permit("exact", 0, 1);
  return exactly(permit.pay("exact"), value);
}

TEST(SoftmaxSlopes, AreThoseOfTheRisk) {
  const Table table = small_table(kClasses);
  const Dataset data = testing::make_dataset(table.rows, table.labels);
  testing::Bench bench;
  SoftmaxOracle oracle(data, kClasses, true, 700, bench.machinery);
  oracle.set_frame(kFrame);
  PublicRandom random(9);
  std::vector<double> point(oracle.numbers());
  for (double& w : point) w = random.normal();
  const Eigen::VectorXd gradient = exactly(oracle.gradient(point));
  for (std::size_t k = 0; k < point.size(); ++k) {
    constexpr double kStep = 1e-5;
    std::vector<double> up = point, down = point;
    up[k] += kStep;
    down[k] -= kStep;
    const double slope = (exactly(oracle.risk(up)) - exactly(oracle.risk(down))) / (2 * kStep);
    EXPECT_NEAR(gradient[static_cast<Eigen::Index>(k)], slope, 1e-7);
  }
  // Without noise and in a ball that holds all rows, the answer is the gradient on a grid.
  SecureRandom source;
  Gaussian gaussian(source);
  Permit permit = testing::make_permit("slopes", 0, 1, oracle.numbers());
  const std::vector<double> answer = gaussian.release(oracle.slopes(permit.pay("slopes"), 1e3, point)).value();
  for (std::size_t k = 0; k < point.size(); ++k) EXPECT_NEAR(answer[k], gradient[static_cast<Eigen::Index>(k)], 1e-6);
}

TEST(SoftmaxSlopes, AreTheSameForEveryLayoutAndAnyNumberOfThreads) {
  const Table table = small_table(kClasses);
  const Frame frame{kFrame.smoothness, {0, 0, 0, 0}};
  std::vector<double> point(kClasses * 4);
  PublicRandom random(11);
  for (double& w : point) w = random.normal();
  const auto answer = [&](const Dataset& data, std::size_t threads) {
    testing::Bench bench(threads);
    SoftmaxOracle oracle(data, kClasses, true, 700, bench.machinery);
    oracle.set_frame(frame);
    SeededNoise source(1);
    Gaussian gaussian(source);
    Permit permit = testing::make_permit("slopes", 1, 1, oracle.numbers());
    return gaussian.release(oracle.slopes(permit.pay("slopes"), 1, point)).value();
  };
  const auto expected = answer(testing::make_dataset(table.rows, table.labels), 1);
  EXPECT_EQ(answer(testing::make_dataset(table.rows, table.labels), 3), expected);
  EXPECT_EQ(answer(testing::make_sparse_dataset(table.rows, table.labels), 1), expected);
}

TEST(SoftmaxSlopes, CountRowsBeyondARadius) {
  // At zero every row's slopes along the scores have length sqrt(2/3).
  const Dataset data = testing::make_dataset({{1}, {2}, {3}, {std::nan("")}, {100}}, {0, 1, 2, 0, 7});
  testing::Bench bench;
  SoftmaxOracle oracle(data, kClasses, false, 5, bench.machinery);
  oracle.set_frame({{1}, {0}});
  SecureRandom source;
  Gaussian gaussian(source);
  Permit permit = testing::make_permit("rows", 0, 1);
  const double radius = 1.5 * std::sqrt(2.0 / 3);
  EXPECT_NEAR(gaussian.release(oracle.rows_beyond(permit.pay("rows"), radius, std::vector<double>(3, 0.0))).value(),
              0.4, 1e-9);
}

// What a row contributes is the same bits wherever it stands and whoever stands beside it. The first product of a score
// and its last are large and cancel, so that the order of the additions decides about what is left: a product of
// matrices adds those of a row by its place, and was caught here.
TEST(SoftmaxSlopes, OfARowDoNotDependOnItsPlaceOrItsNeighbours) {
  constexpr std::size_t kFeatures = 30, kMany = 3;
  PublicRandom random(17);
  std::vector<double> point;
  for (std::size_t k = 0; k < kMany; ++k) {
    const double large = 0x1p52 * random.normal();
    point.push_back(large);
    for (std::size_t j = 2; j < kFeatures; ++j) point.push_back(random.normal());
    point.push_back(-large);
  }
  Table table;
  for (std::size_t i = 0; i < 270; ++i) {
    std::vector<double>& row = table.rows.emplace_back();
    for (std::size_t j = 1; j < kFeatures; ++j) row.push_back(random.normal());
    row.push_back(row[0]);
    table.labels.push_back(static_cast<double>(random.below(kMany)));
  }
  // Whole cells, which doubles hold: the radius, the normaliser and the frame are one.
  const auto answer = [&](std::size_t first, std::size_t last) {
    const auto part = [&](const auto& all) {
      return std::decay_t<decltype(all)>(all.begin() + static_cast<std::ptrdiff_t>(first),
                                         all.begin() + static_cast<std::ptrdiff_t>(last));
    };
    const Dataset data = testing::make_dataset(part(table.rows), part(table.labels));
    testing::Bench bench;
    SoftmaxOracle oracle(data, kMany, false, 1, bench.machinery);
    oracle.set_frame(testing::flat_frame(kFeatures));
    SeededNoise source(3);
    Gaussian gaussian(source);
    Permit permit = testing::make_permit("slopes", 0, 1, oracle.numbers());
    std::vector<double> found = gaussian.release(oracle.slopes(permit.pay("slopes"), 1, point)).value();
    return Eigen::VectorXd(Eigen::Map<const Eigen::VectorXd>(found.data(), static_cast<Eigen::Index>(found.size())));
  };
  std::vector<Eigen::VectorXd> alone;
  for (std::size_t i = 0; i < table.rows.size(); ++i) alone.push_back(answer(i, i + 1));
  const auto sum = [&](std::size_t first, std::size_t last) {
    Eigen::VectorXd found = Eigen::VectorXd::Zero(alone[0].size());
    for (std::size_t i = first; i < last; ++i) found += alone[i];
    return found;
  };
  for (std::size_t rows = 1; rows < 40; ++rows)
    for (std::size_t first = 0; first < 3; ++first)
      ASSERT_EQ(answer(first, first + rows), sum(first, first + rows)) << rows;
  for (std::size_t first = 0; first < 20; ++first) ASSERT_EQ(answer(first, 270), sum(first, 270)) << first;
}

}  // namespace
}  // namespace discreet
