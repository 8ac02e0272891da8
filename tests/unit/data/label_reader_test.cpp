#include "discreet/data/label_reader.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/support/company.hpp"

namespace discreet {
namespace {

using Names = std::array<std::string, 2>;
using Texts = std::vector<std::string>;

struct Outcome {
  std::vector<double> labels;
  Names classes;
  std::string problem;
  Fault fault = Fault::internal;
  bool from_data = false;
};

IngestRules two_classes(std::string positive = {}) {
  IngestRules rules;
  rules.task = Task::classification;
  rules.positive = std::move(positive);
  return rules;
}

IngestRules declared(Names names) {
  IngestRules rules = two_classes();
  rules.classes = std::move(names);
  return rules;
}

IngestRules from_data(std::string positive = {}) {
  IngestRules rules = two_classes(std::move(positive));
  rules.classes_from_data = true;
  return rules;
}

Outcome read(const Texts& texts, const IngestRules& rules) {
  LabelReader reader(rules);
  AlignedVector<double> labels;
  for (const std::string& text : texts) {
    const auto label = reader.read(text);
    if (!label) return {{}, {}, label.error().message, label.error().fault};
    labels.push_back(*label);
  }
  Schema schema;
  const auto finished = reader.finish(labels, schema);
  if (!finished) return {{}, {}, finished.error().message, finished.error().fault};
  return {{labels.begin(), labels.end()}, schema.classes, {}, Fault::internal, schema.classes_from_data};
}

TEST(Labels, ThatAreNotDeclaredAreZeroAndOne) {
  const Names names{"0", "1"};
  for (const Texts& texts : {Texts{"0", "1", "0"}, {"-1", "+1", "-1.0"}, {"0", "1.0", "-1"}}) {
    const Outcome outcome = read(texts, two_classes());
    EXPECT_EQ(outcome.labels, (std::vector<double>{-1, 1, -1}));
    EXPECT_EQ(outcome.classes, names);
    EXPECT_FALSE(outcome.from_data);
  }
}

// Whatever a row holds, the classes are the same: here one row decides what occurs.
TEST(Labels, DoNotDecideWhatTheirClassesAre) {
  const Texts alike[] = {{"0", "0", "0"}, {"0", "0", "1"}, {"0", "0", "-1"}, {"1", "1", "1"}, {"-1", "-1", "1"}};
  for (const IngestRules& rules : {two_classes(), two_classes("1"), declared({"0", "1"})})
    for (const Texts& texts : alike) EXPECT_EQ(read(texts, rules).classes, (Names{"0", "1"})) << texts[2];
  for (const Texts& texts : alike) EXPECT_EQ(read(texts, two_classes("0")).classes, (Names{"1", "0"})) << texts[2];
  for (const Texts& texts : {Texts{"healthy", "healthy"}, {"healthy", "hiv"}})
    EXPECT_EQ(read(texts, declared({"healthy", "hiv"})).classes, (Names{"healthy", "hiv"}));
}

TEST(Labels, MayHaveZeroAsThePositiveClass) {
  for (const char* positive : {"0", "-1", " 0.0 "})
    EXPECT_EQ(read({"0", "1", "-1"}, two_classes(positive)).labels, (std::vector<double>{1, -1, 1})) << positive;
}

TEST(Labels, OtherThanZeroAndOneAreDeclared) {
  for (const char* other : {"2", "yes", "-2", "0.5", "nan"})
    for (const char* first : {"0", "1"}) {
      const Outcome outcome = read({first, other}, two_classes());
      EXPECT_EQ(outcome.problem, "the label is not 0 or 1, and no other labels are declared");
      EXPECT_EQ(outcome.fault, Fault::data);
    }
  EXPECT_EQ(read({"1", "2"}, declared({"1", "2"})).labels, (std::vector<double>{-1, 1}));
  EXPECT_EQ(read({"-1", "1.0"}, declared({"-1", "1"})).labels, (std::vector<double>{-1, 1}));
  EXPECT_EQ(read({" no", "yes "}, declared({"no", "yes"})).labels, (std::vector<double>{-1, 1}));
  EXPECT_NE(read({"-1", "0"}, declared({"-1", "1"})).problem, "") << "0 is another way of writing nothing here";
  EXPECT_EQ(read({"no", "secret"}, declared({"no", "yes"})).problem, "the label is neither no nor yes");
}

TEST(Labels, AreNotDeclaredByThePositiveOneAlone) {
  for (const Texts& texts : {Texts{"healthy", "hiv"}, {"0", "1"}}) {
    const Outcome outcome = read(texts, two_classes("healthy"));
    EXPECT_EQ(outcome.problem, "--positive healthy: labels that are not declared are 0 and 1");
    EXPECT_EQ(outcome.fault, Fault::usage);
  }
  EXPECT_FALSE(class_names(two_classes("2")));
  EXPECT_TRUE(class_names(from_data("healthy")));
}

TEST(Labels, ReadOffTheRowsAreSaidToBe) {
  const Outcome words = read({"no", "yes", "no"}, from_data("yes")), numbers = read({"2", "1.0", "1"}, from_data());
  EXPECT_EQ(words.labels, (std::vector<double>{-1, 1, -1}));
  EXPECT_EQ(words.classes, (Names{"no", "yes"}));
  EXPECT_TRUE(words.from_data);
  EXPECT_EQ(numbers.labels, (std::vector<double>{1, -1, -1}));
  EXPECT_EQ(numbers.classes, (Names{"1", "2"}));
  EXPECT_EQ(read({"no", "yes"}, from_data("no")).classes, (Names{"yes", "no"}));
  EXPECT_EQ(read({"-1", "1"}, from_data()).classes, (Names{"-1", "1"}));
}

TEST(Labels, ReadOffTheRowsAreTwo) {
  EXPECT_NE(read({"no", "yes"}, from_data()).problem, "") << "which of two words is positive is not known";
  EXPECT_NE(read({"no", "yes"}, from_data("maybe")).problem, "");
  EXPECT_NE(read({"1", "1"}, from_data()).problem, "");
  const Outcome third = read({"0", "1", "secret-third"}, from_data());
  EXPECT_NE(third.problem, "");
  EXPECT_EQ(third.problem.find("secret"), std::string::npos);
}

// Rows 0 to 5 over processes that hold some or none of them.
TEST(Labels, ReadOffTheRowsAreThoseOfAllProcesses) {
  const Texts texts{"b", "b", "a", "b", "a", "a"};
  for (const std::size_t ranks : {2, 3, 9})
    testing::Company::run(ranks, [&](const Communicator& processes) {
      const auto labels_here = [&](const Texts& all) {
        IngestRules rules = from_data("a");
        rules.processes = &processes;
        const RowRange own = own_rows(rules, all.size());
        return read(
            {all.begin() + static_cast<std::ptrdiff_t>(own.first), all.begin() + static_cast<std::ptrdiff_t>(own.last)},
            rules);
      };
      const Outcome outcome = labels_here(texts);
      EXPECT_EQ(outcome.classes, (Names{"b", "a"})) << outcome.problem;
      IngestRules rules;
      rules.processes = &processes;
      const RowRange own = own_rows(rules, texts.size());
      for (std::size_t k = own.first; k < own.last; ++k)
        EXPECT_EQ(outcome.labels[k - own.first], texts[k] == "a" ? 1 : -1);
      EXPECT_NE(labels_here({"b", "b", "b", "a", "a", "c"}).problem, "");
      EXPECT_NE(labels_here({"a", "a", "a", "a", "a", "a"}).problem, "");
    });
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

}  // namespace
}  // namespace discreet
