// This file is long because one file has all that the library promises in one call.
#include "discreet/fit/fit.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "discreet/fit/evaluate.hpp"
#include "discreet/fit/spec.hpp"
#include "discreet/io/load.hpp"
#include "discreet/io/model_file.hpp"
#include "discreet/penalty/all.hpp"
#include "discreet/privacy/gdp.hpp"
#include "tests/support/make.hpp"

namespace discreet {
namespace {

Options private_logistic() {
  Options options;
  options.loss = "logistic";
  options.epsilon = "1";
  return options;
}

Dataset clinic(const std::string& extra = "") {
  IngestRules rules;
  rules.task = Task::classification;
  return *load("synthetic:clinic?n=5000" + extra, rules);
}

TEST(Fit, SpendsTheWholeBudgetAndNoMore) {
  const Dataset data = clinic();
  for (const char* epsilon : {"0.1", "1", "8"}) {
    Options options = private_logistic();
    options.epsilon = epsilon;
    const PrivacyLabel label = fit(data, options)->value().privacy;
    EXPECT_LE(label.spent, label.budget.epsilon);
    EXPECT_GE(label.spent.value, 0.9999 * label.budget.epsilon.value);
    EXPECT_TRUE(label.is_private());
  }
}

// A normaliser is any number where the number of rows is public; where it is a secret, it stands for it.
TEST(Fit, TakesDeltaFromTheRowsUnlessTheirNumberIsASecret) {
  PublicFacts facts;
  facts.rows = 1000;
  facts.features = {"a"};
  Options options = private_logistic();
  options.normaliser = "10";
  EXPECT_DOUBLE_EQ(settle(options, facts)->budget.delta.value, 1e-6);
  options.delta = "0.1/n";
  EXPECT_DOUBLE_EQ(settle(options, facts)->budget.delta.value, 1e-4);
  options.neighbours = "add-remove";
  EXPECT_DOUBLE_EQ(settle(options, facts)->budget.delta.value, 1e-2);
  options.delta = "1/n^2";
  EXPECT_DOUBLE_EQ(settle(options, facts)->budget.delta.value, 1e-2) << "as it was typed";
  options.delta = "auto";
  EXPECT_DOUBLE_EQ(settle(options, facts)->budget.delta.value, 1e-5) << "but not by default";
}

// 1/n^2 alone would be 0.11 for three rows.
TEST(Fit, TakesADeltaOfAtMostOneInAHundredThousandByDefault) {
  PublicFacts facts;
  facts.features = {"a"};
  Options options = private_logistic();
  for (const std::size_t rows : {1, 3, 50, 316}) {
    facts.rows = rows;
    EXPECT_EQ(settle(options, facts)->budget.delta.value, 1e-5) << rows;
  }
  facts.rows = 317;
  EXPECT_DOUBLE_EQ(settle(options, facts)->budget.delta.value, 1.0 / (317.0 * 317.0));
}

TEST(Fit, RefusesADeltaAboveOneInNWhenStrict) {
  PublicFacts facts;
  facts.rows = 1000;
  facts.features = {"a"};
  Options options = private_logistic();
  options.bound = {"a=-1,1"};
  facts.bounds = {Interval{-1, 1}};
  for (const char* delta : {"1.01e-3", "2/n", "0.5"}) {
    options.delta = delta;
    options.strict = false;
    EXPECT_TRUE(draw(options, facts)) << delta;
    options.strict = true;
    const auto refused = draw(options, facts);
    ASSERT_FALSE(refused) << delta;
    EXPECT_EQ(refused.error().fault, Fault::precondition);
    EXPECT_NE(refused.error().message.find("above 1/n"), std::string::npos) << refused.error().message;
  }
  for (const char* delta : {"1/n", "1e-3", "auto"}) {
    options.delta = delta;
    EXPECT_TRUE(draw(options, facts)) << delta;
  }
}

// By hand, from the model file alone: mu^2 is the sum of count / multiplier^2.
TEST(Fit, HasEventsThatAddUpToWhatItSaysItSpent) {
  const Json json = to_json(*fit(clinic(), private_logistic()));
  double square = 0, shares = 0;
  for (const Json& event : json["privacy"]["events"]) {
    const double z = event["noise_multiplier"].get<double>();
    square += event["count"].get<double>() / (z * z);
    shares += event["share"].get<double>();
  }
  const double epsilon = epsilon_of({std::sqrt(square)}, {json["privacy"]["delta"].get<double>()}).value;
  EXPECT_NEAR(epsilon, json["privacy"]["epsilon_spent"].get<double>(), 1e-8);
  EXPECT_NEAR(std::sqrt(square), json["privacy"]["mu"].get<double>(), 1e-12);
  EXPECT_NEAR(shares, 1, 1e-12);
}

TEST(Fit, IsTheSameOnAnyNumberOfThreads) {
  IngestRules rules;
  rules.task = Task::classification;
  const Dataset data = *load("synthetic:classification?n=150000&p=3", rules);
  Options options = private_logistic();
  options.noise = "seeded:7";
  options.passes = "3";
  std::string first;
  for (const char* threads : {"1", "2", "3"}) {
    options.threads = threads;
    const std::string text = to_json(*fit(data, options)).dump();
    if (first.empty()) first = text;
    EXPECT_EQ(text, first) << threads;
  }
}

TEST(Fit, DiffersFromRunToRunUnlessItsNoiseIsSeeded) {
  const Dataset data = clinic();
  EXPECT_NE(fit(data, private_logistic())->value().weights, fit(data, private_logistic())->value().weights);
}

TEST(Fit, StampsWhateverBreaksTheGuarantee) {
  const Dataset data = clinic();
  struct {
    void (*set)(Options&);
    const char* words;
  } const cases[] = {{[](Options& o) { o.noise = "seeded:1"; }, "seeded noise"},
                     {[](Options& o) { o.smoothness = "from-data"; }, "from the data"},
                     {[](Options& o) { o.epsilon = "inf"; }, "infinite"},
                     {[](Options& o) { o.standardise = "from-data"; }, "standardised"},
                     {[](Options& o) { o.solver = "exact", o.epsilon = ""; }, "infinite"}};
  for (const auto& c : cases) {
    Options options = private_logistic();
    c.set(options);
    const PrivacyLabel label = fit(data, options)->value().privacy;
    ASSERT_FALSE(label.is_private());
    EXPECT_NE(label.caveats[0].find(c.words), std::string::npos);
    options.strict = true;
    const auto refused = fit(data, options);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().fault, Fault::precondition);
  }
}

TEST(Fit, IsStampedWhereClassNamesAreReadOffTheRows) {
  testing::Random made = testing::random_rows(100, 2, 1, true);
  Dataset data = testing::make_dataset(made.rows, std::vector<double>(100, 1.0));
  data.schema.classes = {"-1", "1"};
  EXPECT_TRUE(fit(data, private_logistic())->value().privacy.is_private());
  Options read_off = private_logistic();
  read_off.classes = "from-data";
  data.schema.classes_from_data = true;
  for (const Options& options : {read_off, private_logistic()}) {
    const auto model = fit(data, options);
    ASSERT_TRUE(model) << model.error().message;
    EXPECT_FALSE(model->value().privacy.is_private());
    EXPECT_NE(model->value().privacy.caveats[0].find("class names are read off the rows"), std::string::npos);
    Options strict = options;
    strict.strict = true;
    const auto refused = fit(data, strict);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().fault, Fault::precondition);
  }
}

TEST(Fit, SaysWhoDeclaredTheClasses) {
  testing::Random made = testing::random_rows(100, 2, 1, true);
  Dataset data = testing::make_dataset(made.rows, std::vector<double>(100, 1.0));
  const auto fact = [&](const Options& options) {
    const auto model = fit(data, options);
    for (const PublicFact& each : model->value().privacy.facts)
      if (each.what == "class labels") return each.declared_by + ": " + each.source;
    return std::string();
  };
  Options options = private_logistic();
  data.schema.classes = {"0", "1"};
  EXPECT_EQ(fact(options), "program: 0 and 1, where -1 counts as 0");
  data.schema.classes = {"no", "yes"};
  EXPECT_EQ(fact(options), "user: no,yes") << "as a column file remembers them, or an array is given them";
  options.classes = "no,yes";
  EXPECT_EQ(fact(options), "user: no,yes");
  data.schema.classes_from_data = true;
  EXPECT_EQ(fact(options), "file: the names that occur");
}

TEST(Fit, DividesByTheDeclaredNumberAndNotByTheRows) {
  // Under add-remove every released number scales with the normaliser, never with the count.
  const Dataset data = clinic();
  Options options = private_logistic();
  options.neighbours = "add-remove";
  options.noise = "seeded:5";
  options.normaliser = "5000";
  options.delta = "1e-8";
  options.smoothness = "public:" + testing::declared_frame(data.schema.features);
  options.clip = "1";
  options.passes = "1";
  options.penalty = "none";
  options.solver = "cd";
  const auto whole = fit(data, options);
  ASSERT_TRUE(whole) << whole.error().message;
  options.normaliser = "10000";
  const auto halved = fit(data, options);
  // One pass from zero: the first coordinate's weight is its released slope times the step.
  EXPECT_NEAR(halved->value().weights[0] / whole->value().weights[0], 0.5, 1e-9);
}

TEST(Fit, NamesTheSettingThatIsWrong) {
  const Dataset data = clinic();
  struct {
    void (*set)(Options&);
    const char* words;
  } const cases[] = {{[](Options& o) { o.loss = "hindsight"; }, "--loss: 'hindsight' is not one of squared, logistic"},
                     {[](Options& o) { o.penalty = "l1"; }, "l1:A"},
                     {[](Options& o) { o.penalty = "l1:-1"; }, "at least 0"},
                     {[](Options& o) { o.penalty = "elastic-net:1,2"; }, "from 0 to 1"},
                     {[](Options& o) { o.penalty = "box:2,1"; }, "lower end"},
                     {[](Options& o) { o.epsilon = ""; }, "--epsilon is needed"},
                     {[](Options& o) { o.epsilon = "-1"; }, "--epsilon"},
                     {[](Options& o) { o.epsilon = "0"; }, "--epsilon"},
                     {[](Options& o) { o.epsilon = "nan"; }, "--epsilon"},
                     {[](Options& o) { o.delta = "2"; }, "--delta"},
                     {[](Options& o) { o.solver = "magic"; }, "--solver"},
                     {[](Options& o) { o.order = "random"; }, "--order"},
                     {[](Options& o) { o.order = "uniform", o.clip_rule = "ball"; }, "ball"},
                     {[](Options& o) { o.clip = "0"; }, "--clip"},
                     {[](Options& o) { o.passes = "1.5"; }, "--passes"},
                     {[](Options& o) { o.average = "tail:2"; }, "--average"},
                     {[](Options& o) { o.neighbours = "add-remove"; }, "--normaliser"},
                     {[](Options& o) { o.noise = "white"; }, "--noise"},
                     {[](Options& o) { o.solver = "exact"; }, "no privacy at any epsilon"},
                     {[](Options& o) { o.smoothness = "public:no-such-file"; }, "no-such-file"}};
  for (const auto& c : cases) {
    Options options = private_logistic();
    c.set(options);
    const auto refused = fit(data, options);
    ASSERT_FALSE(refused) << c.words;
    const std::string said = refused.error().message + refused.error().hint;
    EXPECT_NE(said.find(c.words), std::string::npos) << said;
  }
}

TEST(Fit, UsesLessNoiseWhenRowsAreOnlyZeroedOut) {
  const Dataset data = clinic();
  Options options = private_logistic();
  options.solver = "cd";  // others may plan otherwise where there is less noise
  options.passes = "5";
  const Plan replaced = draw(options, public_facts(data))->plan;
  options.neighbours = "zero-out";
  const Plan zeroed = draw(options, public_facts(data))->plan;
  // The multiplier is the same; what it multiplies is half as large.
  const auto multiplier = [](const Plan& plan) {
    return std::get<GaussianEvent>(plan.lines.back().event).multiplier.value;
  };
  EXPECT_NEAR(multiplier(replaced), multiplier(zeroed), 1e-9);
  const double before =
      Lattice::fitting({10}, Neighbours::replace_one, RowBound::ball(1, 1)).sensitivity() /
      static_cast<double>(Lattice::fitting({10}, Neighbours::replace_one, RowBound::ball(1, 1)).cells_per_unit());
  const double after =
      Lattice::fitting({10}, Neighbours::zero_out, RowBound::ball(1, 1)).sensitivity() /
      static_cast<double>(Lattice::fitting({10}, Neighbours::zero_out, RowBound::ball(1, 1)).cells_per_unit());
  EXPECT_NEAR(before / after, 2, 1e-5);
}

TEST(Fit, WorksUnderEveryNeighbouringRelation) {
  const Dataset data = clinic();
  for (const char* neighbours : {"replace-one", "zero-out", "add-remove"}) {
    Options options = private_logistic();
    options.neighbours = neighbours;
    if (options.neighbours == "add-remove") options.normaliser = "5000";
    const auto model = fit(data, options);
    ASSERT_TRUE(model) << model.error().message;
    EXPECT_EQ(name(model->value().privacy.plan.neighbours), neighbours);
  }
}

TEST(Spec, WorksOutWhatDependsOnTheNumberOfRows) {
  EXPECT_EQ(worked_out("l2:1/n", 1000), "l2:0.001");
  EXPECT_EQ(worked_out("elastic-net:0.5/n,0.3", 10), "elastic-net:0.05,0.3");
  EXPECT_EQ(worked_out("none", 10), "none");
}

TEST(Spec, FillsInEveryPenaltysParameters) {
  double value = 0;
  ASSERT_TRUE(with_named<AllPenalties>("penalty", "elastic-net:2,0.5", std::nullopt,
                                       [&](const auto& p) { value = p.value(1); }));
  EXPECT_DOUBLE_EQ(value, 2 * (0.5 + 0.25));
  ASSERT_TRUE(
      with_named<AllPenalties>("penalty", "l1-box:1,-1,2", std::nullopt, [&](const auto& p) { value = p.prox(5, 1); }));
  EXPECT_DOUBLE_EQ(value, 2);
}

}  // namespace
}  // namespace discreet
