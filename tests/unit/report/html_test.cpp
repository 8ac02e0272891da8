#include "discreet/report/html.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "discreet/report/assets.hpp"
#include "discreet/report/page.hpp"
#include "tests/support/models.hpp"

namespace discreet {
namespace {

using testing::has;
using testing::kHostile;
using testing::model_without_noise;
using testing::small_model;

// The page without what only machines read.
std::string shown(std::string page) {
  for (const auto& [open, close] : {std::pair{"<script", "</script>"}, {"<style", "</style>"}})
    for (std::size_t at; (at = page.find(open)) != page.npos;)
      page.erase(at, page.find(close, at) + std::string_view(close).size() - at);
  return page;
}

nlohmann::json script(const std::string& page, const std::string& id) {
  const std::string open = "<script type=\"application/json\" id=\"" + id + "\">";
  const std::size_t from = page.find(open) + open.size();
  return nlohmann::json::parse(page.substr(from, page.find("</script>", from) - from));
}

TEST(HtmlReport, SaysInPlainWordsWhatIsProtectedAndHowStrongly) {
  const std::string page = shown(html_report(small_model()));
  for (const char* text : {"A private model of ill", "<strong>Private.</strong>", "at most 73.2 % sure of what is true",
                           "1 in 400 million", "<dt>Protected</dt>", "usually one person", "<dt>How strongly</dt>",
                           "<a href=\"#unprotected\">", "What is not protected", "How to reproduce",
                           "discreet fit patients.csv --loss logistic --epsilon 1", "discreet 0.1.0 (abcdef)",
                           "NIST SP 800-226", "How it would change with epsilon"})
    EXPECT_TRUE(has(page, text)) << text;
  EXPECT_FALSE(has(page, "Not private"));
}

TEST(HtmlReport, DoesNotPraiseADeltaThatTellsRows) {
  Model model = small_model();
  model.privacy.rows = 1000;
  model.privacy.budget.delta = {0.5};
  const std::string page = shown(html_report(model));
  EXPECT_TRUE(has(page, "<p class=\"verdict bad\"><strong>Not private but in name.</strong>"));
  EXPECT_TRUE(has(page, "private in name only: at delta 0.5 whole rows may leak"));
  EXPECT_FALSE(has(shown(html_report(small_model())), "larger than 1/n"));
}

TEST(HtmlReport, SaysFirstWhenNothingWasLearnt) {
  Model model = small_model();
  EXPECT_FALSE(has(html_report(model), "Nothing was learnt"));
  model.warnings = {{"nothing-learnt", "nothing was learnt: all weights are zero"}};
  const std::string page = shown(html_report(model));
  EXPECT_LT(page.find("Nothing was learnt"), page.find("class=\"verdict")) << "above the banner";
  EXPECT_TRUE(has(page, "<dt>Learnt</dt><dd>nothing<"));
  const std::size_t answer = page.find("How accurate is the result?");
  EXPECT_EQ(page.find("Nothing was learnt", answer), page.find("<p>", answer) + 3) << "that is how accurate it is";
}

TEST(HtmlReport, SaysWhatEachQuestionWasFor) {
  EXPECT_TRUE(has(html_report(small_model()), "<td>where to move the weights</td>"));
}

TEST(HtmlReport, TellsOfTheLedger) {
  Model model = small_model();
  EXPECT_TRUE(has(html_report(model), "no ledger was given"));
  model.origin.arguments.insert(model.origin.arguments.end(), {"--ledger", "budget.db", "--dataset", "patients"});
  const std::string page = html_report(model);
  EXPECT_TRUE(has(page, "entered in the ledger budget.db for the dataset patients"));
  EXPECT_TRUE(has(page, "--ledger budget.db --dataset patients</code>"));
}

TEST(HtmlReport, SaysWhereBoundsComeFrom) {
  Model model = small_model();
  model.bounds = {{"age", 0, 120.123456}, {"income", -1, 1}};
  model.privacy.facts.push_back({"bounds", "user", "age=0,120.123456"});
  const std::string page = html_report(model);
  EXPECT_TRUE(has(page, "<dt>bounds of age</dt><dd>0 to 120.1, declared</dd>"));
  EXPECT_TRUE(has(page, "<dt>bounds of income</dt><dd>-1 to 1, found with noise</dd>"));
}

TEST(HtmlReport, StampsAModelWithoutAGuarantee) {
  const std::string page = shown(html_report(model_without_noise()));
  for (const char* text : {"A non-private model of ill", "<strong>Not private.</strong>",
                           "no noise: epsilon is infinite", "Nothing is protected by this model"})
    EXPECT_TRUE(has(page, text)) << text;
  EXPECT_FALSE(has(page, "<strong>Private."));
  EXPECT_FALSE(has(page, "% sure"));
  EXPECT_FALSE(has(page, "add up to what was spent"));
}

TEST(HtmlReport, SeededNoiseIsNotAGuaranteeWhateverEpsilonSays) {
  Model model = small_model();
  model.privacy.caveats = {"seeded noise: not private"};
  const std::string page = shown(html_report(model));
  EXPECT_TRUE(has(page, "<strong>Not private.</strong>"));
  // Nothing further down may speak as if there were a guarantee.
  for (const char* text : {"% sure", "differential privacy, computed by", "add up to what was spent", "this model: 1",
                           "share of the budget</th>", "was paid for before"})
    EXPECT_FALSE(has(page, text)) << text;
  EXPECT_TRUE(has(page, "not differentially private"));
}

TEST(HtmlReport, ShowsWhatIsClaimedBesideWhatIsProved) {
  Model model = small_model();
  model.privacy.claimed = Epsilon{1.0};
  model.privacy.spent = {1.7345};
  model.privacy.notices = {"the published recipe claims epsilon 1"};
  const std::string page = shown(html_report(model));
  EXPECT_TRUE(has(page, "claims epsilon 1. What is proved of it is epsilon 1.7345"));
  EXPECT_TRUE(has(page, "Claimed epsilon"));
}

TEST(HtmlReport, HasIntervalsOnlyWhereTheSolverKnowsTheNoise) {
  Model model = small_model();
  EXPECT_TRUE(has(html_report(model), "not available for the solver cd"));
  model.noise = NoiseSpread{{0.1, 0.2}, 0.3, "exact: as a test has it"};
  const std::string page = html_report(model);
  EXPECT_TRUE(has(page, "0.304 to 0.696")) << "0.5 and 1.96 deviations of 0.1";
  EXPECT_TRUE(has(page, "exact: as a test has it"));
  EXPECT_TRUE(has(page, "privacy noise alone"));
  EXPECT_FALSE(has(page, "not available for the solver"));
}

TEST(HtmlReport, ComparesWeightsBySizeWhereItIsKnown) {
  Model model = small_model();
  EXPECT_FALSE(has(html_report(model), "typical size"));
  model.sizes = {10, 2};
  EXPECT_TRUE(has(html_report(model), "<td class=\"number\">-2.5</td>")) << "-1.25 times 2";
}

TEST(HtmlReport, ShowsThePath) {
  Model model = small_model();
  model.path = {{1.5, 0.1, {0, 0}}, {0.15, 0.2, {0.5, 0}}};
  const std::string page = html_report(model);
  EXPECT_TRUE(has(page, "Models along the path"));
  EXPECT_TRUE(has(page, "<th scope=\"row\">0.15</th><td class=\"number\">1</td>"));
}

TEST(HtmlReport, TakesNamesForTextAndNeverForCode) {
  Model model = small_model();
  model.features = {kHostile, "x"};
  model.target = model.classes[1] = model.origin.data = kHostile;
  model.privacy.facts[0].source = model.privacy.plan.lines[0].what = kHostile;
  model.privacy.notices = {kHostile};
  model.solver.emplace_back(kHostile, kHostile);
  const std::string page = html_report(model);
  EXPECT_FALSE(has(page, "<img")) << "it was taken for an element";
  EXPECT_FALSE(has(page, "</script><img"));
  EXPECT_TRUE(
      has(page, "&lt;/script&gt;&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt; &amp; &quot;quoted&quot;"));
  EXPECT_EQ(script(page, "data")["privacy"]["events"][0]["what"], kHostile) << "the data has it as it is";
  EXPECT_EQ(script(page, "charts")[0]["rows"][1]["label"], kHostile);
}

TEST(HtmlReport, IsWrittenForNamesThatAreNotUtf8) {
  Model model = small_model();
  model.features[0] = "caf\xE9";
  EXPECT_TRUE(has(html_report(model), "</html>"));
}

TEST(HtmlReport, HasEveryFigureOfThePrivacySectionForProgramsToo) {
  const std::string page = html_report(small_model());
  const nlohmann::json privacy = script(page, "data")["privacy"];
  EXPECT_EQ(privacy["epsilon_spent"], 0.999999);
  for (const char* figure : {"0.999999", "2.5e-09", "0.1872309", "30.25", "40.5", "0.125", "0.875"})
    EXPECT_TRUE(has(shown(page), figure)) << figure;
}

TEST(HtmlReport, IsOneSmallFileThatAsksForNothing) {
  const std::string page = html_report(small_model());
  EXPECT_LT(page.size(), 2'000'000U);
  EXPECT_TRUE(has(page, "default-src 'none'"));
  for (const char* text : {"src=\"http", "href=\"http", "@import", "url(http", "sourceMappingURL"})
    EXPECT_FALSE(has(page, text)) << text;
}

TEST(HtmlReport, CarriesTheLicenceOfWhatItCarries) {
  if (embedded_vega().empty()) GTEST_SKIP() << "built without Vega";
  const std::string page = html_report(small_model());
  EXPECT_TRUE(has(page, "UW Interactive Data Lab"));
  EXPECT_TRUE(has(page, "Redistributions in binary form must reproduce the above copyright"));
}

TEST(HtmlReport, FewWeightsAreDrawnAndAllAreListed) {
  Model model = small_model();
  model.features.clear();
  model.weights.clear();
  for (int k = 0; k < 300; ++k) {
    model.features.push_back("column" + std::to_string(k));
    model.weights.push_back(k);
  }
  const std::string page = html_report(model);
  EXPECT_TRUE(has(page, "The 25 largest of 300 weights"));
  EXPECT_TRUE(has(page, "<th scope=\"row\">column0</th>"));
  EXPECT_EQ(script(page, "charts")[0]["rows"].size(), 25U);
}

TEST(HtmlReport, OfAVeryWideModelCanBeSent) {
  Model model = small_model();
  model.features.clear();
  model.weights.clear();
  for (int k = 0; k < 50000; ++k) {
    model.features.push_back("a_rather_long_name_of_a_column_" + std::to_string(k));
    model.weights.push_back(k);
    model.bounds.push_back({model.features.back(), 0, 1});
    model.sizes.push_back(1.5);
  }
  const std::string page = html_report(model);
  EXPECT_LT(page.size(), 2'000'000U);
  EXPECT_TRUE(has(page, "The other 49000 weights are in the model file"));
  EXPECT_TRUE(has(page, "_49999</th>")) << "the largest are there";
  EXPECT_TRUE(has(page, "49900, in the model file"));
}

}  // namespace
}  // namespace discreet
