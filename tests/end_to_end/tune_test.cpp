// Settings chosen inside the budget, as a user does it.
#include <gtest/gtest.h>

#include "tests/support/program.hpp"

namespace discreet {
namespace {

using testing::Json;
using testing::Outcome;
using Program = testing::Program;

TEST_F(Program, TunesWithinTheBudget) {
  const Outcome tuned = run(
      "tune 'synthetic:clinic?n=4000' --loss logistic --penalty l2:1/n --epsilon 2 --trials 3 --out model.json --json");
  ASSERT_EQ(tuned.code, 0) << tuned.error;
  const Json model = Json::parse(tuned.out);
  EXPECT_LE(model["privacy"]["epsilon_spent"].get<double>(), 2);
  EXPECT_TRUE(model["privacy"]["private"].get<bool>());
  EXPECT_EQ(model["privacy"]["trials"]["mean"].get<double>(), 3);
  EXPECT_EQ(model["tuning"]["trials"].get<double>(), 3);
  EXPECT_GT(model["tuning"]["noise_against_one_fit"].get<double>(), 1);
  EXPECT_EQ(model["privacy"]["trials"]["law"], "poisson");
  EXPECT_EQ(model["privacy"]["trials"]["most"], model["tuning"]["most_trials"]);
  EXPECT_GT(model["tuning"]["most_trials"].get<double>(), 3);
  EXPECT_EQ(tuned.error.find('%'), std::string::npos) << "progress would tell how many trials there are";
  const Outcome account = run("account model.json --json");
  ASSERT_EQ(account.code, 0) << account.error;
  EXPECT_DOUBLE_EQ(Json::parse(account.out)["epsilon"].get<double>(), model["privacy"]["epsilon_spent"].get<double>());
  const Outcome delta = run("account model.json --json --epsilon " + model["privacy"]["epsilon_spent"].dump());
  ASSERT_EQ(delta.code, 0) << delta.error;
  EXPECT_NEAR(Json::parse(delta.out)["delta"].get<double>() / model["privacy"]["delta"].get<double>(), 1, 1e-3);
  EXPECT_EQ(run("account model.json --accounting gdp").code, 2);
  EXPECT_EQ(run("calibrate model.json --epsilon 1").code, 2) << "the events are those of one trial of many";
  const Outcome evaluated = run("evaluate model.json 'synthetic:clinic?n=4000&seed=2' --json");
  EXPECT_EQ(evaluated.code, 0) << evaluated.error;
}

TEST_F(Program, TunesWithAFixedNumberOfTrialsWhenStrict) {
  const std::string command = "tune 'synthetic:regression?n=2000&p=3' --epsilon 2 --trials 2 --strict --json ";
  const Outcome tuned = run(command + "--bound x1=-5,5 --bound x2=-5,5 --bound x3=-5,5");
  ASSERT_EQ(tuned.code, 0) << tuned.error;
  EXPECT_TRUE(Json::parse(tuned.out)["privacy"]["private"].get<bool>());
  const Outcome large = run(command + "--delta 2/n");
  EXPECT_EQ(large.code, 4) << large.error;
  EXPECT_NE(large.error.find("above 1/n"), std::string::npos) << large.error;
}

TEST_F(Program, ReadsCandidatesFromAFile) {
  std::ofstream(folder_ / "settings.txt") << "solver=cd passes=3\nsolver=block # all at once\n";
  const Outcome tuned = run("tune 'synthetic:regression?n=2000&p=3' --epsilon 2 --candidates settings.txt");
  ASSERT_EQ(tuned.code, 0) << tuned.error;
  EXPECT_NE(tuned.out.find("Chosen: solver="), std::string::npos) << tuned.out;
  EXPECT_NE(tuned.out.find("2 candidates, 4 trials on average and at most "), std::string::npos) << tuned.out;
  std::ofstream(folder_ / "settings.txt") << "solver=sgd\n";
  EXPECT_EQ(run("tune 'synthetic:regression?n=2000&p=3' --epsilon 2 --candidates settings.txt").code, 2);
  std::ofstream(folder_ / "settings.txt") << "\n";
  EXPECT_EQ(run("tune 'synthetic:regression?n=2000&p=3' --epsilon 2 --candidates settings.txt").code, 2);
  EXPECT_EQ(run("tune 'synthetic:regression?n=2000&p=3' --epsilon 2 --candidates nowhere.txt").code, 5);
  EXPECT_EQ(run("tune 'synthetic:regression?n=2000&p=3' --epsilon inf").code, 2);
}

}  // namespace
}  // namespace discreet
