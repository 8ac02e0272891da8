#include "discreet/fit/descent_options.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "discreet/fit/fit.hpp"
#include "discreet/io/model_file.hpp"
#include "tests/support/plans.hpp"
#include "tests/support/solved.hpp"
#include "tests/support/temporary_file.hpp"

namespace discreet {
namespace {

using testing::a_few_passes;
using testing::TemporaryFile;

// Five features x1 ... x5.
std::string text_of(const char* start, const char* rest) {
  return std::string(start) + "\nx2,2\nx3,2\nx4,2\nx5,2\n" + rest;
}

TEST(DescentOptions, NameTheSettingThatIsWrong) {
  const Dataset data = testing::crooked(false);
  static const TemporaryFile weights(".csv", text_of("x1,1", "")), few(".csv", "x1,1\n"),
      zero(".csv", text_of("x1,0", "")), frame(".csv", text_of("x1,1", "")), other(".json", "{}");
  struct {
    void (*set)(Options&);
    const char* words;
    Fault fault;
  } const cases[] = {
      {[](Options& o) { o.order = "importance:3"; }, "--order", Fault::usage},
      {[](Options& o) { o.order = "weighted"; }, "weighted:FILE", Fault::usage},
      {[](Options& o) { o.order = "weighted:no-such-file"; }, "no-such-file", Fault::data},
      {[](Options& o) { o.order = "weighted:" + few.path(); }, "no line for feature 'x2'", Fault::data},
      {[](Options& o) { o.order = "weighted:" + zero.path(); }, "the weight of 'x1'", Fault::data},
      {[](Options& o) { o.order = "importance", o.clip_rule = "ball"; }, "--clip-rule ball", Fault::usage},
      {[](Options& o) { o.order = "importance", o.solver = "block", o.block = "size:2"; }, "single coordinates",
       Fault::usage},
      {[](Options& o) { o.passes = "theory:0"; }, "--passes theory", Fault::usage},
      {[](Options& o) { o.passes = "theory", o.solver = "greedy"; }, "--passes theory is for --solver cd",
       Fault::usage},
      {[](Options& o) { o.passes = "theory", o.solver = "block"; }, "--passes theory is for --solver cd", Fault::usage},
      {[](Options& o) { o.passes = "theory", o.solver = "sgd"; }, "--passes theory is for --solver cd", Fault::usage},
      {[](Options& o) { o.budget_weights = weights.path(), o.solver = "svrg"; }, "paid for one by one", Fault::usage},
      {[](Options& o) { o.passes = "theory", o.epsilon = "inf"; }, "finite --epsilon", Fault::usage},
      {[](Options& o) { o.passes = "theory", o.clip = "1", o.clip_rule = "smoothness"; }, "--smoothness public:FILE",
       Fault::usage},
      {[](Options& o) { o.budget_weights = weights.path(), o.clip_rule = "ball"; }, "one by one", Fault::usage},
      {[](Options& o) { o.budget_weights = "smoothness"; }, "--smoothness public:FILE", Fault::usage},
      {[](Options& o) { o.budget_weights = weights.path(), o.order = "importance"; }, "--smoothness public:FILE",
       Fault::usage},
      {[](Options& o) { o.budget_weights = weights.path(), o.solver = "greedy"; }, "paid for one by one", Fault::usage},
      {[](Options& o) { o.budget_weights = weights.path(), o.solver = "block"; }, "paid for one by one", Fault::usage},
      {[](Options& o) { o.budget_weights = "no-such-file"; }, "no-such-file", Fault::data},
      {[](Options& o) { o.start = "no-such-file"; }, "no-such-file", Fault::data},
      {[](Options& o) { o.start = other.path(); }, "not a discreet model", Fault::data},
      {[](Options& o) { o.start = other.path(), o.standardise = "from-data"; }, "--standardise", Fault::usage}};
  for (const auto& c : cases) {
    Options options = a_few_passes();
    c.set(options);
    const auto refused = fit(data, options);
    ASSERT_FALSE(refused) << c.words;
    const std::string said = refused.error().message + refused.error().hint;
    EXPECT_NE(said.find(c.words), std::string::npos) << said;
    EXPECT_EQ(refused.error().fault, c.fault) << said;
  }
}

TEST(DescentOptions, RecordWhatWasDeclared) {
  const Dataset data = testing::crooked(false);
  const TemporaryFile weights(".csv", text_of("x1,1", "(intercept),7\n")), frame(".csv", text_of("x1,1", ""));
  const auto model = fit(data, a_few_passes());
  const TemporaryFile start(".json", to_json(*model).dump());
  Options options = a_few_passes();
  options.order = "weighted:" + weights.path();
  options.budget_weights = weights.path();
  options.smoothness = "public:" + frame.path();
  options.start = start.path();
  options.passes = "theory:2";
  const auto fitted = fit(data, options);
  ASSERT_TRUE(fitted) << fitted.error().message;
  const PrivacyLabel& label = fitted->value().privacy;
  EXPECT_TRUE(label.is_private());
  for (const char* what : {"order weights", "budget weights", "start", "distance to the optimum"}) {
    bool found = false;
    for (const PublicFact& fact : label.facts) found = found || fact.what == what;
    EXPECT_TRUE(found) << what;
  }
  EXPECT_LE(label.spent, label.budget.epsilon);
  EXPECT_GE(label.spent.value, 0.9999);
}

// The intercept gets the mean of the weights unless a line names it.
TEST(DescentOptions, WeighTheInterceptLikeTheOthers) {
  const TemporaryFile plain(".csv", text_of("x1,2", "")), named(".csv", text_of("x1,2", "(intercept),8\n"));
  Options options = a_few_passes();
  PublicFacts facts{1000, {"x1", "x2", "x3", "x4", "x5"}, {}, {}, false, false, false, 1, {}};
  options.order = "weighted:" + plain.path();
  EXPECT_EQ(settle(options, facts)->settings.order_weights, std::vector<double>(6, 2.0));
  options.order = "weighted:" + named.path();
  EXPECT_EQ(settle(options, facts)->settings.order_weights.back(), 8);
}

TEST(WithoutNoise, AThresholdMayBeGivenWithAnyOrderAndSolver) {
  const Dataset data = testing::crooked(false);
  for (const char* solver : {"cd", "block", "greedy", "sgd", "svrg"})
    for (const char* order : {"cyclic", "uniform"}) {
      Options options;
      options.solver = solver;
      options.epsilon = "inf";
      options.clip = "30";
      if (std::string(solver) == "cd") options.order = order;
      const auto model = fit(data, options);
      EXPECT_TRUE(model) << solver << ' ' << model.error().message;
    }
}

}  // namespace
}  // namespace discreet
