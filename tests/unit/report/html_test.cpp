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
  for (const char* text :
       {"A private model of ill", "<strong>Private.</strong>", "at most 73.1 % sure", "1 in 400 million",
        "What is not protected", "How to reproduce", "discreet fit patients.csv --loss logistic --epsilon 1",
        "discreet 0.1.0 (abcdef)", "NIST SP 800-226", "How it would change with epsilon"})
    EXPECT_TRUE(has(page, text)) << text;
  EXPECT_FALSE(has(page, "Not private"));
}

TEST(HtmlReport, StampsAModelWithoutAGuarantee) {
  const std::string page = shown(html_report(model_without_noise()));
  for (const char* text : {"A non-private model of ill", "<strong>Not private.</strong>",
                           "no noise: epsilon is infinite", "Nothing is protected by this model"})
    EXPECT_TRUE(has(page, text)) << text;
  EXPECT_FALSE(has(page, "<strong>Private."));
  EXPECT_FALSE(has(page, "% sure"));
}

TEST(HtmlReport, SeededNoiseIsNotAGuaranteeWhateverEpsilonSays) {
  Model model = small_model();
  model.privacy.caveats = {"seeded noise: not private"};
  const std::string page = shown(html_report(model));
  EXPECT_TRUE(has(page, "<strong>Not private.</strong>"));
  EXPECT_FALSE(has(page, "% sure which"));
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

}  // namespace
}  // namespace discreet
