// A budget that outlives the program, as a user keeps it.
#if __has_include(<sqlite3.h>)
#include <gtest/gtest.h>

#include "tests/support/program.hpp"

namespace discreet {
namespace {

using testing::Json;
using testing::Outcome;
using Program = testing::Program;

const std::string kFit = "fit 'synthetic:regression?n=2000&p=3' --delta 1e-6 --passes 2 --ledger budget.db ";

TEST_F(Program, SpendsFromALedgerUntilNothingIsLeft) {
  ASSERT_EQ(run("ledger create budget.db --dataset rows --epsilon 1 --delta 1e-6 --owner 'Data office'").code, 0);
  const Outcome first = run(kFit + "--dataset rows --epsilon 0.8 --out first.json");
  ASSERT_EQ(first.code, 0) << first.error;
  const Outcome refused = run(kFit + "--dataset rows --epsilon 0.9 --out second.json --json");
  EXPECT_EQ(refused.code, 3) << refused.error;
  EXPECT_FALSE(exists("second.json"));
  const std::string hint = Json::parse(refused.out)["error"]["hint"].get<std::string>();
  ASSERT_TRUE(hint.starts_with("give --epsilon ")) << hint;
  const std::string left = hint.substr(15, hint.find(' ', 15) - 15);
  const Outcome second = run(kFit + "--dataset rows --out second.json --epsilon " + left);
  EXPECT_EQ(second.code, 0) << second.error;

  const Json shown = Json::parse(run("ledger show budget.db --json").out)["datasets"][0];
  EXPECT_EQ(shown["charges"].get<int>(), 2);
  EXPECT_LE(shown["spent"]["epsilon"].get<double>(), 1);
  EXPECT_GT(shown["spent"]["epsilon"].get<double>(), 0.99);
  EXPECT_LT(shown["remaining"]["epsilon"].get<double>(), 0.05);
  const Json history = Json::parse(run("ledger history budget.db --json").out)["history"];
  ASSERT_EQ(history.size(), 3U);
  EXPECT_EQ(history[1]["details"]["model"], "first.json");
  EXPECT_FALSE(history[1]["details"]["events"].empty());
  EXPECT_EQ(run("ledger verify budget.db").code, 0);
  EXPECT_EQ(run("ledger grant budget.db --dataset rows --epsilon 2 --delta 1e-6").code, 0);
  EXPECT_EQ(run(kFit + "--dataset rows --epsilon 1 --out third.json").code, 0);
}

TEST_F(Program, LetsOneFitHaveTheWholeBudget) {
  ASSERT_EQ(run("ledger create budget.db --dataset rows --epsilon 1 --delta 1e-6").code, 0);
  const Outcome all = run(kFit + "--dataset rows --epsilon 1");
  EXPECT_EQ(all.code, 0) << all.error;
  EXPECT_EQ(run(kFit + "--dataset rows --epsilon 1").code, 3);
}

TEST_F(Program, ChargesTuningAsAWhole) {
  ASSERT_EQ(run("ledger create budget.db --dataset rows --epsilon 4 --delta 1e-6").code, 0);
  const Outcome tuned = run(
      "tune 'synthetic:regression?n=2000&p=3' --epsilon 1 --delta 1e-6 --trials 2 --ledger budget.db --dataset rows");
  ASSERT_EQ(tuned.code, 0) << tuned.error;
  const Json history = Json::parse(run("ledger history budget.db --json").out)["history"];
  ASSERT_EQ(history.size(), 2U);
  EXPECT_EQ(history[1]["details"]["events"][0]["type"], "approximate");
}

TEST_F(Program, RefusesWhatALedgerCannotHold) {
  ASSERT_EQ(run("ledger create budget.db --dataset rows --epsilon 1 --delta 1e-6").code, 0);
  EXPECT_EQ(run(kFit + "--dataset rows --epsilon inf").code, 4);
  EXPECT_EQ(run(kFit + "--dataset rows --epsilon 0.1 --noise seeded:1").code, 4);
  EXPECT_EQ(run(kFit + "--dataset rows --epsilon 0.1 --smoothness from-data").code, 4);
  ASSERT_EQ(run("fit 'synthetic:regression?n=2000&p=3' --solver exact --out exact.json").code, 0);
  EXPECT_EQ(run(kFit + "--dataset rows --epsilon 0.1 --solver cd --start exact.json").code, 4);
  EXPECT_EQ(run(kFit + "--dataset rows --epsilon 0.1 --neighbours zero-out").code, 3);
  EXPECT_EQ(run(kFit + "--dataset others --epsilon 0.1").code, 2);
  EXPECT_EQ(run(kFit + "--epsilon 0.1").code, 2);
  EXPECT_EQ(run("fit 'synthetic:regression?n=2000&p=3' --epsilon 1 --ledger none.db --dataset rows").code, 5);
  EXPECT_FALSE(exists("none.db"));
  std::ofstream(folder_ / "text.db") << "not a ledger at all, but long enough to be read as something";
  EXPECT_EQ(run("ledger show text.db").code, 5);
  EXPECT_EQ(run("ledger create budget.db --dataset rows --epsilon 1 --delta 1e-6").code, 2);
  EXPECT_EQ(run("ledger create budget.db --dataset more --epsilon 1").code, 2);
  EXPECT_EQ(run("ledger create budget.db --dataset more --epsilon 1 --delta 1e-6 --rho 1").code, 2);
  EXPECT_EQ(run("ledger burn budget.db").code, 2);
  const Json shown = Json::parse(run("ledger show budget.db --json").out);
  EXPECT_EQ(shown["datasets"].size(), 1U);
  EXPECT_EQ(shown["datasets"][0]["charges"].get<int>(), 0) << "nothing that was refused was charged";
}

}  // namespace
}  // namespace discreet
#endif
