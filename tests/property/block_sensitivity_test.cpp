// What one row can do to the slopes of a block and to the products of columns, whatever the row is. The answers' seeded
// noise is the same for both datasets and cancels in their difference.
#include <gtest/gtest.h>

#include <cmath>

#include "discreet/oracle/census.hpp"
#include "discreet/privacy/additive_noise.hpp"
#include "tests/support/losses.hpp"
#include "tests/support/make.hpp"
#include "tests/support/wild.hpp"

namespace discreet {
namespace {

using testing::distance;
using testing::Rows;

constexpr double kMultiplier = 5;

double charged(RowBound row) {
  const Lattice lattice = Lattice::fitting({kMultiplier}, Neighbours::replace_one, row);
  return lattice.sensitivity() / static_cast<double>(lattice.cells_per_unit()) * (1 + 1e-9);
}

struct Question {
  std::string loss;
  Frame frame;
  double radius;
  std::vector<double> point;
  std::vector<Coordinate> block;
  bool own;  // a group of its own, or two blocks of one pass
  bool sparse;
};

// In units; the rest of the coordinates follow as a second block of the same pass, after a move.
template <class T>
std::vector<double> answer(const Rows& rows, const std::vector<double>& labels, const Question& question) {
  const Dataset data =
      question.sparse ? testing::make_sparse_dataset<T>(rows, labels) : testing::make_dataset<T>(rows, labels);
  testing::Bench bench;
  const auto oracle = bench.oracle(data, question.loss);
  oracle->set_frame(question.frame);
  oracle->restart(question.point);
  SeededNoise source(3);
  Gaussian gaussian(source);
  const std::size_t p = question.frame.smoothness.size();
  const Clip clip{ClipRule::ball, question.radius};
  Permit permit = testing::make_permit("slopes", kMultiplier, 1, question.own ? question.block.size() : p);
  std::vector<double> units;
  const auto take = [&](const std::vector<Coordinate>& block, VectorQuery query) {
    const std::vector<double> slopes = gaussian.release(std::move(query)).value();
    for (std::size_t k = 0; k < block.size(); ++k)
      units.push_back(slopes[k] * static_cast<double>(rows.size()) /
                      (question.radius * std::sqrt(question.frame.smoothness[block[k].value])));
  };
  if (question.own) {
    take(question.block, oracle->block_slopes(permit.pay("slopes"), clip, question.block));
    return units;
  }
  SlopeGroup pass = oracle->slopes(permit.pay("slopes"), clip);
  take(question.block, pass.slopes(question.block));
  std::vector<Coordinate> others;
  for (std::size_t j = 0; j < p; ++j)
    if (std::find(question.block.begin(), question.block.end(), Coordinate{j}) == question.block.end())
      others.push_back({j});
  oracle->move_all(question.point);
  if (!others.empty()) take(others, pass.slopes(others));
  return units;
}

template <class T>
void check_blocks(const std::string& loss, Task task, bool own) {
  PublicRandom random(own ? 29 : 31);
  double largest = 0;
  for (int trial = 0; trial < 800; ++trial) {
    const std::size_t p = 1 + random.below(6);
    Question question{loss, testing::flat_frame(p), std::exp(3 * random.normal()), std::vector<double>(p), {},
                      own,  trial % 2 == 1};
    for (std::size_t j = 0; j < p; ++j) {
      question.frame.smoothness[j] = std::exp((random.below(4) == 0 ? 80 : 4) * random.normal());
      question.frame.centres[j] = question.sparse || random.below(2) == 0 ? 0 : random.normal();
      question.point[j] = std::exp(3 * random.normal());
      if (random.below(2) == 0) question.block.push_back({j});
    }
    if (question.block.empty()) question.block.push_back({0});
    const testing::Pair pair = testing::neighbours(5, p, random, task == Task::classification);
    const double apart =
        distance(answer<T>(pair.rows, pair.labels, question), answer<T>(pair.other_rows, pair.other_labels, question));
    const double paid = charged(RowBound::ball(1, own ? question.block.size() : p));
    ASSERT_LE(apart, paid) << "trial " << trial;
    largest = std::max(largest, apart / paid);
  }
  EXPECT_GT(largest, 0.95) << "the search comes close to the bound, or it would prove nothing";
}

TEST(EveryBlock, MovesByAtMostWhatIsCharged) {
  testing::with_every_loss([](const std::string& loss, Task task) {
    for (const bool own : {true, false}) {
      SCOPED_TRACE(loss);
      check_blocks<double>(loss, task, own);
      check_blocks<float>(loss, task, own);
    }
  });
}

TEST(Products, MoveByAtMostWhatIsCharged) {
  PublicRandom random(37);
  double largest = 0;
  for (int trial = 0; trial < 1500; ++trial) {
    const std::size_t p = 1 + random.below(5), size = p + random.below(2), numbers = size * (size + 1) / 2;
    const double radius = std::exp(2 * random.normal());
    std::vector<double> centres(p), factors(size);
    for (double& c : centres) c = random.normal();
    for (double& f : factors) f = std::exp((random.below(4) == 0 ? 60 : 2) * random.normal());
    const testing::Pair pair = testing::neighbours(4, p, random, false);
    const auto units = [&](const Rows& rows, const std::vector<double>& labels) {
      const Dataset data = testing::make_dataset(rows, labels);
      testing::Bench bench;
      const Census census(data, 1, bench.machinery);
      SeededNoise source(7);
      Gaussian gaussian(source);
      Permit permit = testing::make_permit("overlap", kMultiplier, 1, numbers);
      std::vector<double> values =
          gaussian.release(census.products(permit.pay("overlap"), {centres, factors}, radius)).value();
      for (std::size_t a = 0, k = 0; a < size; ++a)
        for (std::size_t b = 0; b <= a; ++b, ++k) values[k] *= (a == b ? 1 : std::sqrt(2.0)) / (radius * radius);
      return values;
    };
    const double apart = distance(units(pair.rows, pair.labels), units(pair.other_rows, pair.other_labels));
    const double paid = charged(RowBound::rows(1, std::sqrt(2.0), numbers));
    ASSERT_LE(apart, paid) << "trial " << trial;
    largest = std::max(largest, apart / paid);
  }
  EXPECT_GT(largest, 0.9);
}

TEST(Products, AreTheMeansOfTheProducts) {
  const Dataset data = testing::make_dataset({{1, 2}, {3, -1}}, {0, 0});
  testing::Bench bench;
  const Census census(data, 2, bench.machinery);
  SecureRandom source;
  Gaussian gaussian(source);
  Permit permit = testing::make_permit("overlap", 0, 1, 6);
  const std::vector<double> centres{1, 0}, factors{0.5, 1, 1};
  const auto found = gaussian.release(census.products(permit.pay("overlap"), {centres, factors}, 10)).value();
  // Rows (0, 2, 1) and (1, -1, 1).
  const double expected[] = {0.5, -0.5, 2.5, 0.5, 0.5, 1};
  for (std::size_t k = 0; k < 6; ++k) EXPECT_NEAR(found[k], expected[k], 1e-9);
}

}  // namespace
}  // namespace discreet
