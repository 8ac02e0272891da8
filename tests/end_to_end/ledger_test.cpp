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

TEST_F(Program, TellsWhatIsLeftAsOneNumber) {
  ASSERT_EQ(run("ledger create budget.db --dataset rows --epsilon 1 --delta 1e-6").code, 0);
  ASSERT_EQ(run(kFit + "--dataset rows --epsilon 0.7").code, 0);
  const std::string left =
      Json::parse(run("ledger show budget.db --json").out)["datasets"][0]["remaining"]["epsilon"].dump();
  const std::string shown = run("ledger show budget.db").out;
  EXPECT_NE(shown.find("left    epsilon " + left + ", delta 1e-06"), std::string::npos) << shown;
  for (const char* delta : {"1e-6", "5e-7"}) {
    const Outcome refused =
        run("fit 'synthetic:regression?n=2000&p=3' --ledger budget.db --dataset rows --epsilon 0.9 --delta " +
            std::string(delta));
    EXPECT_EQ(refused.code, 3);
    EXPECT_NE(refused.error.find("has epsilon " + left + " left at delta 1e-06"), std::string::npos) << refused.error;
  }
}

TEST_F(Program, RefusesATableWithOtherFactsThanWereNoted) {
  ASSERT_EQ(run("generate 'clinic?n=400' --out patients.csv && head -n 301 patients.csv > fewer.csv && mkdir other && "
                "cp fewer.csv other/patients.csv && cut -d, -f2- patients.csv > narrow.csv && cp narrow.csv "
                "other/narrow.csv")
                .code,
            0);
  const Outcome made = run("ledger create budget.db --dataset p --epsilon 9 --delta 1e-6 --data patients.csv");
  ASSERT_EQ(made.code, 0) << made.error;
  EXPECT_NE(made.out.find("table   patients.csv, 400 rows, "), std::string::npos) << made.out;
  const std::string end = " --loss logistic --epsilon 0.5 --delta 1e-6 --ledger budget.db --dataset p --out m.json";
  const auto fit = [&](const std::string& data) { return run("fit " + data + end); };
  EXPECT_EQ(fit("patients.csv").code, 0);
  EXPECT_EQ(fit("patients.csv --drop age").code, 0) << "a column that is left out is in the table all the same";
  ASSERT_EQ(run("convert patients.csv p.dcols --drop age").code, 0);
  const Outcome converted = fit("p.dcols");
  EXPECT_EQ(converted.code, 0) << converted.error;

  const Outcome fewer = fit("other/patients.csv");
  EXPECT_EQ(fewer.code, 3) << fewer.error;
  EXPECT_NE(fewer.error.find("the number of rows is 300, not 400"), std::string::npos) << fewer.error;
  const Outcome named = fit("fewer.csv");
  EXPECT_EQ(named.code, 3);
  EXPECT_NE(named.error.find("the source name is fewer.csv, not patients.csv"), std::string::npos) << named.error;
  const Outcome narrow = fit("narrow.csv");
  EXPECT_EQ(narrow.code, 3);
  EXPECT_NE(narrow.error.find("the header lacks '"), std::string::npos) << narrow.error;
  const Outcome tuned = run("tune fewer.csv --trials 2" + end);
  EXPECT_EQ(tuned.code, 3) << tuned.error;
  EXPECT_NE(tuned.error.find("another table"), std::string::npos) << tuned.error;

  const Outcome overridden = fit("fewer.csv --other-data");
  EXPECT_EQ(overridden.code, 0) << overridden.error;
  const Json history = Json::parse(run("ledger history budget.db --json").out)["history"];
  ASSERT_EQ(history.size(), 5U) << "what was refused was not charged";
  const Json& last = history[4]["details"];
  EXPECT_EQ(last["data"], "fewer.csv");
  EXPECT_EQ(last["target"], "readmitted");
  EXPECT_EQ(last["loss"], "logistic");
  EXPECT_EQ(last["model"], "m.json");
  EXPECT_EQ(last["other_data"].size(), 2U) << last;
  EXPECT_FALSE(history[1]["details"].contains("other_data"));
  const std::string told = run("ledger history budget.db").out;
  EXPECT_NE(told.find("data \"fewer.csv\", target \"readmitted\", loss \"logistic\", model \"m.json\", other data "
                      "allowed; the number of rows is 300, not 400"),
            std::string::npos)
      << told;
}

// Under add-remove nobody may learn how many rows there are: not from the file, nor from a refusal.
TEST_F(Program, NotesNoNumberOfRowsWhereTheRelationHidesIt) {
  ASSERT_EQ(run("generate 'clinic?n=400' --out patients.csv && mkdir other && head -n 301 patients.csv > "
                "other/patients.csv")
                .code,
            0);
  const Outcome made =
      run("ledger create budget.db --dataset p --epsilon 9 --delta 1e-6 --neighbours add-remove --data patients.csv");
  ASSERT_EQ(made.code, 0) << made.error;
  EXPECT_NE(made.out.find("number of rows not noted: add-remove neighbours hide it"), std::string::npos) << made.out;
  const Json created = Json::parse(run("ledger history budget.db --json").out)["history"][0]["details"]["table"];
  EXPECT_FALSE(created.contains("rows")) << created;
  EXPECT_EQ(created.dump().find("400"), std::string::npos) << created;
  const std::string end =
      " --loss logistic --epsilon 0.5 --delta 1e-6 --neighbours add-remove --normaliser 350 --ledger budget.db "
      "--dataset p";
  EXPECT_EQ(run("fit patients.csv --out a.json" + end).code, 0);
  EXPECT_EQ(run("fit other/patients.csv --out b.json" + end).code, 0) << "a refusal would tell";
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
  EXPECT_EQ(run("ledger show budget.db --data table.csv").code, 2) << "no option is ignored";
  EXPECT_EQ(run("ledger create budget.db --dataset more --epsilon 1 --delta 1e-6 --data -").code, 2);
  EXPECT_EQ(run("ledger create budget.db --dataset more --epsilon 1 --delta 1e-6 --data none.csv").code, 5);
  EXPECT_EQ(run("fit 'synthetic:regression?n=2000&p=3' --epsilon 1 --other-data").code, 2);
  const Json shown = Json::parse(run("ledger show budget.db --json").out);
  EXPECT_EQ(shown["datasets"].size(), 1U);
  EXPECT_EQ(shown["datasets"][0]["charges"].get<int>(), 0) << "nothing that was refused was charged";
}

}  // namespace
}  // namespace discreet
#endif
