// What any accountant must satisfy, on plans that nobody thought of.
#ifdef DISCREET_RAPIDCHECK

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cmath>

#include "discreet/accounting/accountants.hpp"
#include "discreet/accounting/calibrate.hpp"

namespace discreet {
namespace {

constexpr double kRounding = 1e-4;  // of epsilon: what a bound is promised to be off by at the most
const TightAccountant tight;
#ifdef DISCREET_SANITIZED
constexpr bool kSanitized = true;  // ten times slower
#else
constexpr bool kSanitized = false;
#endif

// A number between two others, evenly in its logarithm.
double between(double low, double high) {
  const double part = static_cast<double>(*rc::gen::inRange(0, 1 << 20)) / (1 << 20);
  return low * std::pow(high / low, part);
}

// Smooth losses, of which compositions are quick to work out.
Event smooth_event(Neighbours neighbours) {
  const double multiplier = between(0.7, 50);
  switch (*rc::gen::inRange(0, 4)) {
    case 0:
      return GaussianEvent{{multiplier}};
    case 1:
      if (neighbours == Neighbours::replace_one)
        return FixedBatchGaussianEvent{1000, static_cast<std::uint64_t>(between(100, 999)), {multiplier}};
      [[fallthrough]];
    default:
      return PoissonGaussianEvent{between(1e-2, 0.99), {multiplier}};
  }
}

// Losses with atoms or edges.
Event edgy_event() {
  switch (*rc::gen::inRange(0, 3)) {
    case 0:
      return LaplaceEvent{{between(1, 50)}};
    case 1:
      return ExponentialEvent{{between(1e-3, 1)}};
    default:
      return PureEvent{{between(1e-3, 1)}};
  }
}

Plan any_plan(Neighbours neighbours) {
  Plan plan{neighbours, {}};
  const bool edgy_alone = *rc::gen::inRange(0, 20) == 0;
  if (!edgy_alone)
    plan.lines.push_back({"", smooth_event(neighbours), static_cast<std::uint64_t>(between(100, 5000)), 0});
  for (int k = *rc::gen::inRange(edgy_alone ? 1 : 0, 3); k > 0; --k)
    plan.lines.push_back({"", edgy_event(), static_cast<std::uint64_t>(between(1, 300)), 0});
  return plan;
}
Plan any_plan() {
  return any_plan(*rc::gen::element(Neighbours::replace_one, Neighbours::zero_out, Neighbours::add_remove));
}
Delta any_delta() { return {between(1e-14, 1e-2)}; }

template <class Property>
void for_plans(int plans, Property&& property) {
  rc::detail::TestParams params;
  params.maxSuccess = kSanitized ? plans / 20 : plans;
  params.seed = 20240607;
  params.disableShrinking = true;
  const auto result = rc::detail::checkTestable(std::forward<Property>(property), rc::detail::TestMetadata{}, params);
  std::ostringstream text;
  rc::detail::printResultMessage(result, text);
  EXPECT_TRUE(result.template is<rc::detail::SuccessResult>()) << text.str();
}

double epsilon(const Plan& plan, Delta delta) { return tight.epsilon(plan, delta).value; }

TEST(AnyPlan, CostsMoreWhenMoreIsDoneAndLessWithMoreNoiseOrDelta) {
  for_plans(400, [] {
    const Plan plan = any_plan();
    const Delta delta = any_delta();
    const double cost = epsilon(plan, delta);
    Plan more = plan;
    more.lines[0].groups += static_cast<std::uint64_t>(between(1, 1000));
    RC_ASSERT(epsilon(more, delta) >= cost * (1 - kRounding));
    RC_ASSERT(epsilon(with_noise(plan, between(1.01, 10)), delta) <= cost * (1 + kRounding));
    RC_ASSERT(epsilon(plan, {std::min(0.5, delta.value * between(1.1, 100))}) <= cost * (1 + kRounding));
  });
}

TEST(AnyPlan, CostsTheSameInAnyOrder) {
  for_plans(200, [] {
    Plan plan = any_plan();
    const Delta delta = any_delta();
    const double cost = epsilon(plan, delta);
    std::reverse(plan.lines.begin(), plan.lines.end());
    RC_ASSERT(std::abs(epsilon(plan, delta) - cost) <= 1e-9 * cost);
    // Two halves are a whole.
    Plan halves = plan;
    halves.lines.clear();
    for (const PlanLine& line : plan.lines) {
      halves.lines.push_back({"", line.event, line.groups / 2, 0});
      halves.lines.push_back({"", line.event, line.groups - line.groups / 2, 0});
    }
    RC_ASSERT(std::abs(epsilon(halves, delta) - cost) <= 1e-9 * cost);
  });
}

TEST(AnyPlan, IsBoundedInTheOrderOfTheAccountants) {
  for_plans(200, [] {
    const Plan plan = any_plan();
    const Delta delta = any_delta();
    const Account answer = account(plan, delta);
    double before = answer.epsilon.value;
    RC_ASSERT(before >= 0);
    RC_ASSERT(answer.accountant == TightAccountant::decided_by(plan));
    RC_ASSERT(answer.epsilon == tight.epsilon(plan, delta));
    for (const std::string_view name : {"rdp", "zcdp", "paper"})
      for (const auto& [accountant, cost] : answer.by)
        if (accountant == name) {
          RC_ASSERT(cost.value >= before);
          before = cost.value;
        }
  });
}

TEST(AnyPlan, IsCalibratedToWhatItIsAskedToCost) {
  for_plans(100, [] {
    const Plan plan = any_plan();
    const Delta delta = any_delta();
    const double cost = epsilon(plan, delta);
    RC_PRE(cost > 1e-3);
    const auto found = calibrate(tight, {{cost}, delta}, plan);
    RC_ASSERT(found.has_value());
    RC_ASSERT(found->epsilon.value <= cost);
    RC_ASSERT(found->epsilon.value >= 0.9999 * cost);
    RC_ASSERT(std::abs(found->factor - 1) < 1e-3);
  });
}

// For the same clipping of a row: a Gaussian multiplier is relative to the sensitivity, which doubles, a sampled one to
// the row's own contribution.
TEST(AnyPlan, CostsMoreWhenARowIsReplacedThanWhenItIsRemoved) {
  for_plans(100, [] {
    Plan removed = any_plan(Neighbours::add_remove);
    Plan replaced = removed;
    replaced.neighbours = Neighbours::replace_one;
    for (PlanLine& line : replaced.lines)
      if (auto* gaussian = std::get_if<GaussianEvent>(&line.event)) gaussian->multiplier.value /= 2;
    const Delta delta = any_delta();
    RC_ASSERT(epsilon(replaced, delta) >= epsilon(removed, delta) * (1 - kRounding));
  });
}

TEST(AnyPlan, SampledWithCertaintyIsNotSampled) {
  for_plans(200, [] {
    const Neighbours neighbours = *rc::gen::element(Neighbours::replace_one, Neighbours::add_remove);
    const double multiplier = between(1, 100);
    const std::uint64_t count = static_cast<std::uint64_t>(between(1, 1e7));
    const Delta delta = any_delta();
    const double apart = neighbours == Neighbours::replace_one ? 2 : 1;
    const Plan certain{neighbours, {{"", PoissonGaussianEvent{1, {multiplier}}, count, 0}}};
    const Plan plain{neighbours, {{"", GaussianEvent{{multiplier / apart}}, count, 0}}};
    RC_ASSERT(std::abs(epsilon(certain, delta) - epsilon(plain, delta)) <= 1e-7 * epsilon(plain, delta));
    const Plan nearly{neighbours, {{"", PoissonGaussianEvent{1 - 1e-9, {multiplier}}, 10, 0}}};
    const Plan ten{neighbours, {{"", GaussianEvent{{multiplier / apart}}, 10, 0}}};
    RC_ASSERT(std::abs(epsilon(nearly, delta) - epsilon(ten, delta)) <= 1e-4 * epsilon(ten, delta) + 1e-8);
  });
}

// The corners of what is promised: epsilon 1e-4 to 50, delta 1e-15 to 0.1, up to ten million events.
TEST(AnyBudget, IsReachedAtItsCorners) {
  if (kSanitized) GTEST_SKIP() << "takes minutes under the sanitizers";
  for (const double epsilon : {1e-4, 1.0, 50.0})
    for (const double delta : {1e-15, 1e-6, 0.1})
      for (const Event& event : {Event(GaussianEvent{{1}}), Event(PoissonGaussianEvent{1e-3, {1}}),
                                 Event(ExponentialEvent{{0.1}}), Event(PureEvent{{0.1}})})
        for (const std::uint64_t count : {std::uint64_t{1000}, std::uint64_t{10'000'000}}) {
          const Plan plan{Neighbours::add_remove, {{"", event, count, 0}}};
          const auto found = calibrate(tight, {{epsilon}, {delta}}, plan);
          ASSERT_TRUE(found) << found.error().message;
          EXPECT_LE(found->epsilon.value, epsilon);
          EXPECT_GE(found->epsilon.value, 0.9999 * epsilon);
          EXPECT_EQ(tight.epsilon(with_noise(plan, found->factor), {delta}), found->epsilon);
        }
}

}  // namespace
}  // namespace discreet

#endif
