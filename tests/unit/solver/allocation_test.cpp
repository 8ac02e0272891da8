#include "discreet/solver/allocation.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "discreet/privacy/accountant.hpp"
#include "discreet/privacy/gdp.hpp"

namespace discreet {
namespace {

constexpr Budget kBudget{{1}, {1e-6}};

Plan planned(const Allocation& allocation) {
  Outline outline{Neighbours::replace_one, {}};
  allocation.plan(outline, 0.8);
  outline.lines.push_back({"others", 3, 1, 0.2});
  const GdpAccountant accountant;
  return *calibrate(accountant, kBudget, outline);
}

double cost_of(const Plan& plan, std::string_view what) {
  for (const PlanLine& line : plan.lines)
    if (line.what == what) return std::pow(std::get<GaussianEvent>(line.event).multiplier.value, -2);
  return 0;
}

// The sum of 1/z^2 over all visits is the slopes' share of mu^2, and a slope's part of it is in proportion to its
// weight.
TEST(Allocation, GivesEachCoordinateItsPartAndSpendsNoMore) {
  const std::vector<double> weights{1, 4, 2, 4};
  const std::vector<std::uint64_t> visits{7, 3, 5, 2};
  const Allocation allocation(weights, visits);
  const Plan plan = planned(allocation);
  const double mu = largest_mu(kBudget).value;
  double sum = 0;
  for (std::size_t j = 0; j < 4; ++j) {
    sum += static_cast<double>(visits[j]) * cost_of(plan, allocation.line({j}));
    EXPECT_NEAR(cost_of(plan, allocation.line({j})) / cost_of(plan, allocation.line({0})), weights[j], 1e-9);
  }
  EXPECT_NEAR(sum, 0.8 * mu * mu, 1e-6 * mu * mu);
  EXPECT_LE(composed_mu(plan).value, mu * (1 + 1e-12));
  EXPECT_EQ(allocation.line({1}), allocation.line({3})) << "equal weights share a line";
  std::uint64_t groups = 0;
  for (const PlanLine& line : plan.lines) groups += line.groups;
  EXPECT_EQ(groups, 17u + 3u);
}

TEST(Allocation, OfEqualWeightsIsTheOrdinaryLine) {
  const Plan even = planned(Allocation(std::vector<double>(3, 2.0), std::vector<std::uint64_t>{4, 4, 4}));
  const Plan plain = planned(Allocation(12));
  ASSERT_EQ(even.lines.size(), plain.lines.size());
  EXPECT_EQ(even.lines[0].what, "slopes");
  EXPECT_EQ(even.lines[0].event, plain.lines[0].event);
}

TEST(Allocation, RoundsWeightsThatAPlanHasNoRoomFor) {
  std::vector<double> weights;
  for (int j = 0; j < 5000; ++j) weights.push_back(std::exp(0.003 * j));
  const Allocation allocation(weights, std::vector<std::uint64_t>(5000, 1));
  const Plan plan = planned(allocation);
  EXPECT_LE(plan.lines.size(), Allocation::kMostLines + 1);
  EXPECT_GE(plan.lines.size(), 8u);
  for (std::size_t j = 0; j < 5000; j += 100)
    EXPECT_NEAR(std::log2(cost_of(plan, allocation.line({j})) / cost_of(plan, allocation.line({0})) / weights[j]), 0,
                1);
}

TEST(Allocation, DoesNotPayForWhatIsNeverVisited) {
  const std::vector<double> weights{1, 9};
  const std::vector<std::uint64_t> visits{5, 0};
  const Plan plan = planned(Allocation(weights, visits));
  EXPECT_EQ(plan.lines.size(), 2u);
  EXPECT_EQ(plan.lines[0].groups, 5u);
}

}  // namespace
}  // namespace discreet
