// randomised-response, as a user calls it.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/support/program.hpp"

namespace discreet::testing {
namespace {

class RandomisedColumn : public Program {
 protected:
  void put(const std::string& name, const std::string& text) const { std::ofstream(folder_ / name) << text; }
  void write(const std::string& name, const std::string& value, const std::string& other, int rows) const {
    std::string text = "age,smoker\n";
    for (int k = 0; k < rows; ++k) text += std::to_string(20 + k % 50) + "," + (k % 4 == 0 ? value : other) + "\n";
    put(name, text);
  }
};

TEST_F(RandomisedColumn, TellsEveryRowAndEstimatesTheShares) {
  write("bits.csv", "1", "0", 20'000);
  const Outcome told = run("randomised-response bits.csv --column smoker --epsilon 1 --out told.csv --json");
  ASSERT_EQ(told.code, 0) << told.error;
  const Json json = Json::parse(told.out);
  const double lie = 1 / (1 + std::exp(1.0));
  EXPECT_NEAR(json["lie"].get<double>(), lie, 1e-6);
  EXPECT_TRUE(json["private"].get<bool>());
  EXPECT_EQ(json["rows"], 20'000);
  // A deviation of at most 1 / (2 sqrt(n) (1 - 2 lie)) = 0.0077, of which seven are exceeded less than once in 10^11.
  EXPECT_NEAR(json["shares"]["1"].get<double>(), 0.25, 0.054);
  const std::string table = content("told.csv");
  EXPECT_TRUE(table.starts_with("smoker\n"));
  EXPECT_EQ(std::count(table.begin(), table.end(), '\n'), 20'001);
  // Others would be seen: about 46 % of the answers are yes where 25 % of the rows are.
  const auto yes = static_cast<double>(std::count(table.begin(), table.end(), '1')) / 20'000;
  EXPECT_NEAR(yes, 0.25 * (1 - lie) + 0.75 * lie, 0.025);
}

TEST_F(RandomisedColumn, TakesDeclaredValuesAndSaysWhenNoiseIsSeeded) {
  write("words.csv", "yes", "no", 400);
  const std::string told = "randomised-response words.csv --column smoker --values no,yes,unknown --epsilon 2 ";
  const Outcome seeded = run(told + "--noise seeded:1");
  ASSERT_EQ(seeded.code, 0) << seeded.error;
  EXPECT_NE(seeded.error.find("seeded noise: not private"), std::string::npos);
  EXPECT_EQ(std::count(seeded.out.begin(), seeded.out.end(), '\n'), 401);
  EXPECT_EQ(run(told + "--noise seeded:1").out, seeded.out);
  EXPECT_NE(run(told).out, run(told).out);
}

TEST_F(RandomisedColumn, SaysWhatIsWrong) {
  write("words.csv", "yes", "no", 40);
  put("other.csv", "a column of mine\n");
  const struct {
    const char *arguments, *words;
    int code;
  } cases[] = {{"words.csv --epsilon 1", "--column", 2},
               {"words.csv --column smoker --values no,yes", "--epsilon is needed", 2},
               {"words.csv --column smoker --values no,yes --epsilon 0", "--epsilon", 2},
               {"words.csv --column smoker --values no,yes --epsilon inf", "--epsilon", 2},
               {"words.csv --column smoker --values yes --epsilon 1", "--values", 2},
               {"words.csv --column smoker --epsilon 1", "--values A,B", 4},
               {"words.csv --column weight --epsilon 1", "weight", 2},
               {"words.csv --column smoker --values no,yes --epsilon 1 --neighbours add-remove", "how many rows", 2},
               {"words.csv --column smoker --values no,yes --epsilon 1 --noise loud", "secure", 2},
               {"words.csv --column smoker --values no,yes --epsilon 1 --json", "--out", 2},
               {"words.csv --column smoker --values no,yes --epsilon 1 --out words.csv", "words.csv", 2},
               {"words.csv --column smoker --values no,yes --epsilon 1 --out other.csv", "other.csv", 2}};
  for (const auto& c : cases) {
    const Outcome refused = run(std::string("randomised-response ") + c.arguments);
    EXPECT_EQ(refused.code, c.code) << c.arguments << '\n' << refused.error;
    EXPECT_NE(refused.error.find(c.words), std::string::npos) << refused.error;
    EXPECT_EQ(refused.error.find("--group"), std::string::npos) << refused.error;
  }
}

TEST_F(RandomisedColumn, SpendsFromALedger) {
  write("bits.csv", "1", "0", 40);
  ASSERT_EQ(run("ledger create budget.db --dataset people --epsilon 1.5 --delta 0 --owner office").code, 0);
  const std::string told =
      "randomised-response bits.csv --column smoker --epsilon 1 --ledger budget.db --dataset people --out told.csv";
  EXPECT_EQ(run(told).code, 0);
  const std::string before = content("told.csv");
  const Outcome refused = run(told);
  EXPECT_EQ(refused.code, 3) << refused.error;
  EXPECT_EQ(content("told.csv"), before);
  const Outcome history = run("ledger history budget.db");
  EXPECT_NE(history.out.find("randomised-response\", data \"bits.csv\", target \"smoker\""), std::string::npos)
      << history.out;
}

TEST_F(RandomisedColumn, IsToldOfTheTableThatTheLedgerKnows) {
  write("bits.csv", "1", "0", 40);
  write("other.csv", "1", "0", 41);
  ASSERT_EQ(run("ledger create budget.db --dataset people --epsilon 3 --delta 0 --data bits.csv").code, 0);
  const std::string end = " --column smoker --epsilon 1 --ledger budget.db --dataset people --out told.csv";
  EXPECT_EQ(run("randomised-response bits.csv" + end).code, 0);
  const Outcome refused = run("randomised-response other.csv" + end);
  EXPECT_EQ(refused.code, 3) << refused.error;
  EXPECT_NE(refused.error.find("another table"), std::string::npos) << refused.error;
  EXPECT_EQ(run("randomised-response other.csv --other-data" + end).code, 0);
}

}  // namespace
}  // namespace discreet::testing
