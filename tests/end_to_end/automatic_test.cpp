// What the program chooses and expects by itself, from the command line.
#include <gtest/gtest.h>

#include "tests/support/program.hpp"

namespace discreet::testing {
namespace {

TEST_F(Program, FitsWithEpsilonAloneAndHoldsValuesWithinLimits) {
  const Outcome fitted = run("fit 'synthetic:clinic?n=3000' --loss logistic --epsilon 1 --strict --json --out m.json");
  ASSERT_EQ(fitted.code, 0) << fitted.error;
  const Json model = Json::parse(fitted.out);
  EXPECT_EQ(model["solver"]["name"], "bayes");
  EXPECT_EQ(model["solver"]["chosen"].get<std::string>().substr(0, 5), "auto:");
  EXPECT_TRUE(model["privacy"]["private"].get<bool>());
  EXPECT_LE(model["privacy"]["epsilon_spent"].get<double>(), 1);
  EXPECT_EQ(model["model"]["bounds"].size(), model["model"]["features"].size());
  EXPECT_EQ(run("evaluate m.json 'synthetic:clinic?n=3000'").code, 0);
}

TEST_F(Program, PlanSaysWhenAFitIsNotWorthIt) {
  const Outcome good = run("plan --rows 20000 --features 8 --epsilon 1 --json");
  const Outcome poor = run("plan --rows 200 --features 80 --epsilon 0.1 --json");
  ASSERT_EQ(good.code, 0) << good.error;
  EXPECT_TRUE(Json::parse(good.out)["expected"]["worth_it"].get<bool>());
  EXPECT_FALSE(Json::parse(poor.out)["expected"]["worth_it"].get<bool>());
  EXPECT_NE(run("plan --rows 200 --features 80 --epsilon 0.1").out.find("Not worth it at epsilon 0.1"),
            std::string::npos);
  EXPECT_EQ(run("plan --rows 20000 --features 8 --epsilon 1").out.find("Not worth it"), std::string::npos);
}

TEST_F(Program, PlanEndsWithTheSettingsThatWereGiven) {
  const std::string rows = "plan --rows 20000 --features 8 --epsilon 1 ";
  const Outcome automatic = run(rows);
  EXPECT_NE(automatic.out.find("expect an objective about"), std::string::npos) << automatic.out;
  for (const std::string settings : {"--solver cd --smoothness from-data", "--solver block --passes 3"}) {
    const Outcome chosen = run(rows + settings);
    ASSERT_EQ(chosen.code, 0) << chosen.error;
    EXPECT_EQ(chosen.out.find("expect an objective"), std::string::npos) << chosen.out;
    EXPECT_EQ(chosen.out.find("auto"), std::string::npos) << chosen.out;
    const std::size_t line = chosen.out.rfind('\n', chosen.out.size() - 2);
    EXPECT_EQ(chosen.out.find("With these settings each slope", line), line + 1) << chosen.out;
    EXPECT_TRUE(Json::parse(run(rows + settings + " --json").out)["expected"]["relative_error"].is_null());
  }
}

TEST_F(Program, SaysThatNothingWasLearnt) {
  const Outcome fitted = run("fit 'synthetic:regression?n=100&p=3' --epsilon 0.1 --noise seeded:1 --json");
  ASSERT_EQ(fitted.code, 0) << fitted.error;
  const Json fitted_json = Json::parse(fitted.out);
  for (const Json& weight : fitted_json["model"]["weights"]) EXPECT_EQ(weight.get<double>(), 0);
  EXPECT_NE(fitted.error.find("nothing was learnt"), std::string::npos) << fitted.error;
}

}  // namespace
}  // namespace discreet::testing
