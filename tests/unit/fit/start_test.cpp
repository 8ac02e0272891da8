// Where a descent starts: a point of a model file, and what that does to the label.
#include <gtest/gtest.h>

#include "discreet/fit/fit.hpp"
#include "discreet/io/model_file.hpp"
#include "tests/support/plans.hpp"
#include "tests/support/solved.hpp"
#include "tests/support/temporary_file.hpp"

namespace discreet {
namespace {

using testing::a_few_passes;
using testing::TemporaryFile;

// One pass with next to no steps stays where it started, margins and all: the intercept is that of uncentred columns.
TEST(Start, IsThePointThatTheModelFileNames) {
  const Dataset data = testing::crooked(false);
  Options exact;
  exact.solver = "exact";
  const auto optimum = fit(data, exact);
  const TemporaryFile file(".json", to_json(*optimum).dump());
  for (const char* solver : {"cd", "block", "greedy", "sgd", "svrg"}) {
    Options options = a_few_passes();
    options.solver = solver;
    options.epsilon = "inf";
    options.passes = "1";
    options.step = "1e-12";
    options.start = file.path();
    options.start_is_public = true;
    const auto model = fit(data, options);
    ASSERT_TRUE(model) << model.error().message;
    for (std::size_t j = 0; j < 5; ++j)
      EXPECT_NEAR(model->value().weights[j], optimum->value().weights[j], 1e-9) << solver;
    EXPECT_NEAR(model->value().intercept, optimum->value().intercept, 1e-8) << solver;
  }
  // And it saves steps: without noise the exact solver has nothing left to do.
  Options again = exact;
  again.start = file.path();
  again.start_is_public = true;
  const auto steps = [](const Released<Model>& model) {
    for (const auto& [key, value] : model.value().solver)
      if (key == "steps") return std::get<double>(value);
    return -1.0;
  };
  EXPECT_EQ(steps(*fit(data, again)), 0);
  EXPECT_GT(steps(*optimum), 0);
}

TEST(Start, MatchesFeaturesByName) {
  const Dataset data = testing::crooked(false);
  Options exact;
  exact.solver = "exact";
  Json json = to_json(*fit(data, exact));
  json["model"]["features"] = {"x5", "a", "b", "c", "x1"};
  json["model"]["weights"] = {50, 1, 1, 1, 10};
  json["model"]["intercept"] = 3;
  const TemporaryFile file(".json", json.dump());
  Options options = a_few_passes();
  options.start = file.path();
  options.start_is_public = true;
  const PublicFacts facts{1000, {"x1", "x2", "x3", "x4", "x5"}, {}, {}, false, false, false, 1, {}};
  EXPECT_EQ(*settle(options, facts)->settings.start, (std::vector<double>{10, 0, 0, 0, 50, 3}));
  json["model"]["features"] = {"d", "a", "b", "c", "e"};
  const TemporaryFile foreign(".json", json.dump());
  options.start = foreign.path();
  options.start_is_public = true;
  EXPECT_FALSE(settle(options, facts));
  json["model"]["weights"][0] = "inf";
  json["model"]["features"][0] = "x1";
  const TemporaryFile infinite(".json", json.dump());
  options.start = infinite.path();
  options.start_is_public = true;
  EXPECT_FALSE(settle(options, facts));
}

TEST(Start, IsRefusedWhereItsClassesMeanSomethingElse) {
  const Dataset data = testing::crooked(true);
  Options exact;
  exact.loss = "logistic";
  exact.solver = "exact";
  Json json = to_json(*fit(data, exact));
  Options options = a_few_passes();
  options.loss = "logistic";
  const TemporaryFile same(".json", json.dump());
  options.start = same.path();
  options.start_is_public = true;
  EXPECT_TRUE(fit(data, options));
  json["model"]["classes"] = {1, -1};
  const TemporaryFile reversed(".json", json.dump());
  options.start = reversed.path();
  options.start_is_public = true;
  const auto refused = fit(data, options);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().fault, Fault::data);
}

// A model of standardised columns, w (x - mean) / deviation, says the same about the columns as they are.
TEST(Start, IsTakenOutOfTheUnitsOfItsModel) {
  const Dataset data = testing::crooked(false);
  Options exact;
  exact.solver = "exact";
  Json json = to_json(*fit(data, exact));
  json["model"]["weights"] = {2, 0, 0, 0, 0};
  json["model"]["intercept"] = 1;
  json["model"]["standardised"] = {{"means", {3, 0, 0, 0, 0}}, {"deviations", {4, 1, 1, 1, 1}}, {"target_mean", 10}};
  const TemporaryFile file(".json", json.dump());
  Options options = a_few_passes();
  options.start = file.path();
  options.start_is_public = true;
  const PublicFacts facts{1000, {"x1", "x2", "x3", "x4", "x5"}, {}, {}, false, false, false, 1, {}};
  EXPECT_EQ(*settle(options, facts)->settings.start, (std::vector<double>{0.5, 0, 0, 0, 0, 9.5}));
}

// Steps that are paid for do not hide a point that was not: with short ones it would come out as it went in.
TEST(Start, ThatIsNotPrivateIsRefusedBeforeAnythingIsPaid) {
  const Dataset data = testing::crooked(false);
  Options exact;
  exact.solver = "exact";
  const TemporaryFile file(".json", to_json(*fit(data, exact)).dump());
  Json json = to_json(*fit(data, a_few_passes()));
  json["privacy"]["caveats"] = Json::array();
  json["privacy"]["private"] = false;
  const TemporaryFile unsaid(".json", json.dump());
  json["privacy"].erase("private");
  const TemporaryFile without(".json", json.dump());
  for (const TemporaryFile* start : {&file, &unsaid, &without}) {
    Options options = a_few_passes();
    options.step = "1e-9";
    options.start = start->path();
    // Before a plan is drawn, and so before it is paid for.
    const auto refused = settle(options, public_facts(data));
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().fault, Fault::precondition);
    EXPECT_NE(refused.error().hint.find("--start-is-public"), std::string::npos) << refused.error().hint;
    EXPECT_FALSE(fit(data, options));
  }
}

TEST(Start, ThatIsDeclaredPublicIsAFactOfTheUsers) {
  const Dataset data = testing::crooked(false);
  Options exact;
  exact.solver = "exact";
  const TemporaryFile file(".json", to_json(*fit(data, exact)).dump());
  Options options = a_few_passes();
  options.start = file.path();
  options.start_is_public = true;
  options.strict = true;
  const auto model = fit(data, options);
  ASSERT_TRUE(model) << model.error().message;
  const PrivacyLabel& label = model->value().privacy;
  EXPECT_TRUE(label.is_private());
  EXPECT_TRUE(label.all_caveats().empty());
  bool declared = false;
  for (const PublicFact& fact : label.facts)
    declared = declared || (fact.what == "start" && fact.declared_by == "user" &&
                            fact.source.find("declared public by --start-is-public") != std::string::npos);
  EXPECT_TRUE(declared);
  Options nothing = a_few_passes();
  nothing.start_is_public = true;
  const auto refused = fit(data, nothing);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().fault, Fault::usage);
}

TEST(Start, ThatIsPrivateIsNamedWithWhatItCost) {
  const Dataset data = testing::crooked(false);
  const TemporaryFile file(".json", to_json(*fit(data, a_few_passes())).dump());
  Options options = a_few_passes();
  options.start = file.path();
  options.strict = true;
  const auto model = fit(data, options);
  ASSERT_TRUE(model) << model.error().message;
  const PrivacyLabel& label = model->value().privacy;
  EXPECT_TRUE(label.is_private());
  ASSERT_EQ(label.notices.size(), 1u);
  EXPECT_NE(label.notices[0].find("declared public"), std::string::npos) << label.notices[0];
  bool named = false;
  for (const PublicFact& fact : label.facts)
    named = named || (fact.what == "start" && fact.source.find(", private by its own label") != std::string::npos);
  EXPECT_TRUE(named);
  // And once more: what started from it is private as well, and says so when it is read again.
  const TemporaryFile again(".json", to_json(*model).dump());
  options.start = again.path();
  EXPECT_TRUE(fit(data, options)->value().privacy.is_private());
}

}  // namespace
}  // namespace discreet
