#include "discreet/io/csv.hpp"

#include <gtest/gtest.h>

#include <filesystem>

#include "discreet/io/load.hpp"
#include "tests/support/make.hpp"
#include "tests/support/seen_through.hpp"
#include "tests/support/temporary_file.hpp"

namespace discreet {
namespace {

using testing::seen_through;
using testing::TemporaryFile;

Result<Dataset> read(const std::string& content, IngestRules rules = {}, const std::string& ending = ".csv") {
  const TemporaryFile file(ending, content);
  return load(file.path(), rules);
}

TEST(Csv, ReadsNumbersUnderTheirNames) {
  const auto data = read("a,b,y\n1,2,3\n4,5,6\n");
  ASSERT_TRUE(data) << data.error().message;
  EXPECT_EQ(data->rows, 2u);
  EXPECT_EQ(data->schema.features, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(data->schema.target, "y");
  EXPECT_EQ(seen_through(*data, {1, 10}), (std::vector<double>{21, 54}));
}

TEST(Csv, ReadsQuotesLineBreaksAndOtherHabits) {
  for (const char* content : {"\xEF\xBB\xBF"
                              "a,\"b, c\",y\r\n1,\"2\",3\r\n4,5,6\r\n",
                              "a,\"b, c\",y\n\n1,2,3\n4,5,6", "a,\"b, c\",y\n1, 2 ,3\n\"4\",\"5\",\"6\"\n\n"}) {
    const auto data = read(content);
    ASSERT_TRUE(data) << data.error().message;
    EXPECT_EQ(data->schema.features[1], "b, c");
    EXPECT_EQ(seen_through(*data, {1, 10}), (std::vector<double>{21, 54}));
  }
  const auto broken_name = read("a,\"b \"\"c\"\"\nd\",y\n1,2,3\n");
  EXPECT_FALSE(broken_name) << "a name may not have a line break";
  const auto quoted_name = read("a,\"b \"\"c\"\"\",y\n1,2,3\n");
  ASSERT_TRUE(quoted_name);
  EXPECT_EQ(quoted_name->schema.features[1], "b \"c\"");
}

TEST(Csv, ReadsCompressedAndTabSeparatedFiles) {
  ASSERT_TRUE(read("a,y\n1,2\n", {}, ".csv.gz"));
  ASSERT_TRUE(read("a\ty\n1\t2\n", {}, ".tsv"));
}

TEST(Csv, TakesTheTargetThatIsAskedFor) {
  IngestRules rules;
  rules.target = "a";
  const auto data = read("a,b,y\n1,2,3\n4,5,6\n", rules);
  ASSERT_TRUE(data);
  EXPECT_EQ(data->schema.features, (std::vector<std::string>{"b", "y"}));
  rules.target = "z";
  EXPECT_EQ(read("a,b,y\n1,2,3\n", rules).error().fault, Fault::usage);
}

TEST(Csv, TurnsDeclaredCategoriesIntoColumnsAndTheRestIntoZeros) {
  IngestRules rules;
  rules.categories["colour"] = {"red", "blue"};
  const auto data = read("colour,y\nred,1\nblue,2\ngreen,3\n", rules);
  ASSERT_TRUE(data) << data.error().message;
  EXPECT_EQ(data->schema.features, (std::vector<std::string>{"colour=red", "colour=blue"}));
  EXPECT_EQ(seen_through(*data, {1, 10}), (std::vector<double>{1, 10, 0}));
}

TEST(Csv, MovesValuesIntoTheirDeclaredBounds) {
  IngestRules rules;
  rules.bounds["a"] = {0, 2};
  EXPECT_EQ(seen_through(*read("a,y\n-5,1\n1,1\n9,1\n", rules), {1}), (std::vector<double>{0, 1, 2}));
}

TEST(Csv, LeavesOutWhatIsDropped) {
  IngestRules rules;
  rules.dropped = {"name"};
  const auto data = read("name,a,y\nAda,1,2\n", rules);
  ASSERT_TRUE(data) << data.error().message;
  EXPECT_EQ(data->schema.features, std::vector<std::string>{"a"});
}

TEST(Csv, FindsAModelsFeaturesByName) {
  IngestRules rules;
  rules.features = {"b", "colour=red", "a"};
  rules.labelled = false;
  const auto data = read("extra,a,colour,b\nx,1,red,2\nx,3,blue,4\n", rules);
  ASSERT_TRUE(data) << data.error().message;
  EXPECT_EQ(seen_through(*data, {100, 10, 1}), (std::vector<double>{211, 403}));
  rules.features = {"c"};
  EXPECT_EQ(read("a,b\n1,2\n", rules).error().fault, Fault::data);
}

struct Malformed {
  const char* content;
  const char* words;
};
constexpr Malformed kMalformed[] = {
    {"", "empty"},
    {"a,b,y\n", "no rows"},
    {"a,b,y\n1,2\n", "line 2: has 2 fields where the header has 3"},
    {"a,b,y\n1,2,3\n1,2,3,4\n", "line 3: has 4 fields"},
    {"a,b,y\n1,x,3\n", "line 2: column 'b': not a finite number"},
    {"a,b,y\n1,,3\n", "line 2: column 'b': the value is missing"},
    {"a,b,y\n1,nan,3\n", "the value is missing"},
    {"a,b,y\n1,infinity,3\n", "not a finite number"},
    {"a,b,c,y\nx,2,z,3\n", "columns 'a', 'c': not a finite number"},
    {"\xE2ge,y\n1,2\n", "not UTF-8"},
    {"a;b;y\n1;2;3\n", "semicolons"},
    {"a,b,y\n1,1e400,3\n", "not a finite number"},
    {"a,b,y\n1,2,inf\n", "column 'y'"},
    {"a,a,y\n1,2,3\n", "two columns are called 'a'"},
    {"a,,y\n1,2,3\n", "column 2 has no name"},
    {"1,2,3\n4,5,6\n", "header"},
    {"y\n1\n", "besides the target"},
    {"a,\"b,y\n1,2,3\n", "quote is not closed"},
    {"a,\"b\"c,y\n1,2,3\n", "closing quote"},
    {"a\x01,y\n1,2\n", "control characters"},
};

TEST(Csv, SaysWhichLineBreaksWhichRule) {
  for (const Malformed& m : kMalformed) {
    const auto refused = read(m.content);
    ASSERT_FALSE(refused) << m.content;
    EXPECT_EQ(refused.error().fault, Fault::data);
    EXPECT_NE(refused.error().message.find(m.words), std::string::npos) << refused.error().message;
  }
}

TEST(Csv, NeverRepeatsAValueInAnError) {
  for (const char* content : {"a,y\nsecretvalue,1\n", "a,y\n1,secretvalue\n", "a,y\n1,2,secretvalue\n"})
    EXPECT_EQ(read(content).error().message.find("secretvalue"), std::string::npos);
}

TEST(Csv, NoticesThatACompressedFileIsCutShort) {
  std::string content = "a,y\n";
  for (int k = 0; k < 100'000; ++k) content += std::to_string(k * 7919 % 104729) + ",1\n";
  const TemporaryFile file(".csv.gz", content);
  std::filesystem::resize_file(file.path(), std::filesystem::file_size(file.path()) / 2);
  const auto refused = load(file.path(), {});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().fault, Fault::data);
}

TEST(Load, NamesTheKindsItKnows) {
  const auto refused = load("data.xlsx", {});
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().hint.find(".csv"), std::string::npos);
  EXPECT_EQ(load("no-such-file.csv", {}).error().fault, Fault::data);
}

}  // namespace
}  // namespace discreet
