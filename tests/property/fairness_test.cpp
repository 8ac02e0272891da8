// What must hold for any margins, any models and any rows.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "discreet/fairness/assessment.hpp"
#include "discreet/privacy/additive_noise.hpp"
#include "tests/support/grants.hpp"
#include "tests/support/make.hpp"
#include "tests/support/tallies.hpp"

namespace discreet {
namespace {

using testing::any_scores, testing::any_tally, testing::rows_of, testing::Tallied;

std::vector<MarginRow> any_rows(PublicRandom& random) {
  std::vector<MarginRow> rows(1 + random.below(40));
  const double scale = std::pow(10, 6 * random.uniform() - 3);
  for (MarginRow& row : rows) {
    const auto kind = random.below(10);
    row.ratio = kind == 0   ? 0
                : kind == 1 ? std::numeric_limits<double>::infinity()
                : kind == 2 ? 1
                            : scale * std::abs(random.normal());
    row.right = random.below(2) == 0;
  }
  return rows;
}

TEST(EveryBound, IsOrderedAsTheTheorySays) {
  PublicRandom random(3);
  for (int trial = 0; trial < 5000; ++trial) {
    const AccuracyBounds found = bounds_of(any_rows(random));
    ASSERT_LE(found.chernoff, found.markov);
    ASSERT_LE(found.truncated, found.markov);
    ASSERT_LE(found.near, found.truncated + 1e-12);
    ASSERT_LE(found.near, found.chernoff + 1e-9);
    ASSERT_NEAR(found.lost + found.gained, found.near, 1e-12);
  }
}

// Two models at any distance: no level of any measure differs by more than the bounds with that distance, whatever the
// number of classes. This is what the right Lipschitz constants are for.
TEST(EveryMeasure, OfTwoModelsDiffersByAtMostItsBounds) {
  PublicRandom random(5);
  double closest = HUGE_VAL;
  for (int trial = 0; trial < 600; ++trial) {
    const std::size_t classes = 2 + random.below(3);
    const Tallied made = any_tally(random, 60, classes, 2);
    const LinearScores model = any_scores(random, classes, 3);
    LinearScores other = model;
    const double size = std::pow(10, 3 * random.uniform() - 2.5);
    double square = 0;
    for (std::size_t k = 0; k < model.weights.size(); ++k) {
      for (double& weight : other.weights[k]) weight += size * random.normal();
      other.intercepts[k] += size * random.normal();
      for (std::size_t j = 0; j < 3; ++j) square += std::pow(other.weights[k][j] - model.weights[k][j], 2);
      square += std::pow(other.intercepts[k] - model.intercepts[k], 2);
    }
    const MarginReach reach{{}, 1, std::sqrt(square), 0};
    const auto rows = rows_of(GroupTally(made.data, made.groups, {model, other, reach}));
    const GroupParts parts = parts_of(rows, 2, classes);
    const auto bounds = bounds_in_parts(rows, parts, reach);
    for (const JudgedRow& row : rows) {
      ASSERT_LE(std::abs(row.margin - row.margin_by_other), reach.of(row.length) * (1 + 1e-12));
      closest = std::min(closest, reach.of(row.length) / std::abs(row.margin - row.margin_by_other));
    }
    const auto here = accuracies_of(rows, parts), there = accuracies_of(rows, parts, true);
    for (const NamedNotion& notion : kNotions) {
      if (classes > 2 && notion.notion == Notion::demographic_parity) continue;
      for (const FairnessLevel& level : levels_of(notion.notion, parts, 1)) {
        if (!level.defined) continue;
        const LevelBounds bound = bounds_of(level, bounds);
        const double moved = level.value(there) - level.value(here);
        ASSERT_GE(moved, -bound.down - 1e-12) << notion.name;
        ASSERT_LE(moved, bound.up + 1e-12) << notion.name;
        ASSERT_LE(bound.change(), bound.near + 1e-12);
        ASSERT_LE(bound.chernoff, bound.markov + 1e-12);
      }
    }
  }
  EXPECT_LT(closest, 1.01) << "the constants are not larger than they must be";
}

// Neighbours under the same seeded noise, which cancels: one row moves the counts by what is charged and no more.
TEST(EveryTally, MovesByAtMostWhatIsCharged) {
  PublicRandom random(7);
  double furthest[2] = {};
  for (int trial = 0; trial < 500; ++trial) {
    const bool replaced = random.below(2) == 0;
    const std::size_t classes = 2 + random.below(2);
    Tallied here = any_tally(random, 4, classes, 2);
    testing::Random changed = here.made;
    std::vector<std::uint32_t> codes;
    for (const JudgedRow& row : rows_of(GroupTally(here.data, here.groups, {any_scores(random, classes, 3)})))
      codes.push_back(row.group);
    codes.resize(4, 0);
    here.groups.codes = Sensitive(codes);
    changed.rows[0] = {random.normal(), random.below(3) == 0 ? std::nan("") : 1e9 * random.normal(), 0};
    changed.labels[0] = classes == 2 ? -changed.labels[0] : static_cast<double>(random.below(classes));
    codes[0] = replaced ? static_cast<std::uint32_t>(random.below(2)) : 2;  // left out: it is in no group
    const Dataset other = testing::make_dataset(changed.rows, changed.labels);
    GroupColumn groups{"g", here.groups.values, true, 4, Sensitive(codes)};
    const GroupTally::Judges judges{any_scores(random, classes, 3), {}, MarginReach{{}, 1, 0.3, 0}};
    const auto counts = [&](const Dataset& data, const GroupColumn& column, bool euclidean) {
      const GroupTally tally(data, column, judges);
      SeededNoise source(1);
      const Neighbours neighbours = replaced ? Neighbours::replace_one : Neighbours::zero_out;
      Permit permit = testing::make_permit("a", LaplaceEvent{{3}}, 1, tally.cells(), neighbours);
      if (!euclidean) return Laplace(source).release(tally.laplace_counts(permit.pay("a"))).value();
      Permit normal = testing::make_permit("a", GaussianEvent{{3}}, 1, tally.cells(), neighbours);
      return Gaussian(source).release(tally.counts(normal.pay("a"))).value();
    };
    const auto a = counts(here.data, here.groups, false), b = counts(other, groups, false);
    const auto c = counts(here.data, here.groups, true), d = counts(other, groups, true);
    double sizes = 0, squares = 0;
    for (std::size_t k = 0; k < a.size(); ++k) {
      sizes += std::abs(a[k] - b[k]);
      squares += (c[k] - d[k]) * (c[k] - d[k]);
    }
    ASSERT_LE(sizes, (replaced ? 2 : 1) * (1 + 1e-9));
    ASSERT_LE(squares, (replaced ? 2 : 1) * (1 + 1e-9));
    furthest[replaced] = std::max(furthest[replaced], sizes);
  }
  EXPECT_NEAR(furthest[0], 1, 1e-9);
  EXPECT_NEAR(furthest[1], 2, 1e-9);
}

TEST(EveryTally, IsTheSameForSparseRows) {
  PublicRandom random(11);
  const testing::Random made = testing::mostly_zeros(300, 9, 0.2, 3, true);
  GroupColumn groups{"g", {"a", "b"}, true, 300, Sensitive(std::vector<std::uint32_t>(300, 1))};
  std::vector<double> scales(9, 0.5), centres(9, 0.25);
  const GroupTally::Judges judges{any_scores(random, 2, 9), {}, MarginReach{scales, 1, 0.1, 0, centres}};
  const Dataset dense = testing::make_dataset(made.rows, made.labels),
                sparse = testing::make_sparse_dataset(made.rows, made.labels);
  const auto a = rows_of(GroupTally(dense, groups, judges)), b = rows_of(GroupTally(sparse, groups, judges));
  ASSERT_EQ(a.size(), 300U);
  ASSERT_EQ(b.size(), 300U);
  for (std::size_t i = 0; i < a.size(); ++i) {
    EXPECT_NEAR(a[i].margin, b[i].margin, 1e-12);
    EXPECT_NEAR(a[i].length, b[i].length, 1e-12);
    EXPECT_EQ(a[i].predicted, b[i].predicted);
  }
}

}  // namespace
}  // namespace discreet
