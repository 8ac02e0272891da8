#include "discreet/io/libsvm.hpp"

#include <gtest/gtest.h>

#include "discreet/fit/fit.hpp"
#include "discreet/io/load.hpp"
#include "tests/support/seen_through.hpp"
#include "tests/support/temporary_file.hpp"

namespace discreet {
namespace {

using testing::Numbers;
using testing::seen_through;

Result<Dataset> read(const std::string& content, IngestRules rules = {}, const std::string& ending = ".svm") {
  const testing::TemporaryFile file(ending, content);
  return load(file.path(), rules);
}

IngestRules declared(std::size_t width) {
  IngestRules rules;
  rules.width = width;
  return rules;
}

TEST(Libsvm, ReadsIndicesFromOne) {
  const auto data = read("1.5 1:2 3:-4e1\n-2 2:+7 # a comment\n0\n");
  ASSERT_TRUE(data) << data.error().message;
  EXPECT_EQ(data->rows, 3u);
  EXPECT_TRUE(data->sparse());
  EXPECT_EQ(data->schema.features, (std::vector<std::string>{"1", "2", "3"}));
  EXPECT_EQ(seen_through(*data, {1, 10, 100}), (Numbers{-3998, 70, 0}));
}

TEST(Libsvm, ReadsOtherHabits) {
  for (const char* content : {"1 1:2\t3:4 \r\n\r\n  # nothing\n2 2:5",
                              "\xEF\xBB\xBF"
                              "1 1:2 2:0 3:4\n2 2:5\n"}) {
    const auto data = read(content, {}, ".libsvm.gz");
    ASSERT_TRUE(data) << data.error().message;
    EXPECT_EQ(seen_through(*data, {1, 10, 100}), (Numbers{402, 50}));
  }
}

TEST(Libsvm, TakesLabelsInAnyUsualSpelling) {
  IngestRules rules;
  rules.task = Task::classification;
  for (const char* content : {"+1 1:1\n-1 1:1\n1 1:1\n", "1 1:1\n0 1:1\n1.0 1:1\n", "1.0 1:1\n0.0 1:1\n+1 1:1\n"}) {
    const auto data = read(content, rules);
    ASSERT_TRUE(data) << data.error().message;
    EXPECT_EQ(data->schema.classes, (std::array<std::string, 2>{"0", "1"}));
  }
}

TEST(Libsvm, HasTheDeclaredWidth) {
  const auto data = read("1 2:5\n", declared(4));
  ASSERT_TRUE(data);
  EXPECT_EQ(data->features(), 4u);
  EXPECT_FALSE(data->schema.width_from_data);
  EXPECT_TRUE(read("1 2:5\n")->schema.width_from_data);
}

TEST(Libsvm, LeavesOutAndBoundsWhatIsDeclared) {
  IngestRules rules = declared(3);
  rules.dropped = {"2"};
  rules.bounds["3"] = {-1, 1};
  const auto data = read("1 1:2 2:3 3:4\n", rules);
  ASSERT_TRUE(data) << data.error().message;
  EXPECT_EQ(data->schema.features, (std::vector<std::string>{"1", "3"}));
  EXPECT_EQ(seen_through(*data, {1, 10}), Numbers{12});
  rules.bounds["3"] = {1, 2};
  EXPECT_EQ(read("1 1:2\n", rules).error().fault, Fault::usage) << "zeros would have to move";
}

TEST(Libsvm, FindsAModelsFeaturesAndIgnoresOthers) {
  IngestRules rules;
  rules.features = {"1", "4"};
  rules.labelled = false;
  const auto data = read("1 1:2 2:9 4:3 7:1\n1:5\n", rules);
  ASSERT_TRUE(data) << data.error().message;
  EXPECT_EQ(seen_through(*data, {1, 10}), (Numbers{32, 5}));
  rules.features = {"age"};
  EXPECT_EQ(read("1 1:2\n", rules).error().fault, Fault::data);
}

struct Malformed {
  const char* content;
  const char* words;
};
constexpr Malformed kMalformed[] = {
    {"", "no rows"},
    {"# nothing\n\n", "no rows"},
    {"1\n2\n", "no value in any row"},
    {"1 1:2\n1 0:3\n", "line 2: an index is zero"},
    {"1 1:2\n\n1 2:3 2:4\n", "line 3: indices do not rise"},
    {"1 2:3 1:4\n", "indices do not rise"},
    {"1 a:3\n", "index:value"},
    {"1 -1:3\n", "index:value"},
    {"1 qid:3 1:1\n", "index:value"},
    {"1 3\n", "index:value"},
    {"1 99999999999999999999:1\n", "index:value"},
    {"1 4000000000:1\n", "larger than"},
    {"1 99999999999999999:1\n", "larger than"},
    {"1 999999999999999999:1\n", "larger than"},
    {"1 9999999999999999999:1\n", "larger than"},
    {"1 123456789012345678x:1\n", "index:value"},
    {"1 6:1\n", "larger than the 5 that --features declares"},
    {"1 1:\n", "a value is not a finite number"},
    {"1 1:x\n", "a value is not a finite number"},
    {"1 1:nan\n", "a value is not a finite number"},
    {"1 1:1e400\n", "a value is not a finite number"},
    {"1 1:2:3\n", "a value is not a finite number"},
    {"1:1 2:2\n", "no label"},
    {"x 1:1\n", "target"},
};

TEST(Libsvm, SaysWhichLineBreaksWhichRule) {
  for (const Malformed& m : kMalformed) {
    const bool wide = std::string_view(m.words).find("declares") != std::string_view::npos;
    const auto refused = read(m.content, wide ? declared(5) : IngestRules{});
    ASSERT_FALSE(refused) << m.content;
    EXPECT_EQ(refused.error().fault, Fault::data);
    EXPECT_NE(refused.error().message.find(m.words), std::string::npos) << refused.error().message;
  }
}

TEST(Libsvm, NeverRepeatsAValueInAnError) {
  for (const char* content : {"secretvalue 1:1\n", "1 1:secretvalue\n", "1 secretvalue:1\n", "1 1:1 secretvalue\n"})
    EXPECT_EQ(read(content).error().message.find("secretvalue"), std::string::npos);
}

TEST(Libsvm, ReadsLinesLongerThanItsBuffer) {
  std::string content = "1";
  for (int k = 1; k <= 200'000; ++k) content += " " + std::to_string(k) + ":1.25";
  const auto data = read(content + "\n2 1:1\n" + content);
  ASSERT_TRUE(data) << data.error().message;
  EXPECT_EQ(data->features(), 200'000u);
  EXPECT_EQ(seen_through(*data, Numbers(200'000, 1.0)), (Numbers{250'000, 1, 250'000}));
}

// The largest index is that of some row: a model of that width tells about it.
TEST(AGuessedWidth, StampsTheModelAndIsRefusedInStrictMode) {
  const testing::TemporaryFile file(".svm", "1 1:1 2:1\n-1 2:1\n1 1:2\n-1 1:1\n");
  Options options;
  options.loss = "logistic";
  options.epsilon = "1";
  const auto fit_it = [&] { return fit(*load(file.path(), *ingest_rules(options)), options); };
  const auto guessed = fit_it();
  ASSERT_TRUE(guessed);
  ASSERT_EQ(guessed->value().privacy.caveats.size(), 1u);
  options.strict = true;
  EXPECT_EQ(fit_it().error().fault, Fault::precondition);
  options.features = "2";
  const auto declared_width = fit_it();
  ASSERT_TRUE(declared_width) << declared_width.error().message;
  EXPECT_TRUE(declared_width->value().privacy.caveats.empty());
}

TEST(Libsvm, ShrinksRowsThatAreTooLong) {
  IngestRules rules = declared(3);
  rules.row_norm = 2;
  const auto data = read("1 1:3 3:4\n1 2:1\n1\n", rules);
  ASSERT_TRUE(data) << data.error().message;
  const Numbers first = seen_through(*data, {1, 0, 0}), last = seen_through(*data, {0, 1, 1});
  EXPECT_NEAR(first[0], 1.2, 1e-15);
  EXPECT_NEAR(last[0], 1.6, 1e-15);
  EXPECT_EQ(last[1], 1) << "shorter rows stay as they are";
  EXPECT_EQ(last[2], 0);
}

TEST(Libsvm, HasNoBoundsForClasses) {
  IngestRules rules = declared(1);
  rules.task = Task::classification;
  rules.classes = {"10", "20"};
  ASSERT_TRUE(read("10 1:1\n20 1:1\n", rules));
  rules.bounds["label"] = {10, 20};
  const auto refused = read("10 1:1\n20 1:1\n", rules);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().fault, Fault::usage);
  EXPECT_EQ(refused.error().message, "column 'label' is a class and has no bounds");
  rules.task = Task::regression;
  EXPECT_TRUE(read("10 1:1\n20 1:1\n", rules));
}

}  // namespace
}  // namespace discreet
