// What stands above the headline of every report, and how predictions follow from what it shows.
#include <gtest/gtest.h>

#include "discreet/report/html.hpp"
#include "discreet/report/label.hpp"
#include "discreet/report/words.hpp"
#include "tests/support/models.hpp"

namespace discreet {
namespace {

using testing::has;
using testing::kHostile;
using testing::small_model;

TEST(Page, ShowsEveryWarningAboveTheBanner) {
  Model model = small_model();
  model.warnings = {{"clipped", "about 12 % of the rows"}, {"column-dropped", kHostile}};
  const std::string page = html_report(model);
  const std::size_t banner = page.find("class=\"verdict");
  EXPECT_LT(page.find("<strong>Clipped:</strong> About 12 % of the rows."), banner);
  EXPECT_LT(page.find("<strong>Column dropped:</strong>"), banner);
  EXPECT_FALSE(has(page, "<img"));
}

TEST(Page, ShowsLimitsBesideWeightsAndHowToPredict) {
  Model model = small_model();
  EXPECT_TRUE(has(html_report(model), "intercept + the sum over all features of weight x value<"));
  EXPECT_FALSE(has(html_report(model), "limits</th>"));
  model.bounds = {{"age", 18, 110}};
  const std::string page = html_report(model);
  EXPECT_TRUE(has(page, "limits</th>"));
  EXPECT_TRUE(has(page, "<td class=\"number\">18 to 110</td>"));
  EXPECT_TRUE(has(page, "weight x min(max(value, lower limit), upper limit)"));
  EXPECT_TRUE(has(page, "the probability of yes is 1 / (1 + exp(-z))"));
}

TEST(Page, CountsWeightsThatAreNotZero) {
  Model model = small_model();
  EXPECT_TRUE(has(html_report(model), "<dt>Learnt</dt><dd>2 weights<"));
  model.weights[0] = 0;
  EXPECT_TRUE(has(html_report(model), "<dt>Learnt</dt><dd>1 of 2 weights<"));
}

TEST(Labels, ShowWarningsAboveTheBanner) {
  Model model = small_model();
  EXPECT_TRUE(has(yaml_label(model), "warnings: []\n"));
  EXPECT_TRUE(has(yaml_label(model), "learnt_something: true"));
  model.warnings = {{"nothing-learnt", "nothing was learnt: all weights are zero"}};
  const std::string yaml = yaml_label(model), markdown = markdown_label(model);
  EXPECT_LT(yaml.find("kind: \"nothing-learnt\""), yaml.find("basic:"));
  EXPECT_TRUE(has(yaml, "learnt_something: false"));
  EXPECT_LT(markdown.find("> **Nothing learnt:** Nothing was learnt: all weights are zero."),
            markdown.find("**Private."));
  EXPECT_TRUE(has(markdown, "## How it predicts"));
}

TEST(Labels, HaveCaveatsAndNoticesApart) {
  Model model = small_model();
  model.privacy.notices = {"good to know"};
  EXPECT_TRUE(has(yaml_label(model), "private: true\n"));
  EXPECT_TRUE(has(yaml_label(model), "caveats: []\n"));
  EXPECT_TRUE(has(markdown_label(model), "> **Note:** good to know"));
  model.privacy.caveats = {"seeded"};
  EXPECT_TRUE(has(yaml_label(model), "private: false\n"));
  EXPECT_TRUE(has(markdown_label(model), "> **Not private:** seeded"));
  EXPECT_TRUE(has(markdown_label(model), "> **Note:** good to know"));
}

TEST(Prediction, IsWrittenAsItIsComputed) {
  Model model = small_model();
  model.task = Task::regression;
  model.loss = "poisson:3";
  EXPECT_TRUE(has(prediction_in_words(model)[1], "exp(z), and exp(3) (1 + z - 3) where z is above 3"));
  model.loss = "squared";
  model.means = model.deviations = {1, 1};
  model.target_mean = 5;
  model.bounds = {{"age", 18, 110}};
  EXPECT_EQ(prediction_in_words(model)[0],
            "z = mean of the target + intercept + the sum over all features of weight x (min(max(value, lower limit), "
            "upper limit) - mean) / deviation");
  EXPECT_EQ(prediction_in_words(model)[1], "The prediction is z.");
  EXPECT_EQ(limits_of(model), (std::vector<std::string>{"18 to 110", ""}));
}

}  // namespace
}  // namespace discreet
