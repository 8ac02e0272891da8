// A table whose smallest values are below the normal range gives the model of a table that has zeros there, to the last
// byte: from every reader, every layout, in both precisions, by every solver, on every number of threads.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <fstream>

#include "discreet/data/arrays.hpp"
#include "discreet/fit/fit.hpp"
#include "discreet/fit/spec.hpp"
#include "discreet/io/load.hpp"
#include "discreet/io/model_file.hpp"
#include "tests/support/column_files.hpp"
#include "tests/support/targets.hpp"

namespace discreet {
namespace {

using testing::MadeColumns;
using testing::TemporaryFile;

constexpr std::size_t kRows = 300, kColumns = 3;
constexpr double kPlace = 12345.5;  // stands where a value below the normal range will be put

struct Case {
  const char* precision;
  double tiny;  // subnormal in this precision
};
constexpr Case kCases[] = {{"float64", 1e-310}, {"float64", -5e-324}, {"float32", 1e-40}, {"float32", -2e-45}};

// Where the tiny values are: a whole column, and every third row of another.
double value(std::size_t i, std::size_t j, double tiny) {
  if (j == 2 || (j == 1 && i % 3 == 0)) return tiny;
  return std::sin(static_cast<double>(7 * i + 3 * j + 1));
}
int label(std::size_t i) {
  return std::sin(static_cast<double>(7 * i + 1)) + 0.3 * std::cos(static_cast<double>(i)) > 0;
}

std::string exact_text(double x) {
  char text[64];
  std::snprintf(text, sizeof text, "%.17g", x);
  return text;
}

std::string table(double tiny, char separator) {
  std::string text = std::string("a") + separator + "b" + separator + "c" + separator + "y\n";
  for (std::size_t i = 0; i < kRows; ++i) {
    for (std::size_t j = 0; j < kColumns; ++j) text += exact_text(value(i, j, tiny)) + separator;
    text += std::to_string(label(i)) + "\n";
  }
  return text;
}

std::string sparse_text(double tiny) {
  std::string text;
  for (std::size_t i = 0; i < kRows; ++i) {
    text += label(i) ? "1" : "-1";
    for (std::size_t j = 0; j < kColumns; ++j)
      if (value(i, j, tiny) != 0) text += " " + std::to_string(j + 1) + ":" + exact_text(value(i, j, tiny));
    text += "\n";
  }
  return text;
}

// A numpy array of doubles or floats.
template <class T>
std::string numpy_header(bool columns_first, const std::string& shape) {
  std::string header = std::string("{'descr': '<f") + (sizeof(T) == 4 ? "4" : "8") +
                       "', 'fortran_order': " + (columns_first ? "True" : "False") + ", 'shape': " + shape + ", }";
  header.resize(117, ' ');
  return std::string("\x93NUMPY\x01\x00\x76\x00", 10) + header + '\n';
}
template <class T>
std::string array(double tiny, bool columns_first) {
  std::string bytes = numpy_header<T>(columns_first, "(300, 3)");
  for (std::size_t k = 0; k < kRows * kColumns; ++k) {
    const T x =
        static_cast<T>(columns_first ? value(k % kRows, k / kRows, tiny) : value(k / kColumns, k % kColumns, tiny));
    bytes.append(reinterpret_cast<const char*>(&x), sizeof x);
  }
  return bytes;
}

std::string label_array() {
  std::string bytes = numpy_header<double>(false, "(300,)");
  for (std::size_t i = 0; i < kRows; ++i) {
    const double y = label(i);
    bytes.append(reinterpret_cast<const char*>(&y), sizeof y);
  }
  return bytes;
}

Options options_for(const char* precision, const std::string& solver = "newton") {
  Options options;
  options.loss = "logistic";
  options.penalty = "l2:0.01";
  options.epsilon = "10000";
  options.delta = "1e-6";
  options.noise = "seeded:1";
  options.solver = solver;
  options.threads = "1";
  options.precision = precision;
  return options;
}

std::string fitted(Result<Dataset> data, const Options& options) {
  EXPECT_TRUE(data) << data.error().message;
  if (!data) return "";
  data->schema.source = "table";
  const auto model = fit(*data, options);
  EXPECT_TRUE(model) << model.error().message;
  return model ? to_json(*model).dump() : "";
}

std::string from_file(const std::string& ending, const std::string& content, Options options) {
  const TemporaryFile file(ending, content);
  return fitted(load(file.path(), *ingest_rules(options)), options);
}

TEST(Subnormals, AreZerosInFilesOfEveryKind) {
  for (const auto& [precision, tiny] : kCases) {
    SCOPED_TRACE(std::string(precision) + " " + exact_text(tiny));
    const Options options = options_for(precision);
    EXPECT_EQ(from_file(".csv", table(tiny, ','), options), from_file(".csv", table(0, ','), options));
    EXPECT_EQ(from_file(".tsv.gz", table(tiny, '\t'), options), from_file(".tsv.gz", table(0, '\t'), options));
    Options sparse = options;
    sparse.features = "3";
    EXPECT_EQ(from_file(".svm", sparse_text(tiny), sparse), from_file(".svm", sparse_text(0), sparse));
    const TemporaryFile labels(".npy", label_array());
    Options arrays = options;
    arrays.labels = labels.path();
    for (const bool columns_first : {false, true}) {
      EXPECT_EQ(from_file(".npy", array<double>(tiny, columns_first), arrays),
                from_file(".npy", array<double>(0, columns_first), arrays));
      EXPECT_EQ(from_file(".npy", array<float>(tiny, columns_first), arrays),
                from_file(".npy", array<float>(0, columns_first), arrays));
    }
  }
}

// The bytes of a number, wherever they stand.
template <class T>
std::string with_tiny(std::string bytes, double tiny) {
  const T from = static_cast<T>(kPlace), to = static_cast<T>(tiny);
  std::string wanted(sizeof(T), '\0');
  std::memcpy(wanted.data(), &from, sizeof(T));
  std::size_t replaced = 0;
  for (std::size_t at = 64; (at = bytes.find(wanted, at)) != bytes.npos; at += sizeof(T), ++replaced)
    std::memcpy(bytes.data() + at, &to, sizeof(T));
  EXPECT_EQ(replaced, kRows + kRows / 3);
  return bytes;
}

// Those of convert, and those that an older program wrote, which are used where they lie.
TEST(Subnormals, AreZerosInColumnFilesOfEveryAge) {
  for (const auto& [precision, tiny] : kCases) {
    SCOPED_TRACE(std::string(precision) + " " + exact_text(tiny));
    const Options options = options_for(precision);
    const IngestRules rules = *ingest_rules(options);
    const MadeColumns made(table(tiny, ','), rules), zeros(table(0, ','), rules), old(table(kPlace, ','), rules);
    ASSERT_TRUE(made.made() && zeros.made() && old.made());
    old.replace(rules.precision == Precision::float32 ? with_tiny<float>(old.bytes(), tiny)
                                                      : with_tiny<double>(old.bytes(), tiny));
    const std::string expected = fitted(load(zeros.path(), rules), options);
    EXPECT_EQ(fitted(load(made.path(), rules), options), expected);
    EXPECT_EQ(fitted(load(old.path(), rules), options), expected);
  }
}

template <class T>
struct Memory {
  std::vector<T> values;
  ArrayView<T> view;
  Memory(std::size_t rows, double tiny, bool columns_first) : values(rows * kColumns) {
    for (std::size_t i = 0; i < rows; ++i)
      for (std::size_t j = 0; j < kColumns; ++j)
        values[columns_first ? j * rows + i : i * kColumns + j] = static_cast<T>(value(i, j, tiny));
    const auto step = static_cast<std::ptrdiff_t>(rows), width = static_cast<std::ptrdiff_t>(kColumns);
    view = {values.data(), rows, kColumns, columns_first ? 1 : width, columns_first ? step : 1};
  }
};

template <class T>
std::string from_memory(const Memory<T>& memory, const Options& options, bool borrowed) {
  const IngestRules rules = *ingest_rules(options);
  EXPECT_EQ(is_borrowed(memory.view, rules), borrowed);
  std::vector<double> labels(memory.view.rows);
  for (std::size_t i = 0; i < labels.size(); ++i) labels[i] = label(i) ? 1 : -1;
  if (rules.task == Task::regression)
    for (std::size_t i = 0; i < labels.size(); i += 5) labels[i] = 0;
  const ArrayNames names{{"a", "b", "c"}, "y", std::array<std::string, 2>{"no", "yes"}};
  const std::vector<T> before = memory.values;
  std::string model = fitted(seal_array(memory.view, labels, names, rules), options);
  EXPECT_EQ(std::memcmp(before.data(), memory.values.data(), before.size() * sizeof(T)), 0);
  return model;
}

template <class T>
void compare_arrays(const Options& options, double tiny, std::size_t rows = kRows) {
  for (const bool columns_first : {true, false})
    EXPECT_EQ(from_memory(Memory<T>(rows, tiny, columns_first), options, columns_first),
              from_memory(Memory<T>(rows, 0, columns_first), options, columns_first))
        << options.solver << (columns_first ? ", borrowed" : ", copied");
}

TEST(Subnormals, AreZerosToEverySolverInMemoryThatIsNotOurs) {
  for (const char* solver :
       {"cd", "block", "newton", "greedy", "sgd", "svrg", "dual", "dual-sequential", "frank-wolfe", "moments"}) {
    Options options = options_for("float64", solver);
    const std::string name = solver;
    if (name == "moments") options.loss = "squared";
    if (name == "frank-wolfe") {
      options.penalty = "none";
      options.radius = "1";
    }
    options.intercept = name != "dual" && name != "dual-sequential";
    if (name == "dual" || name == "dual-sequential" || name == "sgd" || name == "svrg") options.batch = "30";
    compare_arrays<double>(options, 1e-310);
    options.precision = "float32";
    compare_arrays<float>(options, 1e-40);
  }
}

TEST(Subnormals, AreZerosOnEveryInstructionSetAndNumberOfThreads) {
  constexpr std::size_t kMany = 150'000;  // enough to be handed out
  Options options = options_for("float32", "cd");
  options.passes = "2";
  testing::on_every_target([&] {
    for (const char* threads : {"1", "3"}) {
      options.threads = threads;
      EXPECT_EQ(from_memory(Memory<float>(kMany, 1e-40, true), options, true),
                from_memory(Memory<float>(kMany, 0, true), options, true));
    }
  });
}

// The comparison can fail: values that are no zeros make another model.
TEST(Subnormals, WouldBeSeenIfTheyCounted) {
  const Options options = options_for("float32");
  EXPECT_NE(from_memory(Memory<float>(kRows, 0.25, true), options, true),
            from_memory(Memory<float>(kRows, 0, true), options, true));
}

}  // namespace
}  // namespace discreet
