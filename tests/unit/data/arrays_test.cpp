#include "discreet/data/arrays.hpp"

#include <gtest/gtest.h>

#include <memory>

#include "discreet/fit/fit.hpp"
#include "discreet/fit/spec.hpp"
#include "discreet/io/model_file.hpp"

namespace discreet {
namespace {

constexpr std::size_t kColumns = 3;
const ArrayNames kNames{{"a", "b", "c"}, "label", std::array<std::string, 2>{"no", "yes"}};

double value(std::size_t i, std::size_t j) {
  return std::sin(static_cast<double>(7 * i + 3 * j + 1)) * (j == 1 ? 100 : 1);
}

// A table in memory that is not one value longer than it must be: the sanitizer sees who reads past the last row.
template <class T>
struct Memory {
  std::unique_ptr<T[]> values;
  ArrayView<T> view;

  static Memory columns(std::size_t rows, std::size_t between = 0) {
    const std::size_t step = rows + between;
    Memory made{std::make_unique<T[]>(kColumns * step - between), {}};
    for (std::size_t j = 0; j < kColumns; ++j)
      for (std::size_t i = 0; i < (j + 1 < kColumns ? step : rows); ++i)
        made.values[j * step + i] = i < rows ? static_cast<T>(value(i, j)) : T{1e30F};  // nobody should see the gap
    made.view = {made.values.get(), rows, kColumns, 1, static_cast<std::ptrdiff_t>(step)};
    return made;
  }
  static Memory rows(std::size_t rows) {
    Memory made{std::make_unique<T[]>(kColumns * rows), {}};
    for (std::size_t i = 0; i < rows; ++i)
      for (std::size_t j = 0; j < kColumns; ++j) made.values[i * kColumns + j] = static_cast<T>(value(i, j));
    made.view = {made.values.get(), rows, kColumns, kColumns, 1};
    return made;
  }
};

std::vector<double> labels(std::size_t rows) {
  std::vector<double> found(rows);
  for (std::size_t i = 0; i < rows; ++i) found[i] = i % 2 == 0 ? 1 : -1;
  return found;
}

template <class T>
Options options_for(const std::string& solver) {
  Options options;
  options.loss = "logistic";
  options.penalty = "l2:0.01";
  options.epsilon = solver == "exact" ? "inf" : "100000";  // of so few rows less would show nothing
  options.delta = "1e-6";
  options.noise = "seeded:1";
  options.solver = solver;
  options.threads = "1";
  if (solver != "exact") options.passes = "2";
  options.precision = std::is_same_v<T, float> ? "float32" : "float64";
  return options;
}

template <class T>
std::string fitted(const ArrayView<T>& view, const std::string& solver) {
  const Options options = options_for<T>(solver);
  const auto data = seal_array(view, labels(view.rows), kNames, *ingest_rules(options));
  EXPECT_TRUE(data.has_value()) << data.error().message;
  const auto model = fit(*data, options);
  EXPECT_TRUE(model.has_value()) << model.error().message;
  return model ? to_json(*model).dump() : "";
}

template <class T>
void compare_with_copies(std::size_t rows) {
  for (const char* solver : {"cd", "block", "newton", "sgd", "exact"}) {
    const auto copy = Memory<T>::rows(rows), tight = Memory<T>::columns(rows), apart = Memory<T>::columns(rows, 5);
    const IngestRules rules = *ingest_rules(options_for<T>(solver));
    ASSERT_FALSE(is_borrowed(copy.view, rules));
    ASSERT_TRUE(is_borrowed(tight.view, rules) && is_borrowed(apart.view, rules));
    const std::string expected = fitted(copy.view, solver);
    EXPECT_EQ(fitted(tight.view, solver), expected) << solver << ", " << rows << " rows";
    EXPECT_EQ(fitted(apart.view, solver), expected) << solver << ", " << rows << " rows";
  }
}

// In two tests, for under the sanitizers each takes minutes.
TEST(Arrays, GiveTheSameModelFromTheirOwnMemoryAsFromACopy) {
  for (std::size_t rows = 1; rows <= 67; ++rows) compare_with_copies<double>(rows);
}

TEST(Arrays, OfSingleNumbersGiveTheSameModelFromTheirOwnMemoryAsFromACopy) {
  for (std::size_t rows = 1; rows <= 67; ++rows) compare_with_copies<float>(rows);
}

TEST(Arrays, WouldBeCaughtReadingOneRowTooMany) {
  auto one = Memory<double>::columns(9), other = Memory<double>::columns(9);
  other.values[8] += 1;  // the last row of the first column
  EXPECT_NE(fitted(one.view, "cd"), fitted(other.view, "cd"));
}

TEST(Arrays, AreCopiedWhereARuleChangesValues) {
  const auto memory = Memory<double>::columns(8);
  Options options = options_for<double>("cd");
  const auto borrowed = [&] { return is_borrowed(memory.view, *ingest_rules(options)); };
  EXPECT_TRUE(borrowed());
  options.bound = {"a=0,1"};
  EXPECT_FALSE(borrowed());
  options.bound = {};
  options.row_norm = "1";
  EXPECT_FALSE(borrowed());
  options.row_norm = "";
  options.drop = {"a"};
  EXPECT_FALSE(borrowed());
  options.drop = {};
  options.precision = "float32";
  EXPECT_FALSE(borrowed());
}

TEST(Arrays, KeepTheColumnsThatAreNotDropped) {
  const auto memory = Memory<double>::columns(8);
  Options options = options_for<double>("cd");
  options.drop = {"b"};
  options.bound = {"c=-0.5,0.5"};
  const auto data = seal_array(memory.view, labels(8), kNames, *ingest_rules(options));
  ASSERT_TRUE(data.has_value());
  EXPECT_EQ(data->schema.features, (std::vector<std::string>{"a", "c"}));
  ASSERT_EQ(data->schema.bounds.size(), 2u);
  EXPECT_TRUE(!data->schema.bounds[0] && data->schema.bounds[1]);
  EXPECT_EQ(data->schema.classes, *kNames.classes);
}

// A caller that has read the names off its labels says so, whatever the labels become.
TEST(Arrays, RememberThatTheirClassesAreReadOffTheRows) {
  const auto memory = Memory<double>::columns(8);
  const double values[] = {1, 2, 3};
  const std::int64_t indices[] = {0, 1, 2}, starts[] = {0, 1, 2, 3};
  for (const char* classes : {"", "from-data"}) {
    Options options = options_for<double>("newton");
    options.classes = classes;
    IngestRules rules = *ingest_rules(options);
    for (const Task task : {Task::classification, Task::regression}) {  // softmax seals numbers
      rules.task = task;
      const auto dense = seal_array(memory.view, labels(8), kNames, rules);
      const auto sparse = seal_rows(CompressedRows<double>{values, indices, starts, 3}, labels(3), kNames, rules);
      ASSERT_TRUE(dense && sparse);
      EXPECT_EQ(dense->schema.classes_from_data, !options.classes.empty());
      EXPECT_EQ(sparse->schema.classes_from_data, !options.classes.empty());
      if (task == Task::classification) {
        EXPECT_EQ(dense->schema.classes, *kNames.classes);
        EXPECT_EQ(sparse->schema.classes, *kNames.classes);
      }
    }
  }
}

TEST(Arrays, RefuseNamesThatAreNotThere) {
  const auto memory = Memory<double>::columns(8);
  const auto refused = [&](const Options& options) {
    const auto data = seal_array(memory.view, labels(8), kNames, *ingest_rules(options));
    return !data && data.error().fault == Fault::usage && data.error().message.find("nonesuch") != std::string::npos;
  };
  Options drops = options_for<double>("cd"), bounds = drops, target = drops;
  drops.drop = {"nonesuch"};
  bounds.bound = {"nonesuch=0,1"};
  target.target = "nonesuch";
  EXPECT_TRUE(refused(drops) && refused(bounds) && refused(target));
}

TEST(Arrays, OfCompressedRowsAreTheSparseTable) {
  const std::vector<double> values{1, 2, 3};
  const std::vector<std::int64_t> indices{0, 2, 1}, starts{0, 2, 2, 3};
  const CompressedRows<double> rows{values, indices, starts, kColumns};
  Options options = options_for<double>("cd");
  options.drop = {"b"};
  const auto data = seal_rows(rows, labels(3), kNames, *ingest_rules(options));
  ASSERT_TRUE(data.has_value());
  EXPECT_TRUE(data->sparse());
  EXPECT_EQ(data->rows, 3u);
  EXPECT_EQ(data->features(), 2u);
  options.bound = {"a=1,2"};
  EXPECT_FALSE(seal_rows(rows, labels(3), kNames, *ingest_rules(options)).has_value());  // zero is not between them
}

TEST(Arrays, HaveNoBoundsForClasses) {
  const auto memory = Memory<double>::columns(8), table = Memory<double>::rows(8);
  const std::vector<double> values{1};
  const std::vector<std::int64_t> indices{0}, starts{0, 1, 1};
  const CompressedRows<double> rows{values, indices, starts, kColumns};
  Options options = options_for<double>("cd");
  options.bound = {"label=10,20"};
  const IngestRules rules = *ingest_rules(options);
  const auto refused = [](const Result<Dataset>& data) {
    return !data && data.error().fault == Fault::usage &&
           data.error().message == "column 'label' is a class and has no bounds";
  };
  EXPECT_TRUE(refused(seal_array(memory.view, labels(8), kNames, rules)));
  EXPECT_TRUE(refused(seal_array(table.view, labels(8), kNames, rules)));
  EXPECT_TRUE(refused(seal_rows(rows, labels(2), kNames, rules)));
}

}  // namespace
}  // namespace discreet
