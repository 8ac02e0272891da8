// Sparse and dense storage of the same rows give the same answers to every question, and so the same models.
#include <gtest/gtest.h>

#include "discreet/fit/fit.hpp"
#include "discreet/oracle/histogram.hpp"
#include "discreet/privacy/additive_noise.hpp"
#include "tests/support/grants.hpp"
#include "tests/support/losses.hpp"
#include "tests/support/make.hpp"
#include "tests/support/targets.hpp"

namespace discreet {
namespace {

using testing::Random;

// Slopes one by one and all at once under every rule, with moves of every kind in between, and margins at the end; then
// sums that are no integers, and so depend on the order of rows within them.
std::vector<double> answers(const Dataset& data, const std::string& loss, bool intercept, ClipRule rule,
                            bool sums = true) {
  testing::Bench bench;
  const auto oracle = bench.oracle(data, loss, intercept);
  const std::size_t p = oracle->coordinates();
  Frame frame = testing::flat_frame(p);
  for (std::size_t j = 0; j < p; ++j) frame.smoothness[j] = 0.5 + 0.1 * static_cast<double>(j);
  oracle->set_frame(frame);
  oracle->restart(std::vector<double>(p, 0.1));
  SeededNoise source(3);
  Gaussian gaussian(source);
  std::vector<double> all;
  for (int pass = 0; pass < 3; ++pass) {
    Permit permit = testing::make_permit("slopes", 5, 1 + p, p), others = testing::make_permit("others", 5, 1, 1);
    std::optional<SlopeGroup> group;
    for (std::size_t j = 0; j < p; ++j) {
      if (!group || group->complete()) group.emplace(oracle->slopes(permit.pay("slopes"), {rule, 0.5}));
      all.push_back(gaussian.release(group->slope({j})).value());
      oracle->move({(2 * j + 1) % p}, -all.back());
      if (j % 3 == 0) oracle->move({j}, 0.01);
    }
    oracle->move_all(std::vector<double>(p, 0.1 * all.back()));
    const auto more = gaussian.release(oracle->all_slopes(permit.pay("slopes"), {rule, 0.5})).value();
    all.insert(all.end(), more.begin(), more.end());
    all.push_back(gaussian.release(oracle->rows_beyond(others.pay("others"), 0.3)).value());
    // Of a part of the coordinates rows have other thresholds; the slopes of the next pass are by those of all again.
    const std::vector<Coordinate> block{{0}, {p - 1}};
    Permit part = testing::make_permit("block", 5, 1, block.size());
    const auto some = gaussian.release(oracle->block_slopes(part.pay("block"), {ClipRule::ball, 0.5}, block)).value();
    all.insert(all.end(), some.begin(), some.end());
  }
  Permit exact = testing::make_permit("exact", 0, 10);
  const auto ask = [&](const auto& sealed) { return exactly(exact.pay("exact"), sealed); };
  const std::vector<double> margins = ask(oracle->margins());
  all.insert(all.end(), margins.begin(), margins.end());
  all.push_back(ask(oracle->longest_slope()));
  if (!sums) return all;
  const Eigen::VectorXd gradient = ask(oracle->gradient());
  const Eigen::MatrixXd curvature = ask(oracle->curvature(oracle->every_coordinate()));
  all.insert(all.end(), gradient.begin(), gradient.end());
  all.insert(all.end(), curvature.data(), curvature.data() + curvature.size());
  all.push_back(ask(oracle->risk()));
  return all;
}

template <class T>
void same_answers() {
  testing::with_every_loss([](const std::string& loss, Task task) {
    for (const std::size_t n : {1, 2, 7, 16, 33, 67, 1003})
      for (const bool intercept : {false, true})
        for (const ClipRule rule : {ClipRule::ball, ClipRule::smoothness, ClipRule::uniform}) {
          const Random made = testing::mostly_zeros(n, 9, 0.2, n, task);
          EXPECT_EQ(answers(testing::make_sparse_dataset<T>(made.rows, made.labels), loss, intercept, rule),
                    answers(testing::make_dataset<T>(made.rows, made.labels), loss, intercept, rule))
              << n << " rows, " << loss;
        }
  });
}

// Long columns are walked some entries at a time, in which moves and questions take turns.
TEST(SparseAnswers, OfLongColumnsAreThoseOfDenseStorage) {
  testing::with_every_loss([](const std::string& loss, Task task) {
    const Random made = testing::mostly_zeros(30011, 4, 0.3, 5, task);
    for (const ClipRule rule : {ClipRule::ball, ClipRule::smoothness})
      EXPECT_EQ(answers(testing::make_sparse_dataset<float>(made.rows, made.labels), loss, true, rule, false),
                answers(testing::make_dataset<float>(made.rows, made.labels), loss, true, rule, false))
          << loss;
  });
}

TEST(SparseAnswers, AreThoseOfDenseStorageOnEveryInstructionSet) {
  testing::on_every_target([] {
    same_answers<double>();
    same_answers<float>();
  });
}

// Centres are for the census only: rows without a value count as zeros wherever the centre is.
std::vector<double> census_answers(const Dataset& data) {
  testing::Bench bench;
  const Census census(data, static_cast<double>(data.rows), bench.machinery);
  const std::vector<std::size_t> columns{0, 3, 1, data.features()};
  const std::vector<double> centres{0, 0.5, -2, 0.25}, bounds{1, 0.1, 3, 1};
  Permit permit = testing::make_permit("census", 5, 6, 4 * Octaves::kCells),
         exact = testing::make_permit("exact", 0, 4);
  SeededNoise source(3);
  Gaussian gaussian(source);
  std::vector<double> all;
  const auto keep = [&](const std::vector<double>& more) { all.insert(all.end(), more.begin(), more.end()); };
  keep(gaussian.release(census.sizes(permit.pay("census"), columns, centres)).value());
  keep(gaussian.release(census.means(permit.pay("census"), columns, centres, bounds)).value());
  for (const auto size : {Census::RowSize::mean, Census::RowSize::largest})
    keep(gaussian.release(census.row_sizes(permit.pay("census"), columns, size)).value());
  for (const std::size_t column : {std::size_t{0}, std::size_t{3}})
    keep(gaussian
             .release(Histogram(data, static_cast<double>(data.rows), bench.machinery, column, {-1, 0, 0.5})
                          .shares(permit.pay("census")))
             .value());
  keep(exactly(exact.pay("exact"), census.exact_means()));
  keep(exactly(exact.pay("exact"), census.exact_squares(std::vector<double>(data.features() + 1, 0.0))));
  return all;
}

TEST(SparseCensus, CountsWhatDenseStorageCounts) {
  for (const std::size_t n : {1, 9, 500}) {
    const Random made = testing::mostly_zeros(n, 5, 0.3, n, false);
    EXPECT_EQ(census_answers(testing::make_sparse_dataset(made.rows, made.labels)),
              census_answers(testing::make_dataset(made.rows, made.labels)));
  }
}

// The survey centres dense columns where there is an intercept; without one, or in a declared frame, both storages see
// the same frame and end in the same model to the last bit.
TEST(AModel, IsTheSameFromSparseAndDenseStorage) {
  testing::with_every_loss([](const std::string& loss, Task task) {
    const Random made = testing::mostly_zeros(2000, 12, 0.3, 5, task);
    const Dataset dense = testing::make_dataset(made.rows, made.labels);
    const Dataset sparse = testing::make_sparse_dataset(made.rows, made.labels);
    const std::string frame = testing::declared_frame(dense.schema.features);
    for (const bool intercept : {false, true})
      for (const char* epsilon : {"1", "inf"})
        for (const char* penalty : {"none", "l1:0.01"}) {
          Options options;
          options.loss = loss;
          options.penalty = penalty;
          options.epsilon = epsilon;
          options.intercept = intercept;
          options.noise = "seeded:4";
          if (intercept) options.smoothness = "public:" + frame;
          const auto one = fit(dense, options), other = fit(sparse, options);
          ASSERT_TRUE(one && other);
          EXPECT_EQ(one->value().weights, other->value().weights) << loss << " " << epsilon;
          EXPECT_EQ(one->value().intercept, other->value().intercept);
        }
    std::filesystem::remove(frame);
  });
}

TEST(SparseColumns, AreNotCentred) {
  testing::Bench bench;
  const Random made = testing::mostly_zeros(10, 2, 0.3, 5, false);
  const Dataset data = testing::make_sparse_dataset(made.rows, made.labels);
  const auto oracle = bench.oracle(data, "squared");
  EXPECT_THROW(oracle->set_frame({{1, 1}, {0, 0.5}}), ContractViolation);
}

}  // namespace
}  // namespace discreet
