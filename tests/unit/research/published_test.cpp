// The published numbers against what the publications say about them in other places.
#include "discreet/research/reproduce/published.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "discreet/research/reproduce/dpcd_problems.hpp"
#include "discreet/research/reproduce/dpgcd_problems.hpp"
#include "discreet/research/reproduce/reproduction.hpp"

namespace discreet {
namespace {

TEST(Published, Table2HasTenRowsForFiveProblems) {
  EXPECT_EQ(published::dpcd_table2().size(), 10u);
  EXPECT_EQ(dpcd_problems().size(), 5u);
  for (const DpcdProblem& problem : dpcd_problems())
    for (const char* method : {"DP-CD", "DP-SGD"}) {
      const auto rows = published::dpcd_table2();
      EXPECT_EQ(std::count_if(rows.begin(), rows.end(),
                              [&](const auto& row) { return row.problem == problem.name && row.method == method; }),
                1);
    }
}

// The publication stars the best of each row.
TEST(Published, StarsAreWhereTheTableHasThem) {
  const std::size_t stars[] = {4, 4, 2, 4, 4, 4, 0, 4, 0, 0};
  for (std::size_t k = 0; k < 10; ++k) {
    const published::ByPasses& row = published::dpcd_table2()[k];
    EXPECT_EQ(row.best(), stars[k]) << row.problem << row.method;
  }
}

// "DP-CD consistently runs about 5 times faster than DP-SGD."
TEST(Published, Table3AgreesWithItsText) {
  const auto rows = published::dpcd_table3();
  for (std::size_t k = 0; k < rows.size(); k += 2)
    for (std::size_t c = 0; c < 5; ++c) {
      const double ratio = rows[k + 1].value[c] / rows[k].value[c];
      EXPECT_GT(ratio, 2) << rows[k].problem;
      EXPECT_LT(ratio, 12) << rows[k].problem;
    }
}

TEST(Published, EveryProblemOfTheTablesExists) {
  std::set<std::string_view> known;
  for (const DpgcdProblem& problem : dpgcd_problems()) known.insert(problem.name);
  for (const published::Support& row : published::dpgcd_table_d4()) EXPECT_TRUE(known.contains(row.problem));
  for (const published::Chosen& row : published::dpgcd_table_d5()) EXPECT_TRUE(known.contains(row.problem));
}

TEST(Reproduction, IsWrittenWithItsCaveatAndItsMissingData) {
  Reproduction r;
  r.name = "x";
  r.title = "t";
  r.columns = {"problem", "published", "measured"};
  r.rows = {{std::string("a,b"), 0.5, Cell()}};
  r.missing = {"mtp"};
  const std::string csv = csv_of(r);
  EXPECT_NE(csv.find("# research output: not private\n"), csv.npos);
  EXPECT_NE(csv.find("# missing: mtp\n"), csv.npos);
  EXPECT_NE(csv.find("problem,published,measured\n\"a,b\",0.5,\n"), csv.npos);
  const Json json = to_json(r);
  EXPECT_EQ(json["caveats"][0], "research output: not private");
  EXPECT_EQ(json["rows"][0]["published"], 0.5);
  EXPECT_TRUE(json["rows"][0]["measured"].is_null());
  EXPECT_TRUE(json["machine"].contains("cpu"));
  EXPECT_NE(text_of(r).find("missing: mtp"), std::string::npos);
}

// Thesis, table 6.1. The script computed the column of equalized odds by the formula of accuracy parity.
TEST(Published, FairnessTableHasTheSlipOfItsScript) {
  const auto table = published::fairness_table();
  ASSERT_EQ(table.size(), 5U);
  EXPECT_EQ(table[1].measure, "equalized-odds");
  EXPECT_EQ(table[1].celeba, table[3].celeba);
  EXPECT_EQ(table[0].celeba, .1044);
  EXPECT_EQ(table[4].folktables, .0013);
}

}  // namespace
}  // namespace discreet
