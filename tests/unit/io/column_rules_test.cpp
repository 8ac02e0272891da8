// Which rules a column file can be read by.
#include "discreet/io/column_rules.hpp"

#include <gtest/gtest.h>

#include "discreet/io/load.hpp"
#include "tests/support/column_files.hpp"

namespace discreet {
namespace {

using testing::MadeColumns;
using testing::Numbers;
using testing::seen_through;

// A fit gets what it asks for, or is told to convert again; never something else.
TEST(ColumnRules, RefuseRulesThatTheyWereNotConvertedBy) {
  IngestRules converted;
  converted.dropped = {"c"};
  converted.bounds["a"] = {0, 2};
  const MadeColumns made("a,b,c,y\n1,2,3,4\n", converted, {{"drop", {"c"}}, {"bound", {"a=0,2"}}});
  ASSERT_TRUE(load(made.path(), {}));
  const auto refused = [&](auto change) {
    IngestRules rules;
    change(rules);
    const auto data = load(made.path(), rules);
    return !data && data.error().fault == Fault::usage;
  };
  EXPECT_FALSE(refused([](IngestRules& r) { r.dropped = {"c"}; })) << "it is not there";
  EXPECT_TRUE(refused([](IngestRules& r) { r.dropped = {"b"}; }));
  EXPECT_TRUE(refused([](IngestRules& r) { r.dropped = {"never"}; }));
  EXPECT_TRUE(refused([](IngestRules& r) { r.bounds["a"] = {0, 3}; }));
  EXPECT_TRUE(refused([](IngestRules& r) { r.bounds["b"] = {0, 3}; }));
  EXPECT_TRUE(refused([](IngestRules& r) { r.bounds["c"] = {0, 3}; }));
  EXPECT_FALSE(refused([](IngestRules& r) { r.bounds["y"] = {0, 3}; })) << "labels are in memory";
  EXPECT_TRUE(refused([](IngestRules& r) { r.target = "b"; }));
  EXPECT_TRUE(refused([](IngestRules& r) { r.categories["b"] = {"x"}; }));
  EXPECT_TRUE(refused([](IngestRules& r) { r.row_norm = 1; }));
  EXPECT_TRUE(refused([](IngestRules& r) { r.standardise = true; }));
  EXPECT_TRUE(refused([](IngestRules& r) { r.precision = Precision::float32; }));
  EXPECT_TRUE(refused([](IngestRules& r) { r.labels = "y.npy"; }));
  EXPECT_TRUE(refused([](IngestRules& r) { r.width = 3; }));
}

TEST(ColumnRules, GiveAModelItsFeaturesInItsOrderAndBounds) {
  const MadeColumns made("a,b,c,y\n1,2,3,0\n4,5,6,1\n");
  IngestRules rules;
  rules.features = {"c", "a"};
  rules.bounds["c"] = {0, 5};
  rules.labelled = false;
  const auto data = load(made.path(), rules);
  ASSERT_TRUE(data) << data.error().message;
  EXPECT_EQ(seen_through(*data, {10, 1}), (Numbers{31, 54}));
  rules.features = {"d"};
  EXPECT_FALSE(load(made.path(), rules));
}

TEST(ColumnRules, CanBeConvertedAgainWithLess) {
  IngestRules rules;
  rules.bounds["a"] = {0, 10};
  const MadeColumns made("a,b,y\n1,2,yes\n40,5,no\n", rules, {{"bound", {"a=0,10"}}});
  const std::string again = made.path() + ".again.dcols";
  IngestRules less;
  less.dropped = {"b"};
  less.bounds["a"] = {0, 3};
  ASSERT_TRUE(convert(made.path(), again, less, {{"drop", {"b"}}, {"bound", {"a=0,3"}}}, nullptr));
  IngestRules asked;
  asked.task = Task::classification;
  asked.classes = {"no", "yes"};
  const auto data = load(again, asked);
  ASSERT_TRUE(data) << data.error().message;
  EXPECT_EQ(data->schema.features, std::vector<std::string>{"a"});
  EXPECT_EQ(seen_through(*data, {1}), (Numbers{1, 3}));
  const Reading reading = ColumnFile::open(again)->description().reading;
  EXPECT_EQ(reading, (Reading{{"bound", {"a=0,10", "a=0,3"}}, {"drop", {"b"}}}));
  less.bounds["a"] = {0, 20};
  EXPECT_FALSE(convert(made.path(), again, less, {}, nullptr)) << "values beyond 10 are not there any more";
  std::filesystem::remove(again);
}

}  // namespace
}  // namespace discreet
