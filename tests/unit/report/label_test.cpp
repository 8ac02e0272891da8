#include "discreet/report/label.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "discreet/accounting/calibrate.hpp"
#include "discreet/base/normal.hpp"
#include "discreet/privacy/gdp.hpp"
#include "discreet/report/plan_curve.hpp"
#include "discreet/report/words.hpp"
#include "discreet/report/yaml.hpp"
#include "tests/support/models.hpp"

namespace discreet {
namespace {

using testing::has;
using testing::kHostile;
using testing::model_without_noise;
using testing::small_model;

TEST(YamlLabel, HasTheSectionsOfTheRegistryInOrder) {
  const std::string label = "\n" + yaml_label(small_model());
  std::size_t last = 0;
  for (const char* section :
       {"basic", "dp_variant", "privacy_loss", "deployment_model", "accounting", "implementation", "administrative"}) {
    const std::size_t at = label.find("\n" + std::string(section) + ":\n");
    ASSERT_NE(at, label.npos) << section;
    EXPECT_GT(at, last) << section;
    last = at;
  }
}

TEST(YamlLabel, LeavesRoomForWhatOnlyPeopleKnow) {
  const std::string label = yaml_label(small_model()), basic = label.substr(0, label.find("dp_variant:"));
  for (const char* line : {"data_curators: null\n", "publication_date: null\n", "intended_use: null\n"})
    EXPECT_TRUE(has(basic, line)) << line;
}

TEST(YamlLabel, HasEveryFigure) {
  const std::string label = yaml_label(small_model());
  for (const char* line : {"epsilon: 0.999999\n", "delta: 2.5e-09\n", "epsilon_budget: 1.0\n", "mu: 0.1872309\n",
                           "noise_multiplier: 40.5\n", "count: 50\n", "share: 0.875\n", "privacy_unit: \"row\"\n",
                           "input_metric: \"replace-one\"\n", "private: true\n"})
    EXPECT_TRUE(has(label, line)) << line;
}

TEST(YamlLabel, SaysWhatIsClaimedAndWhatIsProved) {
  Model model = small_model();
  EXPECT_FALSE(has(yaml_label(model), "claimed"));
  model.privacy.claimed = Epsilon{0.5};
  EXPECT_TRUE(has(yaml_label(model), "epsilon_claimed_by_the_publication: 0.5\n"));
}

TEST(YamlLabel, WritesInfinityAsYamlHasIt) {
  const std::string label = yaml_label(model_without_noise());
  EXPECT_TRUE(has(label, "epsilon: .inf\n"));
  EXPECT_TRUE(has(label, "private: false\n"));
  EXPECT_TRUE(has(label, "name: \"None\"\n"));
}

TEST(Yaml, QuotesWhatWouldBeTakenForSomethingElse) {
  EXPECT_EQ(to_yaml({{"a", "yes"}, {"b", "1"}, {"c", ": #"}}), "a: \"yes\"\nb: \"1\"\nc: \": #\"\n");
  EXPECT_EQ(to_yaml({{"no", 1}, {"a b", nlohmann::ordered_json::array()}}), "\"no\": 1\n\"a b\": []\n");
  EXPECT_EQ(to_yaml({{"x", "\xE2\x80\xA8\x7f\xC2\x85\xEF\xBB\xBF"}}), "x: \"\\L\\x7f\\x85\\ufeff\"\n");
  EXPECT_EQ(to_yaml({{"x", 1e-9}, {"z", 2.5e-9}}), "x: 1.0e-09\nz: 2.5e-09\n") << "1e-09 would be a word";
}

TEST(Yaml, StringsStayOnOneLine) {
  Model model = small_model();
  model.target = "first\nsecond: \"x\"\n- third";
  const std::string label = yaml_label(model);
  EXPECT_TRUE(has(label, "A private model of first\\nsecond: \\\"x\\\"\\n- third"));
}

TEST(MarkdownLabel, HasTheFiguresAndTheAnswers) {
  const std::string label = markdown_label(small_model());
  for (const char* text :
       {"# Privacy label: A private model of ill\n", "| epsilon spent | 0.999999 |", "| delta | 2.5e-09 |",
        "| slopes | 50 | 14 | Gaussian, 40.5 times the sensitivity | 87.5 % |", "### What is the unit of privacy?",
        "## Not protected", "```sh\ndiscreet fit patients.csv --loss logistic --epsilon 1\n```"})
    EXPECT_TRUE(has(label, text)) << text;
}

TEST(MarkdownLabel, StampsAModelWithoutAGuarantee) {
  const std::string label = markdown_label(model_without_noise());
  EXPECT_TRUE(has(label, "**Not private. This model gives no privacy guarantee"));
  EXPECT_TRUE(has(label, "| epsilon spent | inf |"));
}

TEST(MarkdownLabel, TakesNamesForText) {
  Model model = small_model();
  model.privacy.plan.lines[0].what = kHostile;
  model.origin.data = "a```b\n";
  const std::string label = markdown_label(model);
  EXPECT_TRUE(has(label, "\\</script\\>\\<img"));
  EXPECT_TRUE(has(label, "\\| \\`code\\`"));
  EXPECT_TRUE(has(label, "````sh\n")) << "the fence is longer than what it holds";
}

TEST(Answers, FollowTheQuestionsFromTheTopOfThePyramidDown) {
  std::vector<std::string> ids;
  for (const Answer& answer : nist_answers(small_model())) {
    ids.push_back(answer.id);
    EXPECT_FALSE(answer.paragraphs.empty()) << answer.id;
  }
  EXPECT_EQ(ids, (std::vector<std::string>{"strength", "variant", "unit", "releases", "choices", "utility", "bias",
                                           "mechanism", "trust", "other", "security", "collection"}));
}

TEST(Answers, DoNotSayThatAllIsPaidForWhereItIsNot) {
  EXPECT_TRUE(has(markdown_label(small_model()), "was paid for before it was computed"));
  Model model = small_model();
  model.privacy.caveats = {"smoothness and centres from the data: not accounted"};
  EXPECT_FALSE(has(markdown_label(model), "was paid for before it was computed"));
}

TEST(Words, KeepDoubtVisible) {
  EXPECT_EQ(percent_sure(0), "50.0 %");
  EXPECT_EQ(percent_sure(1), "73.2 %");  // 73.106
  EXPECT_EQ(percent_sure(10), "99.9955 %");
  EXPECT_EQ(chance_in_words(2.5e-9), "1 in 400 million");
  EXPECT_EQ(chance_in_words(1e-5), "1 in 100000");
  EXPECT_EQ(chance_in_words(1 / 143972.0), "1 in 143000") << "never rarer than it is";
  EXPECT_EQ(chance_in_words(1e-12), "1 in 1 thousand billion");
}

TEST(Words, DoNotPraiseAWeakGuarantee) {
  PrivacyLabel label = small_model().privacy;
  EXPECT_TRUE(has(verdict(label), "Private. Nobody can learn much"));
  label.spent = {3};
  EXPECT_TRUE(has(verdict(label), "is limited"));
  label.spent = {5};
  EXPECT_TRUE(has(verdict(label), "Private, but weakly."));
  EXPECT_TRUE(is_weak(label));
  label.spent = {30};
  EXPECT_TRUE(has(verdict(label), "Not private but in name."));
  label.caveats = {"seeded"};
  EXPECT_TRUE(has(verdict(label), "Not private."));
}

TEST(Words, GradeDeltaByTheRowsThatItMayTell) {
  PrivacyLabel label = small_model().privacy;
  EXPECT_EQ(strength_of(label), Strength::strong);
  label.rows = 1000;
  for (const auto& [delta, strength] : {std::pair{1e-6, Strength::strong},
                                        {1e-3, Strength::strong},
                                        {5e-3, Strength::weak},
                                        {2e-2, Strength::nominal},
                                        {0.5, Strength::nominal}}) {
    label.budget.delta = {delta};
    EXPECT_EQ(strength_of(label), strength) << delta;
    EXPECT_EQ(is_weak(label), strength == Strength::weak) << delta;
    EXPECT_EQ(delta_notice(label).empty(), strength != Strength::weak) << delta;
    EXPECT_EQ(label.is_private(), strength != Strength::nominal) << delta;
  }
  EXPECT_TRUE(has(verdict(label), "Not private but in name. The guarantee may fail"));
  label.rows.reset();
  EXPECT_FALSE(label.is_private()) << "where the number of rows is unknown, too";
}

// The most probable of the events on which P is e^epsilon times Q is that of P - e^e Q <= delta(e) for the best e below
// epsilon: P (1 - e^(e - epsilon)) <= delta(e).
TEST(Words, SayHowOftenSomebodyBecomesMoreSure) {
  const auto delta_at = [](double mu, double e) {
    return e >= 0 ? std::exp(log_delta_of({mu}, {e}))
                  : normal_cdf(mu / 2 - e / mu) - std::exp(e) * normal_cdf(-mu / 2 - e / mu);
  };
  for (const double mu : {0.1872309, 1.0, 3.0})
    for (const double epsilon : {0.5, 1.0, 4.0}) {
      const double chance = chance_of_more({mu}, {epsilon});
      double least = 1;
      for (int k = 1; k < 4000; ++k) {
        const double e = epsilon - 5.0 * k / 4000;
        least = std::min(least, delta_at(mu, e) / -std::expm1(e - epsilon));
      }
      EXPECT_NEAR(chance / least, 1, 1e-3) << mu << " " << epsilon;
      EXPECT_GT(chance, std::exp(log_delta_of({mu}, {epsilon}))) << "it is not delta";
      EXPECT_GE(chance, normal_cdf(mu / 2 - epsilon / mu)) << "nor what one look at the noise itself gives";
    }
  EXPECT_EQ(chance_of_more({0}, {1}), 0);
  EXPECT_EQ(chance_of_more({1e-9}, {1e300}), 0) << "a file may say anything, and must be answered";
}

TEST(Words, SayOnlyWhatIsTrueOfDeltaWhereThereIsNoMu) {
  PrivacyLabel label = small_model().privacy;
  EXPECT_TRUE(has(strength_in_words(label), "except with a probability of at most 1 in 4."));
  label.mu = {testing::kInfinity};
  EXPECT_TRUE(has(strength_in_words(label), "being told the truth with a probability of 1 in 400 million"));
  label.budget.delta = {0};
  EXPECT_FALSE(has(strength_in_words(label), "probability"));
}

TEST(Words, ShortenNumbersAndNothingElse) {
  EXPECT_EQ(shortened("l2:0.0003333333333333333"), "l2:0.000333");
  EXPECT_EQ(shortened("elastic-net:0.1,0.5"), "elastic-net:0.1,0.5");
  EXPECT_EQ(shortened("squared-hinge"), "squared-hinge");
}

TEST(CommandLine, IsQuotedForAShell) {
  EXPECT_EQ(command_line({"my data.csv", {"--bound", "it's=0,1", "--no-intercept"}, "", ""}),
            "discreet fit 'my data.csv' --bound 'it'\\''s=0,1' --no-intercept");
  EXPECT_EQ(command_line({}), "");
}

TEST(PlanCurve, HasTheNoiseThatEachEpsilonTakes) {
  PrivacyLabel label = small_model().privacy;
  const GdpAccountant accountant;
  label.spent = accountant.epsilon(label.plan, label.budget.delta);
  const std::vector<PlanPoint> curve = plan_curve(label);
  ASSERT_GE(curve.size(), 7U);
  bool own = false;
  for (std::size_t k = 0; k < curve.size(); ++k) {
    if (k > 0) {
      EXPECT_LT(curve[k].noise, curve[k - 1].noise);
    }
    own = own || (curve[k].epsilon == label.spent.value && curve[k].noise == 1);
    const Epsilon cost = accountant.epsilon(with_noise(label.plan, curve[k].noise), label.budget.delta);
    EXPECT_NEAR(cost.value / curve[k].epsilon, 1, 1e-3);
  }
  EXPECT_TRUE(own) << "the model itself is one of them";
}

TEST(PlanCurve, IsEmptyWithoutNoise) { EXPECT_TRUE(plan_curve(model_without_noise().privacy).empty()); }

}  // namespace
}  // namespace discreet
