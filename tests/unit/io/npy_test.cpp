#include "discreet/io/npy.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "discreet/io/load.hpp"
#include "tests/support/seen_through.hpp"
#include "tests/support/temporary_file.hpp"

namespace discreet {
namespace {

using testing::Numbers;
using testing::seen_through;

std::string header(const std::string& dictionary) {
  const auto size = static_cast<unsigned>(dictionary.size());
  return std::string("\x93NUMPY\x01\x00", 8) + static_cast<char>(size % 256) + static_cast<char>(size / 256) +
         dictionary;
}
template <class N>
std::string array(const std::string& type, const std::string& shape, const std::vector<N>& values,
                  const char* fortran = "False") {
  std::string text =
      header("{'descr': '" + type + "', 'fortran_order': " + fortran + ", 'shape': " + shape + ", }      \n");
  for (const N value : values) {
    char bytes[sizeof value];
    std::memcpy(bytes, &value, sizeof value);
    text.append(bytes, sizeof value);
  }
  return text;
}

Result<Dataset> read(const std::string& content, const std::string& labels, IngestRules rules = {},
                     const std::string& ending = ".npy") {
  const testing::TemporaryFile file(ending, content), label_file(ending, labels);
  if (!labels.empty()) rules.labels = label_file.path();
  return load(file.path(), rules);
}

TEST(Npy, ReadsRowsInEitherOrderAndAnyType) {
  const std::string labels = array<double>("<f8", "(3,)", {7, 8, 9});
  for (const std::string& content :
       {array<double>("<f8", "(3, 2)", {1, 2, 3, 4, 5, 6}), array<double>("<f8", "(3, 2)", {1, 3, 5, 2, 4, 6}, "True"),
        array<float>("<f4", "(3, 2)", {1, 2, 3, 4, 5, 6}), array<std::int64_t>("<i8", "(3, 2)", {1, 2, 3, 4, 5, 6}),
        array<std::uint8_t>("|u1", "(3, 2)", {1, 2, 3, 4, 5, 6})})
    for (const char* ending : {".npy", ".npy.gz"}) {
      const auto data = read(content, labels, {}, ending);
      ASSERT_TRUE(data) << data.error().message;
      EXPECT_EQ(data->schema.features, (std::vector<std::string>{"x1", "x2"}));
      EXPECT_EQ(seen_through(*data, {1, 10}), (Numbers{21, 43, 65}));
    }
}

TEST(Npy, TakesTheLabelsFromTheirFile) {
  IngestRules rules;
  rules.task = Task::classification;
  const std::string rows = array<double>("<f8", "(2, 1)", {1, 2});
  const auto data = read(rows, array<std::int32_t>("<i4", "(2,)", {0, 1}), rules);
  ASSERT_TRUE(data) << data.error().message;
  EXPECT_EQ(data->schema.classes[1], "1");
  EXPECT_EQ(read(rows, "", rules).error().fault, Fault::usage) << "there are none";
  EXPECT_EQ(read(rows, array<double>("<f8", "(3,)", {0, 1, 1}), rules).error().fault, Fault::data);
  EXPECT_EQ(read(rows, array<double>("<f8", "(2,)", {0, std::nan("")}), rules).error().fault, Fault::data);
}

// A header may claim what it likes; what it costs is what follows it.
TEST(Npy, RefusesWhatItsHeaderCannotMean) {
  const std::string labels = array<double>("<f8", "(1,)", {1});
  const std::string good = array<double>("<f8", "(1, 2)", {1, 2});
  const std::string hostile[] = {
      "",
      "\x93NUMPY",
      "PK\x03\x04 something else",
      good.substr(0, good.size() - 1),
      good + "x",
      header("{'descr': '<f8', 'fortran_order': False, 'shape': (99999999999, 2), }"),
      header("{'descr': '<f8', 'fortran_order': False, 'shape': (4000000000, 100000), }"),
      header("{'descr': '<f8', 'fortran_order': True, 'shape': (4000000000, 100000), }"),
      header("{'descr': '<f8', 'fortran_order': False, 'shape': (2, 99999999999), }"),
      header("{'descr': '<f8', 'fortran_order': False, 'shape': (99999999999999999999999, 2), }"),
      header("{'descr': '<f8', 'fortran_order': False, 'shape': (-1, 2), }"),
      header("{'descr': '<f8', 'fortran_order': False, 'shape': (1, 2, 3), }"),
      header("{'descr': '<f8', 'fortran_order': False, 'shape': (), }"),
      header("{'descr': '<f8', 'fortran_order': False, 'shape': (0, 2), }"),
      header("{'descr': '<f8', 'fortran_order': False, 'shape': (1, 2"),
      header("{'descr': '|O', 'fortran_order': False, 'shape': (1, 2), }"),
      header("{'descr': '>f8', 'fortran_order': False, 'shape': (1, 2), }"),
      header("{'descr': "),
      header(""),
      std::string("\x93NUMPY\x02\x00\xff\xff\xff\xff", 12),
      std::string("\x93NUMPY\x09\x00\x10\x00", 10) + std::string(16, ' '),
      array<double>("<f8", "(1, 2)", {1, std::numeric_limits<double>::infinity()}),
  };
  for (const std::string& content : hostile) {
    const auto refused = read(content, labels);
    ASSERT_FALSE(refused) << content.substr(0, 100);
    EXPECT_EQ(refused.error().fault, Fault::data) << refused.error().message;
  }
}

TEST(Load, RefusesLabelsApartForFilesThatHaveThem) {
  const testing::TemporaryFile file(".csv", "a,y\n1,2\n");
  IngestRules rules;
  rules.labels = "labels.npy";
  EXPECT_EQ(load(file.path(), rules).error().fault, Fault::usage);
  rules.labels = "";
  rules.width = 2;
  EXPECT_EQ(load(file.path(), rules).error().fault, Fault::usage) << "one feature, not two";
}

TEST(Npy, HasNoBoundsForClasses) {
  IngestRules rules;
  rules.task = Task::classification;
  rules.bounds["label"] = {10, 20};
  const auto refused =
      read(array<double>("<f8", "(2, 1)", {1, 2}), array<std::int32_t>("<i4", "(2,)", {10, 20}), rules);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().fault, Fault::usage);
  EXPECT_EQ(refused.error().message, "column 'label' is a class and has no bounds");
}

}  // namespace
}  // namespace discreet
