#include "discreet/data/table_facts.hpp"

#include <gtest/gtest.h>

#include "discreet/io/load.hpp"

namespace discreet {
namespace {

using Texts = std::vector<std::string>;

const TableFacts kNoted{{"age", "ward", "sick"}, true, 100, "patients.csv"};

TableFacts with(Texts columns, bool whole) { return {std::move(columns), whole, 100, "patients.csv"}; }

TEST(TableFacts, OfTheSameTableDoNotDiffer) {
  EXPECT_EQ(differences(kNoted, kNoted), Texts{});
  EXPECT_EQ(differences(kNoted, with({"sick", "ward", "age"}, true)), Texts{}) << "columns may be in any order";
  EXPECT_EQ(differences(kNoted, with({"age", "ward=A", "ward=B", "sick"}, true)), Texts{})
      << "categories stand for their column";
}

TEST(TableFacts, DifferByHeaderRowsAndSource) {
  EXPECT_EQ(differences(kNoted, with({"age", "ward", "sick", "town"}, true)),
            Texts{"the header has 'town', which was not noted"});
  EXPECT_EQ(differences(kNoted, with({"age", "sick"}, true)), Texts{"the header lacks 'ward'"});
  TableFacts other = kNoted;
  other.rows = 90;
  other.source = "extract.csv";
  EXPECT_EQ(differences(kNoted, other),
            (Texts{"the number of rows is 90, not 100", "the source name is extract.csv, not patients.csv"}));
}

TEST(TableFacts, OfSomeColumnsNeedNotHaveThemAll) {
  EXPECT_EQ(differences(kNoted, with({"age"}, false)), Texts{});
  EXPECT_EQ(differences(kNoted, with({"town"}, false)), Texts{"the header has 'town', which was not noted"});
}

// Rows in memory have no source and perhaps no names; sparse files have no names.
TEST(TableFacts, AreComparedWhereBothTablesHaveThem) {
  EXPECT_EQ(differences(kNoted, {{}, false, 100, ""}), Texts{});
  EXPECT_EQ(differences(kNoted, {{}, false, std::nullopt, ""}), Texts{});
  EXPECT_EQ(differences(kNoted, {{}, false, 99, ""}), Texts{"the number of rows is 99, not 100"});
  EXPECT_EQ(differences({{}, true, 100, "patients.csv"}, kNoted), Texts{});
}

// Under add-remove whether a row is there is what must not be told.
TEST(TableFacts, HaveTheNumberOfRowsOnlyWhereItIsPublic) {
  const Dataset data = *load("synthetic:regression?n=50&p=2", {});
  EXPECT_EQ(facts_of(data, Neighbours::replace_one).rows, 50U);
  EXPECT_EQ(facts_of(data, Neighbours::zero_out).rows, 50U);
  EXPECT_EQ(facts_of(data, Neighbours::add_remove).rows, std::nullopt);
}

TEST(TableFacts, KnowNamesThatWereMadeUpForColumns) {
  EXPECT_TRUE(only_numbered({"x1", "x2"}));
  EXPECT_TRUE(only_numbered({"1", "12"}));
  EXPECT_FALSE(only_numbered({"x1", "age"}));
  EXPECT_FALSE(only_numbered({"x"}));
  EXPECT_FALSE(only_numbered({"x1y"}));
}

}  // namespace
}  // namespace discreet
