#if __has_include(<sqlite3.h>)
#include "discreet/io/ledger_store.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmath>
#include <fstream>

#include "discreet/io/ledger_schema.hpp"
#include "tests/support/temporary_file.hpp"

namespace discreet {
namespace {

constexpr Total kTotal{Total::Kind::approximate, 1, {1e-6}};

class Stored : public ::testing::Test {
 protected:
  Stored() : file_(".db", ""), store_(file_.path()) {}
  void create(const Total& total = kTotal) {
    ASSERT_TRUE(store_.create("rows", total, Neighbours::replace_one, "someone"));
  }
  static Bill gaussian(double multiplier) {
    return {{Neighbours::replace_one, {{"slopes", GaussianEvent{{multiplier}}, 1, 1}}}, {{0.5}, {1e-6}}};
  }
  void change(const std::string& statements) { Sqlite(file_.path(), Sqlite::Mode::existing).run(statements); }

  testing::TemporaryFile file_;
  LedgerStore store_;
};

TEST_F(Stored, RemembersWhatWasCharged) {
  create();
  ASSERT_TRUE(store_.charge("rows", gaussian(8), {"fit", "model.json"}));
  const LedgerAccount account = *LedgerStore(file_.path()).account("rows");
  EXPECT_EQ(account.spending.charges, 1U);
  EXPECT_NEAR(account.spending.sum.amount, 1 / 64.0, 1e-9);
  EXPECT_EQ(account.owner, "someone");
  const auto history = *store_.verified();
  ASSERT_EQ(history.size(), 2U);
  EXPECT_EQ(history[1].action, "charge");
  const Json details = Json::parse(history[1].details);
  EXPECT_EQ(details["model"], "model.json");
  EXPECT_EQ(details["events"][0]["noise_multiplier"], 8);
  EXPECT_FALSE(history[1].who.empty());
}

TEST_F(Stored, RefusesWhatIsNotLeftAndSaysWhatIs) {
  create();
  ASSERT_TRUE(store_.charge("rows", gaussian(5), {}));
  const auto refused = store_.charge("rows", gaussian(5), {});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().fault, Fault::budget);
  const double rest = left(kTotal, store_.account("rows")->spending, {1e-6}).value;
  EXPECT_NE(refused.error().message.find(fmt::format("epsilon {:.3g}", std::floor(rest * 1e3) / 1e3).substr(0, 11)),
            std::string::npos)
      << refused.error().message;
  EXPECT_EQ(store_.account("rows")->spending.charges, 1U) << "a refusal is not charged";
  ASSERT_TRUE(store_.grant("rows", {Total::Kind::approximate, 2, {1e-6}}));
  EXPECT_TRUE(store_.charge("rows", gaussian(5), {}));
}

TEST_F(Stored, KeepsDatasetsRelationsAndBudgetsApart) {
  create();
  ASSERT_TRUE(store_.create("others", {Total::Kind::rho, 1, {0}}, Neighbours::add_remove, ""));
  EXPECT_EQ(store_.create("rows", kTotal, Neighbours::replace_one, "").error().fault, Fault::usage);
  EXPECT_EQ(store_.charge("others", gaussian(8), {}).error().fault, Fault::budget) << "another relation";
  EXPECT_EQ(store_.charge("nobody", gaussian(8), {}).error().fault, Fault::usage);
  EXPECT_EQ(store_.grant("rows", {Total::Kind::mu, 1, {0}}).error().fault, Fault::usage);
  EXPECT_EQ(store_.grant("rows", {Total::Kind::approximate, 0.5, {1e-6}}).error().fault, Fault::usage);
  EXPECT_EQ(store_.grant("rows", kTotal).error().fault, Fault::usage);
  ASSERT_TRUE(store_.charge("rows", gaussian(8), {}));
  EXPECT_EQ(store_.account("others")->spending.charges, 0U);
}

TEST_F(Stored, DoesNotLetHistoryBeChanged) {
  create();
  EXPECT_THROW(change("UPDATE history SET details = ''"), SqliteFailure);
  EXPECT_THROW(change("DELETE FROM history"), SqliteFailure);
  EXPECT_TRUE(store_.verified());
}

// What somebody does who takes the rules away, changes a line and puts the rules back.
TEST_F(Stored, FindsTheLineThatWasChanged) {
  create();
  for (int k = 0; k < 3; ++k) ASSERT_TRUE(store_.charge("rows", gaussian(20), {}));
  std::string rules;
  {
    Sqlite database(file_.path(), Sqlite::Mode::existing);
    SqliteStatement all(database, "SELECT sql FROM sqlite_schema WHERE type = 'trigger'");
    while (all.step()) rules += all.text(0) + ";";
  }
  change("DROP TRIGGER history_is_not_changed; DROP TRIGGER history_is_not_deleted");
  EXPECT_EQ(store_.charge("rows", gaussian(20), {}).error().fault, Fault::data) << "the rules are missing";
  change("UPDATE history SET details = replace(details, '20.0', '90.0') WHERE sequence = 3;" + rules);
  const auto broken = store_.verified();
  ASSERT_FALSE(broken);
  EXPECT_EQ(broken.error().fault, Fault::data);
  EXPECT_NE(broken.error().message.find("entry 3"), std::string::npos) << broken.error().message;
  EXPECT_EQ(store_.charge("rows", gaussian(20), {}).error().fault, Fault::data);
  EXPECT_TRUE(store_.history()) << "can still be looked at";
}

TEST_F(Stored, FindsLinesThatAreMissingOrMoved) {
  std::vector<LedgerEntry> history;
  for (int k = 0; k < 4; ++k) history.push_back(next_entry(history, "charge", "rows", {{"price", k}}));
  EXPECT_FALSE(first_broken(history));
  auto changed = history;
  changed.erase(changed.begin() + 1);
  EXPECT_EQ(first_broken(changed), 2);
  changed = history;
  std::swap(changed[2], changed[3]);
  EXPECT_EQ(first_broken(changed), 3);
  changed = history;
  changed[0].who = "somebody else";
  EXPECT_EQ(first_broken(changed), 1);
}

TEST_F(Stored, BringsOldFilesUpToDateAndRefusesNewerOnes) {
  {
    Sqlite database(file_.path(), Sqlite::Mode::existing);
    migrate_ledger(database, 1);
    const LedgerEntry first =
        next_entry({}, "create", "rows",
                   {{"neighbours", "replace-one"}, {"budget", {{"epsilon", 1.0}, {"delta", 1e-6}}}, {"owner", ""}});
    SqliteStatement row(database, "INSERT INTO history VALUES (1, ?, ?, ?, ?, ?, ?, ?)");
    int place = 0;
    for (const std::string* text :
         {&first.time, &first.who, &first.action, &first.dataset, &first.details, &first.previous, &first.hash})
      row.bind(++place, *text);
    row.step();
  }
  EXPECT_TRUE(store_.account("rows")) << "looking does not need the newest version";
  EXPECT_FALSE(store_.account("rows")->table) << "no table was noted then";
  ASSERT_TRUE(store_.charge("rows", gaussian(8), {}));
  EXPECT_EQ(Sqlite(file_.path(), Sqlite::Mode::existing).number("PRAGMA user_version"), kLedgerVersion);
  EXPECT_THROW(change("DELETE FROM history"), SqliteFailure);
  change("PRAGMA user_version = 99");
  const auto newer = store_.account("rows");
  ASSERT_FALSE(newer);
  EXPECT_EQ(newer.error().fault, Fault::data);
  EXPECT_NE(newer.error().message.find("version 99"), std::string::npos);
}

TEST_F(Stored, RefusesFilesThatAreNoLedgers) {
  EXPECT_EQ(store_.account("rows").error().fault, Fault::data) << "an empty file";
  EXPECT_EQ(LedgerStore("/nowhere/at/all.db").account("rows").error().fault, Fault::data);
  EXPECT_EQ(LedgerStore("/nowhere/at/all.db").create("rows", kTotal, Neighbours::replace_one, "").error().fault,
            Fault::data);
  EXPECT_EQ(LedgerStore("/tmp").account("rows").error().fault, Fault::data);
  EXPECT_EQ(LedgerStore(":memory:").account("rows").error().fault, Fault::data);
  const testing::TemporaryFile text(".db", std::string(5000, 'x'));
  EXPECT_EQ(LedgerStore(text.path()).create("rows", kTotal, Neighbours::replace_one, "").error().fault, Fault::data);
  change("CREATE TABLE mine (x)");
  EXPECT_EQ(store_.create("rows", kTotal, Neighbours::replace_one, "").error().fault, Fault::data)
      << "somebody else's database";
}

TEST_F(Stored, RefusesADamagedFile) {
  create();
  for (int k = 0; k < 20; ++k) ASSERT_TRUE(store_.charge("rows", gaussian(60), {}));
  {
    std::fstream file(file_.path(), std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(4096);
    file << std::string(8192, '\xff');
  }
  EXPECT_EQ(store_.charge("rows", gaussian(60), {}).error().fault, Fault::data);
  std::ofstream(file_.path(), std::ios::trunc) << "SQLite format 3";
  EXPECT_EQ(store_.charge("rows", gaussian(60), {}).error().fault, Fault::data);
}

TEST_F(Stored, ChargesNothingWhereItCannotWrite) {
  if (geteuid() == 0) GTEST_SKIP() << "root may write everywhere";
  create();
  chmod(file_.path().c_str(), 0444);
  const auto refused = store_.charge("rows", gaussian(8), {});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().fault, Fault::data);
  EXPECT_NE(refused.error().message.find("nothing was charged"), std::string::npos);
  EXPECT_EQ(store_.account("rows")->spending.charges, 0U) << "it can still be looked at";
}

}  // namespace
}  // namespace discreet
#endif
