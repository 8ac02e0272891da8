// What a ledger tells of a dataset: one number for what is left, and whether a table is the one that was noted.
#if __has_include(<sqlite3.h>)
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "discreet/io/ledger_store.hpp"
#include "tests/support/temporary_file.hpp"

namespace discreet {
namespace {

constexpr Total kTotal{Total::Kind::approximate, 1, {1e-6}};

class LedgerFacts : public ::testing::Test {
 protected:
  LedgerFacts() : file_(".db", ""), store_(file_.path()) {}
  void create() { ASSERT_TRUE(store_.create("rows", kTotal, Neighbours::replace_one, "someone")); }
  static Bill gaussian(double multiplier) {
    return {{Neighbours::replace_one, {{"slopes", GaussianEvent{{multiplier}}, 1, 1}}}, {{0.5}, {1e-6}}};
  }

  testing::TemporaryFile file_;
  LedgerStore store_;
};

// What is left at the total's delta, whatever the delta of the fit; for that there is a hint, which is true.
TEST_F(LedgerFacts, TellsOneNumberOfWhatIsLeft) {
  create();
  EXPECT_EQ(left_of(*store_.account("rows")), 1) << "all of it, to the last digit";
  ASSERT_TRUE(store_.charge("rows", gaussian(8), {}));
  const LedgerAccount account = *store_.account("rows");
  const double left = left_of(account), exact = discreet::left(kTotal, account.spending, kTotal.delta).value;
  EXPECT_LE(left, exact);
  EXPECT_GT(left, exact * 0.998) << "four digits";
  EXPECT_EQ(account_to_json(account)["remaining"]["epsilon"].get<double>(), left);
  for (const double delta : {1e-6, 3.0886e-9}) {
    Bill bill = gaussian(3);
    bill.cost.delta = {delta};
    const Error refused = store_.charge("rows", bill, {}).error();
    EXPECT_NE(refused.message.find(fmt::format("has epsilon {} left at delta 1e-06 ", left)), std::string::npos)
        << refused.message;
    const bool same = delta == 1e-6;
    EXPECT_EQ(refused.hint.find(" at --delta 3.08e-09") == std::string::npos, same) << refused.hint;
    const double offered = std::stod(refused.hint.substr(std::string("give --epsilon ").size()));
    if (same) {
      EXPECT_EQ(offered, left);
    } else {
      EXPECT_LE(offered, discreet::left(kTotal, account.spending, {3.08e-9}).value);
      EXPECT_GT(offered, left) << "the same noise has a larger epsilon at a smaller delta";
    }
  }
  ASSERT_TRUE(store_.create("others", {Total::Kind::rho, 0.30000001, {0}}, Neighbours::replace_one, ""));
  ASSERT_TRUE(store_.charge("others", gaussian(8), {}));
  const Error refused = store_.charge("others", gaussian(1), {}).error();
  EXPECT_NE(refused.message.find(fmt::format("has rho {} left and this fit", left_of(*store_.account("others")))),
            std::string::npos)
      << refused.message;
}

TEST_F(LedgerFacts, ComparesATableWithTheOneThatWasNoted) {
  const TableFacts noted{{"age", "sick"}, true, 100, "patients.csv"};
  ASSERT_TRUE(store_.create("rows", kTotal, Neighbours::replace_one, "", noted));
  const LedgerAccount account = *store_.account("rows");
  ASSERT_TRUE(account.table);
  EXPECT_EQ(differences(*account.table, noted), std::vector<std::string>{});
  EXPECT_EQ(account.table->rows, 100U);
  Errand errand{"fit", "model.json", "sick", "logistic", "patients.csv", noted};
  EXPECT_TRUE(store_.charge("rows", gaussian(20), errand));
  errand.table.rows = 90;
  const auto refused = store_.charge("rows", gaussian(20), errand);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().fault, Fault::budget);
  EXPECT_NE(refused.error().message.find("the number of rows is 90, not 100"), std::string::npos);
  EXPECT_NE(refused.error().hint.find("--other-data"), std::string::npos);
  errand.other_data = true;
  ASSERT_TRUE(store_.charge("rows", gaussian(20), errand));
  const auto history = *store_.verified();
  ASSERT_EQ(history.size(), 3U) << "a refusal is not charged";
  const Json first = Json::parse(history[1].details), second = Json::parse(history[2].details);
  EXPECT_FALSE(first.contains("other_data"));
  EXPECT_EQ(second["other_data"], Json::array({"the number of rows is 90, not 100"}));
  for (const auto& [key, value] : {std::pair{"data", "patients.csv"}, {"target", "sick"}, {"loss", "logistic"}})
    EXPECT_EQ(second[key], value);
}

TEST_F(LedgerFacts, RefusesFactsThatMakeNoSense) {
  const Json budget{{"epsilon", 1.0}, {"delta", 1e-6}};
  for (const Json& table : {Json{{"columns", {"a"}}, {"source", "t"}, {"rows", -1}},
                            Json{{"columns", {1}}, {"source", "t"}}, Json{{"source", "t"}}, Json(7)}) {
    const LedgerEntry entry = next_entry(
        {}, "create", "rows", {{"neighbours", "replace-one"}, {"budget", budget}, {"owner", ""}, {"table", table}});
    const auto accounts = accounts_of({entry});
    ASSERT_FALSE(accounts) << table.dump();
    EXPECT_EQ(accounts.error().fault, Fault::data);
  }
}

}  // namespace
}  // namespace discreet
#endif
