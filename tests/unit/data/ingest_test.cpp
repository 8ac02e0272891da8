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

struct Outcome {
  std::vector<double> labels;
  std::array<std::string, 2> classes;
  std::string problem;
};

Outcome read(const std::vector<std::string>& texts, std::string positive = {}) {
  IngestRules rules;
  rules.task = Task::classification;
  rules.positive = std::move(positive);
  LabelReader reader(rules);
  AlignedVector<double> labels;
  for (const std::string& text : texts) {
    const auto label = reader.read(text);
    if (!label) return {{}, {}, label.error().message};
    labels.push_back(*label);
  }
  Schema schema;
  const auto finished = reader.finish(labels, schema);
  if (!finished) return {{}, {}, finished.error().message};
  return {{labels.begin(), labels.end()}, schema.classes, {}};
}

TEST(Labels, MayBeAnyTwoNumbersAndTheLargerIsPositive) {
  EXPECT_EQ(read({"0", "1", "0"}).labels, (std::vector<double>{-1, 1, -1}));
  EXPECT_EQ(read({"1", "-1"}).labels, (std::vector<double>{1, -1}));
  EXPECT_EQ(read({"2", "1.0", "1"}).labels, (std::vector<double>{1, -1, -1}));
  EXPECT_EQ(read({"0", "1"}).classes, (std::array<std::string, 2>{"0", "1"}));
}

TEST(Labels, MayBeWordsWhenThePositiveOneIsNamed) {
  EXPECT_EQ(read({"no", "yes", "no"}, "yes").labels, (std::vector<double>{-1, 1, -1}));
  EXPECT_EQ(read({"no", "yes"}, "no").labels, (std::vector<double>{1, -1}));
  EXPECT_NE(read({"no", "yes"}).problem, "");
  EXPECT_NE(read({"no", "yes"}, "maybe").problem, "");
}

TEST(Labels, OfOneClassHaveTheUsualPartner) {
  EXPECT_EQ(read({"1", "1"}).labels, (std::vector<double>{1, 1}));
  EXPECT_EQ(read({"0", "0"}).labels, (std::vector<double>{-1, -1}));
}

TEST(Labels, OfOneWordNeedThePositiveOneNamed) {
  EXPECT_EQ(read({"yes", "yes"}, "yes").labels, (std::vector<double>{1, 1}));
  EXPECT_EQ(read({"no", "no"}, "yes").labels, (std::vector<double>{-1, -1}));
  EXPECT_NE(read({"yes", "yes"}).problem, "");
}

TEST(Labels, DoNotCareAboutSpacesAroundThem) {
  EXPECT_EQ(read({" yes", "no "}, "yes").labels, (std::vector<double>{1, -1}));
}

TEST(Utf8, IsToldFromOtherBytes) {
  for (const char* good : {"", "age", "\xC3\xA2ge", "\xE2\x82\xAC", "\xF0\x9F\x98\x80"})
    EXPECT_TRUE(is_utf8(good)) << good;
  for (const char* bad : {"\xE2ge", "\xC3", "\xC0\x80", "\xFF", "\xF5\x80\x80\x80"}) EXPECT_FALSE(is_utf8(bad));
}

TEST(Labels, OfCountsAreNotBelowZeroAndTheOneThatIsIsNotShown) {
  IngestRules rules;
  rules.task = Task::counts;
  LabelReader reader(rules);
  EXPECT_EQ(*reader.read("0"), 0);
  EXPECT_EQ(*reader.read(" 2.5 "), 2.5) << "rates are counts too";
  for (const char* text : {"-3141", "-0.0001", "many", "nan"}) {
    const auto refused = reader.read(text);
    ASSERT_FALSE(refused) << text;
    EXPECT_EQ(refused.error().fault, Fault::data);
    EXPECT_EQ(refused.error().message.find("31"), std::string::npos);
  }
  EXPECT_NE(reader.read("-1").error().message.find("below 0"), std::string::npos);
}

TEST(Labels, AreRefusedWhenThereIsAThirdAndItIsNotShown) {
  const Outcome outcome = read({"0", "1", "secret-third"});
  EXPECT_NE(outcome.problem, "");
  EXPECT_EQ(outcome.problem.find("secret"), std::string::npos);
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
