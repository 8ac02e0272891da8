#include "discreet/io/read_groups.hpp"

#include <gtest/gtest.h>

#include "discreet/privacy/additive_noise.hpp"
#include "discreet/privacy/ledger.hpp"
#include "tests/support/grants.hpp"
#include "tests/support/temporary_file.hpp"

namespace discreet {
namespace {

std::vector<std::uint32_t> codes_of(const GroupColumn& column) {
  Permit permit = GrantsForTests::exact_answers("t");
  return exactly(permit.pay("t"), column.codes);
}

using Codes = std::vector<std::uint32_t>;
using Names = std::vector<std::string>;

TEST(Groups, AreTheValuesThatOccurInOrder) {
  const auto words = group_column({"b", "a", " b ", "c"}, {"g", {}, {}});
  ASSERT_TRUE(words);
  EXPECT_EQ(words->values, (Names{"a", "b", "c"}));
  EXPECT_EQ(codes_of(*words), (Codes{1, 0, 1, 2}));
  EXPECT_FALSE(words->declared);
  const auto numbers = group_column({"10", "9", "9.0", "+10"}, {"g", {}, {}});
  EXPECT_EQ(numbers->values, (Names{"9", "10"})) << "by size, whatever the spelling";
  EXPECT_EQ(codes_of(*numbers), (Codes{1, 0, 0, 1}));
}

TEST(Groups, ThatAreDeclaredLeaveOutOthers) {
  const auto found = group_column({"x", "y", "z", ""}, {"g", {"z", "y"}, {}});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->values, (Names{"z", "y"}));
  EXPECT_EQ(codes_of(*found), (Codes{2, 1, 0, 2}));
  EXPECT_TRUE(found->declared);
}

TEST(Groups, CutNumbersAtTheEdges) {
  const auto found = group_column({"1", "30", "29.9", "50", "99"}, {"age", {}, {30, 50}});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->values, (Names{"below 30", "30 to below 50", "50 and above"}));
  EXPECT_EQ(codes_of(*found), (Codes{0, 1, 0, 2, 2}));
  EXPECT_FALSE(group_column({"old"}, {"age", {}, {30}}));
}

// What is released must not depend on which values there are.
TEST(Groups, OfPrivateRowsAreNotReadOffThem) {
  const auto binary = group_column({"1", "1"}, {"g", {}, {}, true});
  ASSERT_TRUE(binary);
  EXPECT_EQ(binary->values, (Names{"0", "1"})) << "both, whether they occur or not";
  const auto words = group_column({"F", "M"}, {"g", {}, {}, true});
  ASSERT_FALSE(words);
  EXPECT_EQ(words.error().fault, Fault::precondition);
  EXPECT_EQ(words.error().message.find("M'"), std::string::npos) << "no value is told";
}

TEST(Groups, MayBeColumnsOfTheirOwn) {
  const testing::TemporaryFile file(".csv", "x,sex=F,sex=M,y\n1,0,1,1\n2,1,0,-1\n3,0,0,1\n");
  const auto found = read_groups(file.path(), {"sex", {}, {}, true});
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_EQ(found->values, (Names{"F", "M"})) << "names of columns are public";
  EXPECT_EQ(codes_of(*found), (Codes{1, 0, 2}));
}

TEST(Groups, ComeFromEveryKindOfFile) {
  const testing::TemporaryFile tabs(".tsv", "g\ty\nu\t1\nv\t-1\n"), sparse(".svm", "1 2:3\n-1 1:1\n");
  EXPECT_EQ(read_groups(tabs.path(), {"g", {}, {}})->values, (Names{"u", "v"}));
  EXPECT_EQ(read_groups(sparse.path(), {"2", {}, {}})->values, (Names{"0", "3"}));
  EXPECT_EQ(read_groups("synthetic:clinic?n=50", {"female", {}, {}})->rows, 50U);
  const auto missing = read_groups(tabs.path(), {"h", {}, {}});
  ASSERT_FALSE(missing);
  EXPECT_NE(missing.error().hint.find("g, y"), std::string::npos);
  EXPECT_FALSE(read_groups("-", {"g", {}, {}}));
}

}  // namespace
}  // namespace discreet
