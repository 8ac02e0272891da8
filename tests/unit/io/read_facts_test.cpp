#include "discreet/io/read_facts.hpp"

#include <gtest/gtest.h>

#include <filesystem>

#include "tests/support/temporary_file.hpp"

namespace discreet {
namespace {

using Texts = std::vector<std::string>;

std::string bare(const std::string& path) { return std::filesystem::path(path).filename().string(); }

TEST(ReadFacts, AreHeaderRowsAndNameOfATableWithWords) {
  const testing::TemporaryFile table(".csv", "age, town=x,\"si\"\"ck\"\n1,north,no\n\n2,\"a\nb\",yes\n,,\n");
  const auto facts = read_facts(table.path(), Neighbours::replace_one);
  ASSERT_TRUE(facts) << facts.error().message;
  EXPECT_EQ(facts->columns, (Texts{"age", "town=x", "si\"ck"}));
  EXPECT_EQ(facts->rows, 3U) << "an empty line is no row, and a line break in quotes begins none";
  EXPECT_EQ(facts->source, bare(table.path()));
  EXPECT_TRUE(facts->whole);
}

// A row that cannot be read is not even looked at.
TEST(ReadFacts, ReadNoRowsWhereTheirNumberIsHidden) {
  const testing::TemporaryFile table(".tsv", "age\tsick\n1\t2\t3\t4\n");
  const auto facts = read_facts(table.path(), Neighbours::add_remove);
  ASSERT_TRUE(facts) << facts.error().message;
  EXPECT_EQ(facts->rows, std::nullopt);
  EXPECT_EQ(facts->columns, (Texts{"age", "sick"}));
  EXPECT_EQ(read_facts(table.path(), Neighbours::zero_out).error().fault, Fault::data);
}

TEST(ReadFacts, OfSparseRowsHaveNoColumnsAndNoWidthThatIsReadOffRows) {
  const testing::TemporaryFile rows(".svm", "1 1:2 7:3\n-1 2:1\n");
  const auto facts = read_facts(rows.path(), Neighbours::replace_one);
  ASSERT_TRUE(facts) << facts.error().message;
  EXPECT_EQ(facts->columns, Texts{});
  EXPECT_EQ(facts->rows, 2U);
  const auto hidden = read_facts(rows.path(), Neighbours::add_remove);
  ASSERT_TRUE(hidden);
  EXPECT_EQ(hidden->rows, std::nullopt);
}

TEST(ReadFacts, OfGeneratedDataAreThoseOfAFit) {
  const auto facts = read_facts("synthetic:regression?n=40&p=2", Neighbours::replace_one);
  ASSERT_TRUE(facts);
  EXPECT_EQ(facts->columns, (Texts{"x1", "x2", "y"}));
  EXPECT_EQ(facts->rows, 40U);
  EXPECT_EQ(facts->source, "synthetic:regression?n=40&p=2");
}

TEST(ReadFacts, RefuseWhatIsNoTable) {
  EXPECT_EQ(read_facts("-", Neighbours::replace_one).error().fault, Fault::usage);
  EXPECT_EQ(read_facts("/nowhere/table.csv", Neighbours::add_remove).error().fault, Fault::data);
  EXPECT_EQ(read_facts("/nowhere/table.svm", Neighbours::add_remove).error().fault, Fault::data);
  const testing::TemporaryFile empty(".csv", ""), twice(".csv", "a,a\n1,2\n");
  EXPECT_EQ(read_facts(empty.path(), Neighbours::add_remove).error().fault, Fault::data);
  EXPECT_EQ(read_facts(twice.path(), Neighbours::add_remove).error().fault, Fault::data);
}

}  // namespace
}  // namespace discreet
