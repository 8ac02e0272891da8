// How the rows are divided, among threads or into blocks of memory, changes the time and nothing else.
#include <gtest/gtest.h>

#include "discreet/fit/fit.hpp"
#include "discreet/privacy/additive_noise.hpp"
#include "tests/support/losses.hpp"
#include "tests/support/make.hpp"

namespace discreet {
namespace {

template <class T>
void same_model_on_any_threads(const std::string& loss, Task task) {
  const testing::Random made = testing::random_rows(70001, 3, 4, task);
  const Dataset data = testing::make_dataset<T>(made.rows, made.labels);
  Options options;
  options.loss = loss;
  options.epsilon = "1";
  options.passes = "3";
  options.noise = "seeded:5";
  std::vector<std::vector<double>> models;
  for (const char* threads : {"1", "2", "5"}) {
    options.threads = threads;
    const auto model = fit(data, options);
    ASSERT_TRUE(model) << model.error().message;
    models.push_back(model->value().weights);
    models.back().push_back(model->value().intercept);
    EXPECT_EQ(models.front(), models.back()) << threads << " threads";
  }
}

TEST(AModel, IsTheSameOnAnyNumberOfThreads) {
  testing::with_every_loss([](const std::string& loss, Task task) {
    same_model_on_any_threads<double>(loss, task);
    same_model_on_any_threads<float>(loss, task);
  });
}

// The rows of `made`, in blocks of `rows_of_a_block`.
template <class T>
Dataset in_blocks(const testing::Random& made, std::size_t rows_of_a_block) {
  const std::size_t rows = made.rows.size(), columns = made.rows[0].size();
  auto values = std::make_shared<std::vector<AlignedVector<T>>>();
  std::vector<typename DenseColumns<T>::Block> blocks;
  for (std::size_t first = 0; first < rows; first += rows_of_a_block) {
    const std::size_t count = std::min(rows_of_a_block, rows - first);
    AlignedVector<T> block;
    for (std::size_t j = 0; j < columns; ++j)
      for (std::size_t i = first; i < first + count; ++i) block.push_back(static_cast<T>(made.rows[i][j]));
    values->push_back(std::move(block));
    blocks.push_back({values->back().data(), first, count, count});
  }
  Dataset data = testing::make_dataset<T>(made.rows, made.labels);
  AlignedVector<T> labels(made.labels.begin(), made.labels.end());
  data.sealed = Sensitive<Labelled<DenseColumns<T>>>({{rows, columns, std::move(blocks), values}, std::move(labels)});
  return data;
}

// Slopes one by one and all at once, with moves in between.
std::vector<double> answers(const Dataset& data, const std::string& loss, std::size_t threads) {
  testing::Bench bench(threads);
  const auto oracle = bench.oracle(data, loss, true);
  oracle->set_frame(testing::flat_frame(4));
  oracle->restart(std::vector<double>{0.1, -0.2, 0, 0.3});
  SeededNoise source(3);
  Gaussian gaussian(source);
  std::vector<double> all;
  for (int pass = 0; pass < 3; ++pass) {
    Permit permit = testing::make_permit("slopes", 5, 2, 4);
    SlopeGroup group = oracle->slopes(permit.pay("slopes"), {ClipRule::ball, 1});
    for (std::size_t j = 0; j < 4; ++j) {
      all.push_back(gaussian.release(group.slope({j})).value());
      oracle->move({j}, -all.back());
    }
    oracle->move_all(std::vector<double>{0.1, 0.1, -0.1, 0.2});
    const auto more = gaussian.release(oracle->all_slopes(permit.pay("slopes"), {ClipRule::ball, 1})).value();
    all.insert(all.end(), more.begin(), more.end());
    Permit part = testing::make_permit("block", 5, 1, 2);
    const auto some =
        gaussian
            .release(oracle->block_slopes(part.pay("block"), {ClipRule::ball, 1}, std::vector<Coordinate>{{1}, {3}}))
            .value();
    all.insert(all.end(), some.begin(), some.end());
  }
  return all;
}

TEST(Answers, AreTheSameInBlocksOfAnySize) {
  const auto check = []<class T>(T, const std::string& loss, Task task) {
    const testing::Random made = testing::random_rows(1003, 3, 4, task);
    const auto whole = answers(in_blocks<T>(made, 2000), loss, 1);
    for (const std::size_t size : {8, 24, 136, 1000})
      EXPECT_EQ(answers(in_blocks<T>(made, size), loss, 3), whole) << size << " rows a block";
  };
  testing::with_every_loss([&](const std::string& loss, Task task) {
    check(float{}, loss, task);
    check(double{}, loss, task);
  });
}

TEST(Answers, AreTheSameInSparseBlocksOfAnySize) {
  const auto check = []<class T>(T, const std::string& loss, Task task) {
    const testing::Random made = testing::mostly_zeros(1003, 3, 0.4, 4, task);
    const auto whole = answers(testing::make_sparse_dataset<T>(made.rows, made.labels), loss, 1);
    for (const std::size_t values : {1, 100, 1000})
      EXPECT_EQ(answers(testing::make_sparse_dataset<T>(made.rows, made.labels, values), loss, 3), whole)
          << values << " values a block";
  };
  testing::with_every_loss([&](const std::string& loss, Task task) {
    check(float{}, loss, task);
    check(double{}, loss, task);
  });
}

}  // namespace
}  // namespace discreet
