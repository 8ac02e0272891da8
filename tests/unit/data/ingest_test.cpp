#include "discreet/data/ingest.hpp"

#include <gtest/gtest.h>

#include <string>

#include "discreet/base/contract.hpp"
#include "discreet/data/sealing.hpp"

namespace discreet {
namespace {

TEST(ParseNumber, TakesNumbersAndNothingElse) {
  EXPECT_EQ(parse_number("1.5"), 1.5);
  EXPECT_EQ(parse_number(" -2e3 "), -2000);
  EXPECT_EQ(parse_number("+4"), 4);
  for (const char* text : {"", " ", "x", "1x", "1 2", "nan", "inf", "-inf", "1e400", "+-1", "0x10", "1,5"})
    EXPECT_FALSE(parse_number(text)) << text;
}

TEST(Utf8, IsToldFromOtherBytes) {
  for (const char* good : {"", "age", "\xC3\xA2ge", "\xE2\x82\xAC", "\xF0\x9F\x98\x80"})
    EXPECT_TRUE(is_utf8(good)) << good;
  for (const char* bad : {"\xE2ge", "\xC3", "\xC0\x80", "\xFF", "\xF5\x80\x80\x80"}) EXPECT_FALSE(is_utf8(bad));
}

// Every reader asks whether the target has bounds. One that forgot would move -1 and +1, which losses of two classes
// are not proved for.
TEST(Labels, OfClassesAreNotMoved) {
  IngestRules rules;
  rules.bounds["y"] = {10, 20};
  EXPECT_EQ((*bounds_of_target(rules, "y"))->low, 10);
  EXPECT_FALSE(*bounds_of_target(rules, "z"));
  rules.task = Task::classification;
  rules.classes = {"10", "20"};
  EXPECT_FALSE(bounds_of_target(rules, "y"));
  LabelColumn<double> column(rules);
  EXPECT_TRUE(column.add("10", std::nullopt));
  EXPECT_THROW((void)column.add("10", Interval{10, 20}), ContractViolation);
  EXPECT_THROW((void)column.add(10.0, Interval{10, 20}), ContractViolation);
}

}  // namespace
}  // namespace discreet
