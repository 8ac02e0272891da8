// The noise of the publications, by hand: n = 1000 rows, delta = 1e-6, log(1/delta) = 13.815510557964274.
#include "discreet/research/closed_form.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "discreet/accounting/accountants.hpp"
#include "discreet/fit/fit.hpp"
#include "discreet/research/published_answer.hpp"
#include "tests/support/temporary_file.hpp"

namespace discreet {
namespace {

using Answer = Outline::Answer;
constexpr double kLog = 13.815510557964274;
constexpr Budget kBudget{{1}, {1e-6}};

double multiplier(const PlanLine& line) { return std::get<GaussianEvent>(line.event).multiplier.value; }

// Four features of smoothness 1, so nothing but slopes is asked for.
struct Case {
  Options options;
  testing::TemporaryFile frame{".csv", "feature,smoothness\na,1\nb,1\nc,1\nd,1\n"};
  Case(const char* solver, const char* passes) {
    options.solver = solver;
    options.passes = passes;
    options.epsilon = "1";
    options.delta = "1e-6";
    options.clip = "1";
    options.smoothness = "public:" + frame.path();
    options.intercept = false;
    options.accounting = "paper";
  }
  Result<Blueprint> drawn() const {
    return draw(options, {1000, {"a", "b", "c", "d"}, {}, {}, false, false, false, 1, {}});
  }
};

// s^2 = 12 L^2 TK log(1/delta) / (n^2 epsilon^2) with L = 1, TK = 100: the value that comes with the theorem.
TEST(ClosedForm, IsThatOfThePublicationOfCoordinateDescent) {
  Case cd("cd", "25");
  cd.options.clip_rule = "smoothness";
  const auto drawn = cd.drawn();
  ASSERT_TRUE(drawn) << drawn.error().message;
  const double s = multiplier(drawn->plan.lines[0]) * 2.0 / 1000;
  EXPECT_NEAR(s, std::sqrt(12 * 100 * kLog / 1e6), 1e-12 * s);
  EXPECT_NEAR(s, 0.1287579616, 1e-10);
  EXPECT_DOUBLE_EQ(drawn->label.claimed->value, 1);
  EXPECT_LE(drawn->label.spent.value, 1) << "the form is a true one";
  EXPECT_GE(drawn->label.spent.value, 0.8) << "and not a wild one";
}

// s_U^2 = 12 L_U^2 KT log(1/delta) / (n^2 epsilon^2): K = 5 steps of a pass over blocks that are drawn, T = 3.
TEST(ClosedForm, IsThatOfThePublicationOfBlocks) {
  Case block("block", "6");
  block.options.block = "nice:2";
  const auto drawn = block.drawn();
  ASSERT_TRUE(drawn) << drawn.error().message;
  // What the overlap of columns takes is not published, so the whole is compared: 1/s^2 adds up over all releases.
  double sum = 0;
  for (const PlanLine& line : drawn->plan.lines)
    sum += static_cast<double>(line.groups) / (multiplier(line) * multiplier(line));
  EXPECT_NEAR(sum, 1 / (3 * kLog), 1e-12 * sum);
  ASSERT_EQ(drawn->plan.lines.size(), 1u) << "so few rows do not pay for the overlap";
  EXPECT_EQ(drawn->plan.lines[0].groups, 12u);
  const double s = multiplier(drawn->plan.lines[0]) * 2.0 / 1000;
  EXPECT_NEAR(s, std::sqrt(12 * 12 * kLog / 1e6), 1e-12 * s);
}

// lambda = 8 L sqrt(T log(1/delta)) / (n epsilon), for the choices as for the slopes.
TEST(ClosedForm, IsThatOfThePublicationOfGreedyDescent) {
  for (const char* recipe : {"sound", "paper"}) {
    Case greedy("greedy", "20");
    greedy.options.recipe = recipe;
    const auto drawn = greedy.drawn();
    ASSERT_TRUE(drawn) << drawn.error().message;
    const double lambda = 8 * std::sqrt(20 * kLog) / 1000;
    const double scale = std::get<LaplaceEvent>(drawn->plan.lines[1].event).multiplier.value * 2.0 / 1000;
    EXPECT_NEAR(scale, lambda, 1e-12 * lambda);
    // The sound choice really costs 2L / (n lambda); the largest of noisy slopes costs twice that.
    const double choice = std::get<PureEvent>(drawn->plan.lines[0].event).epsilon.value;
    EXPECT_NEAR(choice, (drawn->problem.recipe ? 2 : 1) * 0.002 / lambda, 1e-12);
  }
}

TEST(ClosedForm, IsRefusedWhereItDoesNotHold) {
  // 6 (1 - sqrt(2/3)) log(1/delta) = 15.2118...
  const Outline outline{Neighbours::replace_one, {{"slopes", 100, 1, 1}}};
  EXPECT_TRUE(closed_form({{15.2}, {1e-6}}, outline));
  const auto refused = closed_form({{15.22}, {1e-6}}, outline);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().fault, Fault::usage);
  EXPECT_NE(refused.error().message.find("do not hold"), std::string::npos);
  EXPECT_NE(refused.error().hint.find("15.21"), std::string::npos);
}

TEST(ClosedForm, SharesOutWhatIsLeftAndPaysForMixtures) {
  const Outline outline{
      Neighbours::replace_one,
      {{"sizes", 2, 3, 0.1}, {"choices", 5, 0, 0.4, Answer::single_choice}, {"slopes", 5, 1, 0.5, Answer::laplace}}};
  const auto published = closed_form(kBudget, outline);
  ASSERT_TRUE(published) << published.error().message;
  EXPECT_LE(PaperAccountant().epsilon(published->plan, kBudget.delta).value, 1);
  const double choice = std::get<PureEvent>(published->plan.lines[1].event).epsilon.value;
  const double slope = 1 / std::get<LaplaceEvent>(published->plan.lines[2].event).multiplier.value;
  EXPECT_NEAR(choice * choice / (slope * slope), 0.8, 1e-12);
}

// What the publications run instead of their forms: e' of advanced composition, as tabulated with the project's papers.
TEST(ClosedForm, ComposesAsThePublicationsRunIt) {
  for (const auto& [steps, each] : {std::pair{1u, 0.1296883729}, {10u, 0.0410737355}, {100u, 0.0129947175}}) {
    const Outline outline{
        Neighbours::replace_one,
        {{"choices", steps, 0, 0.5, Answer::published, &kPublishedChoice}, {"slopes", steps, 1, 0.5, Answer::laplace}}};
    const auto published = closed_form(kBudget, outline, PublishedNoise::composed);
    ASSERT_TRUE(published);
    EXPECT_NEAR(std::get<PureEvent>(published->plan.lines[0].event).epsilon.value, 2 * each, 1e-8) << "as it is";
    EXPECT_NEAR(1 / std::get<LaplaceEvent>(published->plan.lines[1].event).multiplier.value, each, 1e-8);
  }
}

TEST(ClosedForm, PaysForEveryNoisySlopeWhereNothingBetterIsProved) {
  const Outline outline{
      Neighbours::replace_one,
      {{"choices", 20, 50, 0.5, Answer::published, &kPublishedSlopes}, {"slopes", 20, 1, 0.5, Answer::laplace}}};
  const auto published = closed_form(kBudget, outline, PublishedNoise::composed);
  ASSERT_TRUE(published);
  EXPECT_EQ(published->plan.lines[0].groups, 1000u);
  EXPECT_EQ(published->plan.lines[0].numbers, 1u);
  EXPECT_GT(TightAccountant().epsilon(published->plan, kBudget.delta).value, 4) << "the claim is far off";
}

// epsilon' = 0.1 with noise for twice the sensitivity: the publication pays for more than it has to.
TEST(ClosedForm, KnowsThatPublishedMeansCostHalf) {
  const Outline outline{Neighbours::replace_one,
                        {{"smoothness", 1, 7, 0.1, Answer::published, &kPublishedMeans}, {"slopes", 100, 1, 0.9}}};
  const auto published = closed_form(kBudget, outline);
  ASSERT_TRUE(published);
  EXPECT_DOUBLE_EQ(std::get<LaplaceEvent>(published->plan.lines[0].event).multiplier.value, 20);
  EXPECT_NEAR(multiplier(published->plan.lines[1]), std::sqrt(300 * kLog) / 0.9, 1e-12);
}

TEST(Recipe, OfCoordinateDescentClaimsMoreThanItSpends) {
  Case cd("cd", "25");
  cd.options.recipe = "paper";
  const auto drawn = cd.drawn();
  ASSERT_TRUE(drawn) << drawn.error().message;
  EXPECT_DOUBLE_EQ(drawn->label.claimed->value, 1);
  EXPECT_NEAR(drawn->label.spent.value, TightAccountant().epsilon(drawn->plan, {1e-6}).value, 0);
  EXPECT_LT(drawn->label.spent.value, 0.7);
  EXPECT_TRUE(drawn->label.is_private() && drawn->label.notices.empty());
}

TEST(Recipe, OfGreedyDescentIsAcceptedAndStampedWithWhatItSpends) {
  for (const char* penalty : {"none", "l1:0.1"}) {
    Case greedy("greedy", "20");
    greedy.options.recipe = "paper";
    greedy.options.accounting = "tight";
    greedy.options.penalty = penalty;
    const auto drawn = greedy.drawn();
    ASSERT_TRUE(drawn) << drawn.error().message;
    EXPECT_GT(drawn->label.spent.value, 1.1) << penalty;
    EXPECT_DOUBLE_EQ(drawn->label.claimed->value, 1);
    EXPECT_TRUE(drawn->label.is_private()) << "at the epsilon that is proved";
    ASSERT_EQ(drawn->label.notices.size(), 1u);
    EXPECT_NE(drawn->label.notices[0].find("claims epsilon 1;"), std::string::npos);
    greedy.options.strict = true;
    const auto refused = greedy.drawn();
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().fault, Fault::precondition);
  }
}

}  // namespace
}  // namespace discreet
