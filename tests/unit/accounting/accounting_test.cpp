#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <numbers>

#include "discreet/accounting/accountants.hpp"
#include "discreet/accounting/calibrate.hpp"
#include "discreet/accounting/composition.hpp"
#include "discreet/accounting/contour.hpp"
#include "discreet/accounting/convolution.hpp"
#include "discreet/accounting/pure_composition.hpp"
#include "discreet/accounting/renyi.hpp"
#include "discreet/io/event_json.hpp"

namespace discreet {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

Plan plan_of(Event event, std::uint64_t count, Neighbours neighbours = Neighbours::add_remove) {
  return {neighbours, {{"", std::move(event), count, 0}}};
}
double tight(const Plan& plan, double delta) { return TightAccountant().epsilon(plan, {delta}).value; }

// Values computed elsewhere, by other methods.
TEST(TightAccountant, AgreesWithPublishedValues) {
  EXPECT_NEAR(tight(plan_of(PoissonGaussianEvent{0.01, {1}}, 1000), 1e-5), 1.82824, 2e-5);
  EXPECT_NEAR(tight(plan_of(PoissonGaussianEvent{0.02, {1.5}}, 500), 1e-6), 1.57679, 2e-5);
  EXPECT_NEAR(tight(plan_of(PoissonGaussianEvent{0.1, {2}}, 100), 1e-6), 2.67504, 2e-5);
  EXPECT_NEAR(tight(plan_of(FixedBatchGaussianEvent{100, 1, {1}}, 1000, Neighbours::replace_one), 1e-5), 2.1989, 2e-4);
  EXPECT_NEAR(tight(plan_of(PureEvent{{0.1}}, 100), 1e-6), 4.7745675881, 1e-9);
  EXPECT_NEAR(RenyiAccountant().epsilon(plan_of(GaussianEvent{{1}}, 1), {1e-5}).value, 4.728386985, 1e-8);
  EXPECT_NEAR(ZcdpAccountant().epsilon(plan_of(GaussianEvent{{5}}, 1), {1e-6}).value, 0.899935268, 1e-8);
}

// A single Laplace release has the profile 1 - exp((epsilon - epsilon0)/2), a single exponential mechanism
// (1 - exp((epsilon - epsilon0)/2))^2 / (1 - exp(-epsilon0)).
TEST(TightAccountant, KnowsTheProfilesOfSingleEvents) {
  for (const double delta : {1e-3, 1e-8, 1e-14}) {
    EXPECT_NEAR(tight(plan_of(LaplaceEvent{{1}}, 1), delta), 1 + 2 * std::log1p(-delta), 1e-12);
    const double root = std::sqrt(delta * -std::expm1(-1.0));
    EXPECT_NEAR(tight(plan_of(ExponentialEvent{{1}}, 1), delta), 1 + 2 * std::log1p(-root), 1e-10);
  }
  const TightAccountant accountant;
  EXPECT_NEAR(accountant.delta(plan_of(ExponentialEvent{{1}}, 1), {0}).value, 0.2449186624, 1e-9);
  EXPECT_NEAR(accountant.delta(plan_of(ExponentialEvent{{1}}, 1), {0.5}).value, 0.0774046863, 1e-9);
  EXPECT_NEAR(accountant.delta(plan_of(GaussianEvent{{1}}, 1), {1}).value, 0.126936737507, 1e-10);
}

// Two methods that share nothing but the laws.
TEST(NumericAccountant, ContourAndConvolutionAgree) {
  const Plan plans[] = {plan_of(PoissonGaussianEvent{0.05, {1.2}}, 400),
                        plan_of(PoissonGaussianEvent{0.05, {1.2}}, 400, Neighbours::replace_one),
                        plan_of(FixedBatchGaussianEvent{1000, 100, {1.5}}, 200, Neighbours::replace_one),
                        {Neighbours::add_remove, {{"", LaplaceEvent{{5}}, 30, 0}, {"", GaussianEvent{{3}}, 4, 0}}}};
  for (const Plan& plan : plans)
    for (const Direction direction : {Direction::remove, Direction::add}) {
      const Composition composition = *Composition::of(plan, direction);
      for (const double delta : {1e-4, 1e-9}) {
        const RenyiBound renyi = renyi_epsilon(composition, {delta});
        const ContourBound contour = contour_epsilon(composition, {delta}, renyi);
        EXPECT_TRUE(contour.settled);
        const double convolved = convolution_epsilon(composition, {delta}, renyi, renyi.epsilon)->value;
        EXPECT_NEAR(convolved / contour.epsilon.value, 1, 2e-5);
        EXPECT_GE(convolved, contour.epsilon.value * (1 - 1e-8)) << "the coarser one errs upwards";
        EXPECT_LE(contour.epsilon, renyi.epsilon);
      }
    }
}

// Few events at a small delta, of which nothing better is known than that their epsilons add up, or compose optimally.
TEST(NumericAccountant, IsNeverAboveWhatPureEpsilonsAloneTell) {
  const Plan plans[] = {plan_of(LaplaceEvent{{1}}, 2),
                        plan_of(ExponentialEvent{{0.5}}, 3),
                        plan_of(ExponentialEvent{{0.0015647}}, 1),
                        plan_of(LaplaceEvent{{1e-3}}, 5),
                        plan_of(PureEvent{{0.3}}, 7),
                        {Neighbours::add_remove, {{"", PureEvent{{1}}, 1, 0}, {"", PureEvent{{0.7}}, 1, 0}}},
                        {Neighbours::add_remove, {{"", LaplaceEvent{{1}}, 1, 0}, {"", PureEvent{{1}}, 2, 0}}}};
  for (const Plan& plan : plans)
    for (const double delta : {0.0, 2e-12, 1e-9}) {
      const Epsilon numeric = NumericAccountant().epsilon(plan, {delta});
      EXPECT_LE(numeric, PureAccountant().epsilon(plan, {delta})) << delta;
      EXPECT_EQ(numeric, TightAccountant().epsilon(plan, {delta})) << delta;
      EXPECT_EQ(account(plan, {delta}).accountant, TightAccountant::decided_by(plan)) << delta;
    }
}

TEST(Accountants, ComposeBothDirectionsOnlyWhereTheyDiffer) {
  EXPECT_EQ(directions(plan_of(PoissonGaussianEvent{0.1, {1}}, 1)).size(), 2u);
  EXPECT_EQ(directions(plan_of(PoissonGaussianEvent{0.1, {1}}, 0)).size(), 1u);
  EXPECT_EQ(directions(plan_of(PoissonGaussianEvent{0.1, {1}}, 1, Neighbours::replace_one)).size(), 1u);
  const Event alike[] = {GaussianEvent{{1}}, LaplaceEvent{{2}}, ExponentialEvent{{0.3}}, PureEvent{{0.3}},
                         ApproximateEvent{{1}, {1e-6}}};
  for (const Event& event : alike)
    for (const double s : {0.3, 2.0, 9.0}) {
      EXPECT_EQ(directions(plan_of(event, 1)).size(), 1u);
      EXPECT_EQ(loss_law(event, Neighbours::zero_out, Direction::remove)->log_moment(s),
                loss_law(event, Neighbours::zero_out, Direction::add)->log_moment(s));
      // The loss seen from the other side is -L, weighed by exp(-L): its moment of order s is that of order -1 - s.
      const auto law = loss_law(event, Neighbours::zero_out, Direction::remove);
      EXPECT_NEAR(law->log_moment(s), law->log_moment(-1 - s), 1e-13 * law->log_moment(s));
    }
}

TEST(Accountants, TellWhatTheyDoNotCover) {
  const Plan sampled = plan_of(PoissonGaussianEvent{0.01, {1}}, 10);
  EXPECT_FALSE(GdpAccountant().covers(sampled));
  EXPECT_FALSE(ZcdpAccountant().covers(sampled));
  EXPECT_FALSE(PaperAccountant().covers(sampled));
  EXPECT_EQ(GdpAccountant().epsilon(sampled, {1e-6}).value, kInfinity) << "never a number that is too small";
  EXPECT_FALSE(TightAccountant().covers(plan_of(FixedBatchGaussianEvent{10, 1, {1}}, 1)))
      << "fixed batches are defined for replaced rows alone";
  EXPECT_EQ(tight(plan_of(NonPrivateEvent{}, 1), 1e-6), kInfinity);
  EXPECT_EQ(tight(plan_of(NonPrivateEvent{}, 0), 1e-6), 0) << "what does not happen costs nothing";
  EXPECT_EQ(tight({}, 0), 0);
}

TEST(Accountants, SetTheDeltaOfApproximateEventsAside) {
  EXPECT_EQ(tight(plan_of(ApproximateEvent{{0.5}, {1e-6}}, 1), 1e-7), kInfinity);
  EXPECT_NEAR(tight(plan_of(ApproximateEvent{{0.5}, {1e-6}}, 1), 1.000001e-6), 0.5, 1e-6);
  // delta = 1 - (1 - d) + (1 - d) delta_rest
  const Plan both{Neighbours::add_remove, {{"", ApproximateEvent{{0}, {1e-6}}, 1, 0}, {"", GaussianEvent{{2}}, 1, 0}}};
  EXPECT_NEAR(tight(both, 3e-6), tight(plan_of(GaussianEvent{{2}}, 1), 2e-6 / (1 - 1e-6)), 1e-9);
}

TEST(Calibrate, RefusesWhatNoNoiseCanReach) {
  const TightAccountant accountant;
  const Plan plan{Neighbours::add_remove, {{"", PureEvent{{0.5}}, 4, 0}, {"", GaussianEvent{{2}}, 1, 0}}};
  const auto refused = calibrate(accountant, {{1}, {1e-6}}, plan, {false, true});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().fault, Fault::budget);
  EXPECT_NE(refused.error().message.find("does not make smaller costs"), std::string::npos);
  EXPECT_FALSE(calibrate(accountant, {{1}, {1e-6}}, plan_of(NonPrivateEvent{}, 1)));
  EXPECT_FALSE(calibrate(accountant, {{1}, {1e-6}}, plan_of(ApproximateEvent{{0.1}, {1e-5}}, 1)));
  EXPECT_TRUE(calibrate(accountant, {{4}, {1e-6}}, plan, {false, true}));
}

// The reference values that come with the project's papers: see the note at the top of the file.
class Golden : public ::testing::Test {
 protected:
  void SetUp() override {
    std::ifstream file(DISCREET_SOURCE "/../shared/golden/accounting.json");
    if (!file) GTEST_SKIP() << "there are no reference values here";
    golden_ = Json::parse(file);
  }
  static Plan plan_in(const Json& input) {
    Plan plan{input["neighbours"] == "replace-one" ? Neighbours::replace_one : Neighbours::add_remove, {}};
    for (const Json& event : input["events"])
      plan.lines.push_back({"", event_from_json(event, plan.neighbours), event["count"].get<std::uint64_t>(), 0});
    return plan;
  }
  Json golden_;
};

TEST_F(Golden, EveryAnswerIsNeitherTooLowNorLoose) {
  std::size_t checked = 0;
  for (const Json& c : golden_["cases"]) {
    SCOPED_TRACE(c["id"].get<std::string>());
    const Plan plan = plan_in(c["input"]);
    const Delta delta{c["input"]["delta"].get<double>()};
    const bool exact = c["kind"].get<std::string>().starts_with("exact");
    const double slack = std::max(std::pow(10, -c["digits"].get<double>()), 2e-16);
    double value = 0, wanted = 0;
    if (c["ask"] == "epsilon") {
      const Account answer = account(plan, delta);
      value = answer.epsilon.value, wanted = c["epsilon"].get<double>();
      double before = value;
      for (const std::string_view name : {"rdp", "zcdp", "paper"})
        for (const auto& [accountant, epsilon] : answer.by)
          if (accountant == name) {
            EXPECT_GE(epsilon.value, before) << name;
            before = epsilon.value;
          }
    } else {
      const double target = c["target_epsilon"].get<double>();
      const auto found = calibrate(TightAccountant(), {{target}, delta}, plan);
      ASSERT_TRUE(found);
      EXPECT_LE(found->epsilon.value, target);
      EXPECT_GE(found->epsilon.value, 0.9999 * target);
      value = found->factor, wanted = c["scale"].get<double>();
    }
    if (exact) {
      EXPECT_GE(value, wanted * (1 - slack));
    }
    EXPECT_LE(value, wanted * (1 + (exact ? 1e-4 : 1e-9)));
    ++checked;
  }
  EXPECT_GT(checked, 100u);
}

// What is told outright with some probability cannot be had for a smaller delta, zero among them.
TEST(Accountants, DoNotForgetWhatIsToldOutright) {
  const Plan approximate = plan_of(ApproximateEvent{{1}, {1e-5}}, 1);
  const Plan hardly_noisy = plan_of(PoissonGaussianEvent{0.1, {1e-4}}, 10);
  const Plan batches = plan_of(FixedBatchGaussianEvent{100, 10, {5e-4}}, 10, Neighbours::replace_one);
  const TightAccountant tight;
  const RenyiAccountant renyi;
  for (const Accountant* accountant : std::initializer_list<const Accountant*>{&tight, &renyi}) {
    for (const Plan& plan : {approximate, hardly_noisy, batches})
      EXPECT_TRUE(std::isinf(accountant->epsilon(plan, {0}).value)) << accountant->name();
    EXPECT_GE(accountant->delta(approximate, {2}).value, 1e-5);
    EXPECT_GE(accountant->delta(hardly_noisy, {1}).value, 1 - std::pow(0.9, 10) - 1e-9);
  }
  EXPECT_TRUE(std::isinf(PureAccountant().epsilon(approximate, {0}).value));
}

TEST_F(Golden, RenyiDivergencesAndProfilesAgree) {
  for (const Json& point : golden_["rdp_points"]) {
    const double order = point["alpha"].get<double>();
    const auto composition = Composition::of(
        plan_of(PoissonGaussianEvent{point["q"].get<double>(), {point["sigma"].get<double>()}}, 1), Direction::remove);
    EXPECT_NEAR(composition->log_moment(order - 1) / (order - 1) / point["rdp"].get<double>(), 1, 1e-10) << point;
  }
  for (const Json& point : golden_["delta_points"]) {
    const double wanted =
        std::max(std::stod(point["delta_remove"].get<std::string>()), std::stod(point["delta_add"].get<std::string>()));
    const Plan plan = plan_of(PoissonGaussianEvent{point["q"].get<double>(), {point["sigma"].get<double>()}}, 1);
    const double found = TightAccountant().delta(plan, {point["epsilon"].get<double>()}).value;
    EXPECT_GE(found, wanted * (1 - 1e-12)) << point;
    EXPECT_LE(found, wanted * (1 + 1e-6)) << point;
  }
}

}  // namespace
}  // namespace discreet
