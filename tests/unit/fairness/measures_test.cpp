// Every measure against a table that was worked out by hand.
#include "discreet/fairness/measures.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "discreet/fairness/assessment.hpp"

namespace discreet {
namespace {

// Twenty rows. Group a: 6 of label +, 5 of them predicted so; 4 of label -, 1 of them predicted +.
//              Group b: 3 of label +, 1 predicted so;         7 of label -, 2 predicted +.
std::vector<JudgedRow> twenty_rows() {
  std::vector<JudgedRow> rows;
  const auto add = [&](std::uint32_t group, std::uint32_t label, std::uint32_t predicted, int times) {
    for (int k = 0; k < times; ++k) {
      JudgedRow row;
      row.group = group, row.label = label, row.predicted = predicted;
      row.margin = label == predicted ? 1 : -1;
      row.length = 1;
      rows.push_back(row);
    }
  };
  add(0, 1, 1, 5), add(0, 1, 0, 1), add(0, 0, 1, 1), add(0, 0, 0, 3);
  add(1, 1, 1, 1), add(1, 1, 0, 2), add(1, 0, 1, 2), add(1, 0, 0, 5);
  return rows;
}

std::vector<double> levels(Notion notion, std::size_t desirable = 1) {
  const auto rows = twenty_rows();
  const GroupParts parts = parts_of(rows, 2, 2);
  const auto accuracies = accuracies_of(rows, parts);
  std::vector<double> found;
  for (const FairnessLevel& level : levels_of(notion, parts, desirable)) found.push_back(level.value(accuracies));
  return found;
}

void expect_levels(const std::vector<double>& found, const std::vector<double>& by_hand) {
  ASSERT_EQ(found.size(), by_hand.size());
  for (std::size_t k = 0; k < found.size(); ++k) EXPECT_NEAR(found[k], by_hand[k], 1e-12) << "group " << k;
}

TEST(EveryMeasure, IsWhatWasCountedByHand) {
  // 14 of 20 are right; 8 of 10 in a, 6 of 10 in b.
  expect_levels(levels(Notion::accuracy), {14 / 20.});
  expect_levels(levels(Notion::accuracy_parity), {0.8 - 0.7, 0.6 - 0.7});
  // Predicted +: 6 of 10 in a, 3 of 10 in b, 9 of 20. In the order a-, a+, b-, b+.
  expect_levels(levels(Notion::demographic_parity), {0.4 - 0.55, 0.6 - 0.45, 0.7 - 0.55, 0.3 - 0.45});
  // Right among +: 5/6 and 1/3, 6/9 together; among -: 3/4 and 5/7, 8/11 together.
  expect_levels(levels(Notion::equalized_odds), {3 / 4. - 8 / 11., 5 / 6. - 6 / 9., 5 / 7. - 8 / 11., 1 / 3. - 6 / 9.});
  expect_levels(levels(Notion::equality_of_opportunity), {0, 5 / 6. - 6 / 9., 0, 1 / 3. - 6 / 9.});
  expect_levels(levels(Notion::equality_of_opportunity, 0), {3 / 4. - 8 / 11., 0, 5 / 7. - 8 / 11., 0});
}

TEST(EveryMeasure, HasAnAggregateThatIsTheMeanSize) {
  EXPECT_NEAR(aggregate(levels(Notion::accuracy_parity)), 0.1, 1e-12);
  EXPECT_NEAR(aggregate(levels(Notion::demographic_parity)), 0.15, 1e-12);
  // K counts the groups that the notion does not speak of, as equation 6.3.2 has it: (1/6 + 1/3) / 4.
  EXPECT_NEAR(aggregate(levels(Notion::equality_of_opportunity)), 0.125, 1e-12);
}

TEST(EveryMeasure, LeavesGroupsWithoutRowsUndefined) {
  auto rows = twenty_rows();
  std::erase_if(rows, [](const JudgedRow& row) { return row.group == 1 && row.label == 1; });
  const GroupParts parts = parts_of(rows, 2, 2);
  const auto odds = levels_of(Notion::equalized_odds, parts, 1);
  EXPECT_FALSE(odds[3].defined);
  EXPECT_TRUE(odds[1].defined);
  EXPECT_NEAR(odds[1].value(accuracies_of(rows, parts)), 0, 1e-12) << "all that have the label are in the group";
  for (const FairnessLevel& level : levels_of(Notion::accuracy_parity, parts, 1)) EXPECT_TRUE(level.defined);
}

TEST(EveryMeasure, CountsMoreThanTwoLabels) {
  // Three labels, two groups: right 2 of 3, 1 of 2, 0 of 1 in one group and 1 of 1, 1 of 3, 2 of 2 in the other.
  const GroupParts parts{2, 3, {3, 2, 1, 1, 3, 2}};
  const std::vector<double> accuracies{2 / 3., 1 / 2., 0, 1, 1 / 3., 1};
  const auto parity = levels_of(Notion::accuracy_parity, parts, 0);
  EXPECT_NEAR(parity[0].value(accuracies), 3 / 6. - 7 / 12., 1e-12);
  EXPECT_NEAR(parity[1].value(accuracies), 4 / 6. - 7 / 12., 1e-12);
  const auto odds = levels_of(Notion::equalized_odds, parts, 0);
  EXPECT_NEAR(odds[1].value(accuracies), 1 / 2. - 2 / 5., 1e-12);
}

TEST(Measures, AreKnownByTheirNames) {
  EXPECT_EQ(notions_named("")->size(), 5U);
  EXPECT_EQ(notions_named("equalized-odds")->front(), Notion::equalized_odds);
  const auto unknown = notions_named("equalised");
  ASSERT_FALSE(unknown);
  EXPECT_NE(unknown.error().message.find("equalised"), std::string::npos);
}

}  // namespace
}  // namespace discreet
