#include "discreet/solver/block.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "discreet/fit/fit.hpp"
#include "discreet/io/model_file.hpp"
#include "tests/support/make.hpp"
#include "tests/support/solved.hpp"

namespace discreet {
namespace {

using Kind = BlockChoice::Kind;

std::unique_ptr<Blocks> blocks_of(Kind kind, std::size_t size, const std::vector<double>& smoothness,
                                  const std::string& order = "cyclic") {
  return make_blocks({kind, size, {}, ""}, order, 3, smoothness);
}

Options seeded(const char* solver) {
  Options options;
  options.solver = solver;
  options.epsilon = "1";
  options.penalty = "l1:0.05";
  options.noise = "seeded:5";
  options.passes = "7";
  return options;
}

TEST(BlockDescent, WithBlocksOfOneIsCoordinateDescentToTheBit) {
  const Dataset data = testing::crooked(false);
  for (const char* order : {"uniform", "cyclic", "shuffled"}) {
    Options single = seeded("cd");
    single.order = order;
    Options block = single;
    block.solver = "block";
    block.block = "size:1";
    const auto one = fit(data, single), other = fit(data, block);
    ASSERT_TRUE(one && other);
    EXPECT_EQ(one->value().weights, other->value().weights) << order;
    EXPECT_EQ(one->value().intercept, other->value().intercept);
    EXPECT_EQ(one->value().privacy.spent, other->value().privacy.spent);
    const std::vector<PlanLine>& lines = one->value().privacy.plan.lines;
    const std::vector<PlanLine>& same = other->value().privacy.plan.lines;
    ASSERT_EQ(lines.size(), same.size());
    for (std::size_t k = 0; k < lines.size(); ++k) {
      EXPECT_EQ(lines[k].event, same[k].event);
      EXPECT_EQ(lines[k].groups, same[k].groups);
    }
  }
}

// The general loop agrees with that of coordinate descent as well, wherever both can run: exact answers, same steps.
TEST(BlockDescent, VisitsSinglesAsCoordinateDescentDoes) {
  const Dataset data = testing::crooked(false);
  Options single = seeded("cd");
  single.epsilon = "inf";
  Options block = single;
  block.solver = "block";
  block.block = "size:1";
  block.schedule = "growing:1.5";
  const auto one = fit(data, single), other = fit(data, block);
  ASSERT_TRUE(one && other) << other.error().message;
  for (std::size_t j = 0; j < 5; ++j) EXPECT_NEAR(one->value().weights[j], other->value().weights[j], 1e-7);
}

TEST(BlockDescent, WithOneBlockOfAllIsTheFullOne) {
  const Dataset data = testing::crooked(false);
  Options full = seeded("block"), large = full;
  large.block = "size:100";
  EXPECT_EQ(fit(data, full)->value().weights, fit(data, large)->value().weights);
}

TEST(BlockDescent, PaysOneGroupForAPassThatVisitsEachCoordinateOnce) {
  const Dataset data = testing::crooked(false);
  const auto slopes = [&](const char* block, const char* order) {
    Options options = seeded("block");
    options.block = block;
    options.order = order;
    return draw(options, public_facts(data))->plan.lines.back();
  };
  EXPECT_EQ(slopes("full", "cyclic").groups, 7u);
  EXPECT_EQ(slopes("size:2", "shuffled").groups, 7u);
  EXPECT_EQ(slopes("size:2", "shuffled").numbers, 6u);
  EXPECT_EQ(slopes("size:2", "uniform").groups, 21u);
  EXPECT_EQ(slopes("size:2", "uniform").numbers, 2u);
  EXPECT_EQ(slopes("nice:4", "cyclic").groups, 14u);
  EXPECT_EQ(slopes("importance", "cyclic").groups, 42u);
}

TEST(BlockDescent, SpendsTheWholeBudgetOnEverySchedule) {
  const Dataset data = testing::crooked(false);
  for (const char* schedule : {"constant", "growing:8"})
    for (const char* block : {"full", "nice:2", "importance"}) {
      Options options = seeded("block");
      options.schedule = schedule;
      options.block = block;
      const auto model = fit(data, options);
      ASSERT_TRUE(model) << model.error().message;
      EXPECT_LE(model->value().privacy.spent.value, 1);
      EXPECT_GE(model->value().privacy.spent.value, 0.9999);
    }
}

TEST(Blocks, AreInIncreasingOrderAndAsLikelyAsTheySay) {
  const std::vector<double> smoothness{1, 10, 0.1, 3, 1, 2, 0.5};
  for (const auto& [kind, size, order] : {std::tuple{Kind::size, 3, "uniform"},
                                          {Kind::nice, 3, "cyclic"},
                                          {Kind::importance, 1, "cyclic"},
                                          {Kind::full, 1, "cyclic"}}) {
    const auto blocks = blocks_of(kind, static_cast<std::size_t>(size), smoothness, order);
    const std::vector<double> chances = blocks->chances();
    std::vector<double> seen(7, 0.0);
    constexpr int kDraws = 40'000;
    for (int draw = 0; draw < kDraws; ++draw) {
      const Block& block = blocks->next();
      ASSERT_LE(block.size(), blocks->largest());
      for (std::size_t k = 1; k < block.size(); ++k) ASSERT_LT(block[k - 1].value, block[k].value);
      for (const Coordinate j : block) seen[j.value] += 1.0 / kDraws;
    }
    // Six deviations of a share of 40,000 draws; the draws are public and always the same.
    for (std::size_t j = 0; j < 7; ++j) EXPECT_NEAR(seen[j], chances[j], 6 * 0.5 / std::sqrt(kDraws));
  }
}

TEST(Blocks, AreDampedByWhatTheirColumnsShare) {
  const std::vector<double> ones(10, 1.0);
  Eigen::MatrixXd half = Eigen::MatrixXd::Constant(10, 10, 0.5);
  half.diagonal().setOnes();
  const Overlap known(half), unknown;
  EXPECT_NEAR(blocks_of(Kind::full, 1, ones)->damping(known)[0], 5.5, 1e-12);
  EXPECT_NEAR(blocks_of(Kind::full, 1, ones)->damping(unknown)[0], 10, 1e-12);
  EXPECT_NEAR(blocks_of(Kind::size, 2, ones)->damping(known)[3], 1.5, 1e-12);
  EXPECT_NEAR(blocks_of(Kind::nice, 4, ones)->damping(known)[3], 1 + 3.0 / 9 * 4.5, 1e-12);
  EXPECT_NEAR(blocks_of(Kind::nice, 4, ones)->damping(unknown)[3], 4, 1e-12);
  EXPECT_EQ(blocks_of(Kind::importance, 1, ones)->damping(known)[3], 1);
}

TEST(Overlap, OfManyColumnsIsFoundToo) {
  Eigen::MatrixXd shared = Eigen::MatrixXd::Constant(300, 300, 0.2);
  shared.diagonal().setOnes();
  Block all;
  for (std::size_t j = 0; j < 300; ++j) all.push_back({j});
  const double found = Overlap(shared).of(all), truth = 1 + 299 * 0.2;
  EXPECT_GE(found, truth);
  EXPECT_LE(found, 1.1 * truth);
}

TEST(Schedule, GivesTheLastGroupsMoreAndAllOfTheShare) {
  Outline outline;
  const Schedule schedule(20, 8);
  schedule.plan(outline, 3, 0.9);
  double total = 0;
  std::size_t groups = 0;
  for (const Outline::Line& line : outline.lines) {
    total += line.share;
    groups += line.groups;
  }
  EXPECT_NEAR(total, 0.9, 1e-12);
  EXPECT_EQ(groups, 20u);
  const auto each = [](const Outline::Line& line) { return line.share / static_cast<double>(line.groups); };
  EXPECT_NEAR(each(outline.lines.back()) / each(outline.lines.front()), 8, 1e-9);
}

TEST(Ahead, FollowsNesterovsScheduleUpToItsCeiling) {
  Iterate w(1);
  Ahead ahead(w, 0.5);
  double last = 0;
  for (int t = 0; t < 10; ++t) {
    w.set({0}, last + 1);
    ahead.follow(w);
    EXPECT_NEAR(ahead[{0}], last + 1 + std::min(t / (t + 3.0), 0.5), 1e-12);
    last += 1;
  }
}

}  // namespace
}  // namespace discreet
