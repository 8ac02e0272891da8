#include "discreet/data/synthetic.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

namespace discreet {
namespace {

std::vector<std::vector<double>> rows_of(std::string_view spec, std::size_t most) {
  const auto table = synthesise(spec);
  EXPECT_TRUE(table) << table.error().message;
  std::vector<std::vector<double>> rows(std::min(most, table->rows), std::vector<double>(table->columns.size()));
  for (auto& row : rows) table->next(row);
  return rows;
}

TEST(Synthetic, IsTheSameFromTheSameSeed) {
  for (const SyntheticKind& kind : synthetic_kinds()) {
    EXPECT_EQ(rows_of(kind.name, 20), rows_of(kind.name, 20)) << kind.name;
    EXPECT_NE(rows_of(std::string(kind.name) + "?seed=2", 20), rows_of(kind.name, 20)) << kind.name;
  }
}

TEST(Synthetic, ObeysItsSettings) {
  const auto table = synthesise("synthetic:regression?n=7&p=3");
  ASSERT_TRUE(table);
  EXPECT_EQ(table->rows, 7u);
  EXPECT_EQ(table->columns, (std::vector<std::string>{"x1", "x2", "x3", "y"}));
  std::set<double> labels;
  for (const auto& row : rows_of("classification?n=100&p=2", 100)) labels.insert(row.back());
  EXPECT_EQ(labels, (std::set<double>{-1, 1}));
}

TEST(Synthetic, ScalesItsColumnsAsAsked) {
  double large = 0, small = 0;
  for (const auto& row : rows_of("dominant?p=2&ratio=10000&n=2000", 2000)) {
    large += row[0] * row[0];
    small += row[1] * row[1];
  }
  EXPECT_NEAR(std::log10(large / small), 4, 0.1);
}

TEST(Synthetic, NamesWhatItDoesNotKnow) {
  for (const char* spec : {"clinics", "clinic?rows=10", "regression?n=0", "regression?n=1.5", "regression?scale=huge",
                           "regression?n", "regression?=3", "dominant?p=1e9"}) {
    const auto refused = synthesise(spec);
    ASSERT_FALSE(refused) << spec;
    EXPECT_EQ(refused.error().fault, Fault::usage);
  }
}

TEST(Synthetic, ClinicHasColumnsOnVeryDifferentScales) {
  const auto table = synthesise("clinic?n=10");
  EXPECT_EQ(table->columns.back(), "readmitted");
  double income = 0, female = 0;
  for (const auto& row : rows_of("clinic", 1000)) {
    income += row[11] / 1000;
    female += row[1] / 1000;
  }
  EXPECT_GT(income, 10'000);
  EXPECT_LT(female, 1);
}

TEST(Synthetic, HasNoBoundsForClasses) {
  IngestRules rules;
  rules.task = Task::classification;
  ASSERT_TRUE(synthetic_dataset("classification?n=20&p=2", rules));
  rules.bounds["y"] = {10, 20};
  const auto refused = synthetic_dataset("classification?n=20&p=2", rules);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().fault, Fault::usage);
  EXPECT_EQ(refused.error().message, "column 'y' is a class and has no bounds");
}

}  // namespace
}  // namespace discreet
